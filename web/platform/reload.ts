import { type Query, type QueryClient, useQueryClient } from '@tanstack/react-query';
import { ApiError } from './api-error';
import { toast } from './notices';

/** A call whose reply may be cached, identified by its contract path. */
export type CacheableCall = { readonly path: string };

/** Stands for all calls, for writes of money or stock, which show in many places. */
export const everything: CacheableCall = { path: '' };

/** Whether a query was made by a call. */
export const isReadBy = ({ queryKey: [read] }: Pick<Query, 'queryKey'>, { path }: CacheableCall): boolean =>
  read === path;

/** Whether a query was made by a call or one below its path: a supplier and its terms are below all suppliers. */
export const isReadBelow = (query: Pick<Query, 'queryKey'>, call: CacheableCall): boolean =>
  isReadBy(query, call) || String(query.queryKey[0]).startsWith(`${call.path}/`);

/** The `meta` of a query that any write may change. */
export const afterAnyWrite = { afterAnyWrite: true } as const;

/**
 * Refetches everything read by these calls or below their paths, after a write. Histories on screen are refetched as
 * well, because every write is in the audit log, and notes follow their record. `whenShown` is called once the page
 * shows the result: only then is the write reported as done, so that a user who reads the message can go on with the
 * page, by keyboard too.
 */
export function useReload(...calls: readonly CacheableCall[]): (whenShown?: () => void) => void {
  const queries = useQueryClient();
  return whenShown => {
    const isMeant = (query: Query) =>
      calls.some(call => isReadBelow(query, call)) || query.meta?.afterAnyWrite === true;
    void queries.invalidateQueries({ predicate: isMeant }).then(() => {
      if (!whenShown) return;
      whenShown();
      if (isOutOfDate(queries, isMeant))
        toast.error('Saved, but this page could not be loaded again. Reload it to see the current figures.');
    });
  };
}

/** Whether the page still shows what was read before, because nothing answered when it was read again. */
const isOutOfDate = (queries: QueryClient, isMeant: (query: Query) => boolean): boolean =>
  queries
    .getQueryCache()
    .findAll({ type: 'active', predicate: isMeant })
    .some(
      ({ state: { isInvalidated, error } }) =>
        isInvalidated && error instanceof ApiError && (error.status === 0 || error.status >= 500),
    );
