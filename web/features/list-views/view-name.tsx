import { type ReactNode, useEffect } from 'react';
import type { ListState } from '../../platform/list-state';
import { useViews } from './views-of-list';

type Props = { list: ListState; onLoaded: () => void; children: ReactNode };

/** The button of the view menu: the name of the current view, or what the button says without one. */
export function ViewName({ list, onLoaded, children }: Props) {
  const { current, isChanged, isLoaded } = useViews(list);
  useEffect(() => {
    if (isLoaded) onLoaded();
  }, [isLoaded, onLoaded]);
  if (!current) return children;
  return (
    <span className="view-name">
      {current.name}
      {isChanged && <em> (changed)</em>}
    </span>
  );
}
