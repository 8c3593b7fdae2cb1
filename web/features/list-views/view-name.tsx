import { useEffect } from 'react';
import type { ListState } from '../../platform/list-state';
import { useViews } from './views-of-list';

/** The button of the view menu: the name of the current view. */
export function ViewName({ list, onLoaded }: { list: ListState; onLoaded: () => void }) {
  const { current, isChanged, isLoaded } = useViews(list);
  useEffect(() => {
    if (isLoaded) onLoaded();
  }, [isLoaded, onLoaded]);
  if (!current) return 'View';
  return (
    <span className="view-name">
      {current.name}
      {isChanged && <em> (changed)</em>}
    </span>
  );
}
