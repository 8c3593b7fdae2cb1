import { type ComponentType, lazy, Suspense } from 'react';

/**
 * A component loaded when first shown, for dialogs and menus that most visits never open. Nothing is seen meanwhile,
 * because loading takes milliseconds; the page says that it is busy.
 */
export function onDemand<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
): ComponentType<Props> {
  const Part = lazy(async () => ({ default: await load() }));
  return props => (
    <Suspense fallback={<span hidden aria-busy="true" />}>
      <Part {...props} />
    </Suspense>
  );
}
