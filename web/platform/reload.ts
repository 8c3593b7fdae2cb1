import { type Query, useQueryClient } from '@tanstack/react-query';
import { audit } from '#domain/audit/audit.contract';
import { notes } from '#domain/notes/note.contract';

/** A call whose answer may be kept, under the path of its contract. */
export type CacheableCall = { readonly path: string };

/** What stands for all calls: after what moves money or stock, which show in many places. */
export const everything: CacheableCall = { path: '' };

/** Whether a query was read by a call. */
export const isReadBy = ({ queryKey: [read] }: Pick<Query, 'queryKey'>, { path }: CacheableCall): boolean =>
  read === path;

/** Whether a query was read by a call, or below its path: a supplier, and its terms, lie below all suppliers. */
export const isReadBelow = (query: Pick<Query, 'queryKey'>, call: CacheableCall): boolean =>
  isReadBy(query, call) || String(query.queryKey[0]).startsWith(`${call.path}/`);

/**
 * Asks again for everything that was read by these calls or below their paths: after a write, for whatever it may have
 * changed. Every write is in the log too, so histories on the screen are asked for with it; and notes go where their
 * record goes. `whenShown` is called once the page shows it: only then is a write said to be done, for whoever reads
 * that goes on with the page as it stands, by its keys too.
 */
export function useReload(...calls: readonly CacheableCall[]): (whenShown?: () => void) => void {
  const queries = useQueryClient();
  return whenShown => {
    const read = queries.invalidateQueries({
      predicate: query =>
        calls.some(call => isReadBelow(query, call)) ||
        isReadBy(query, audit.list) ||
        isReadBy(query, notes.list),
    });
    void read.then(whenShown);
  };
}
