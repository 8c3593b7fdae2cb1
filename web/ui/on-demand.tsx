import { type ComponentType, lazy, Suspense } from 'react';

/**
 * A component that is fetched when it is first shown: windows and menus that most visits never open. Nothing
 * stands in for it meanwhile, which on the same server is a matter of milliseconds.
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
