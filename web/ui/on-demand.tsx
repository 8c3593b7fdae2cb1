import { type ComponentType, lazy, Suspense } from 'react';

/**
 * A component loaded when first shown, for dialogs and menus that most visits never open. There is no
 * placeholder, because loading takes milliseconds.
 */
export function onDemand<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
): ComponentType<Props> {
  const Part = lazy(async () => ({ default: await load() }));
  return props => (
    <Suspense fallback={null}>
      <Part {...props} />
    </Suspense>
  );
}
