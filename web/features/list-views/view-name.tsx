import { useEffect, useState } from 'react';
import type { ListState } from '../../platform/list-state';
import { useViews } from './views-of-list';

/** The button of the view menu: the name of the current view. Opens the user's default view of a list. */
export function ViewName({ list }: { list: ListState }) {
  const { views, current, isChanged } = useViews(list);
  const byDefault = views.find(view => view.is_default);
  // Only on arrival: whoever clears the filters wants them cleared.
  const [isArrival] = useState(list.isBare);
  const opensDefault = byDefault !== undefined && isArrival && list.isBare;
  useEffect(() => {
    if (opensDefault) list.openView(String(byDefault.id), byDefault.params, { replace: true });
  });
  if (!current) return 'View';
  return (
    <span className="view-name">
      {current.name}
      {isChanged && <em> (changed)</em>}
    </span>
  );
}
