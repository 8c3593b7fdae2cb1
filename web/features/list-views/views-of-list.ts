import { useEffect } from 'react';
import { useQuery } from '@tanstack/react-query';
import type { ListView } from '#domain/list-views/list-view.contract';
import type { ListState } from '../../platform/list-state';
import { keepDefaultView } from '../../platform/session';
import { viewsOf } from './list-views.queries';

/** The saved views of a list, the one in the address, and whether the list was changed since it was opened. */
export function useViews(list: ListState) {
  const { data, isFetched } = useQuery({ ...viewsOf(list.name), staleTime: 60_000 });
  useEffect(() => {
    if (data) keepDefaultView(list.name, data.data.find(view => view.is_default) ?? null);
  }, [data, list.name]);
  const views: readonly ListView[] = data?.data ?? [];
  const current = views.find(view => String(view.id) === list.view);
  return {
    views,
    current,
    isChanged: current !== undefined && !shows(list.params, current),
    /** Or known not to be readable. */
    isLoaded: isFetched,
  };
}

/** Whether the list shows what a view holds. */
const shows = (params: Readonly<Record<string, string>>, view: ListView): boolean =>
  Object.keys({ ...params, ...view.params }).every(name => params[name] === view.params[name]);
