import { useQuery } from '@tanstack/react-query';
import type { ListView } from '#domain/list-views/list-view.contract';
import type { ListState } from '../../platform/list-state';
import { viewsOf } from './list-views.queries';

/** The saved views of a list, the one in the address, and whether the list was changed since it was opened. */
export function useViews(list: ListState) {
  const { data, isSuccess } = useQuery({ ...viewsOf(list.name), staleTime: 60_000 });
  const views: readonly ListView[] = data?.data ?? [];
  const current = views.find(view => String(view.id) === list.view);
  return {
    views,
    current,
    isChanged: current !== undefined && !shows(list.params, current),
    isLoaded: isSuccess,
  };
}

/** Whether the list shows what a view holds. */
const shows = (params: Readonly<Record<string, string>>, view: ListView): boolean =>
  Object.keys({ ...params, ...view.params }).every(name => params[name] === view.params[name]);
