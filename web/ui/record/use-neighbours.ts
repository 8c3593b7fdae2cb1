import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { pageSize } from '#domain/kernel/list-query';
import type { ListPlace } from '../../platform/list-place';
import type { RecordList } from '../../platform/queries';

/** A record before or after this one, and the page of the list that it is on. */
export type Neighbour = { readonly id: number; readonly place: ListPlace };

/** Loading while it is on a page of the list that is not here yet; undefined at the list's end. */
export type NeighbourOrNone = Neighbour | 'loading' | undefined;

type Neighbours = {
  readonly previous: NeighbourOrNone;
  readonly next: NeighbourOrNone;
  /** From 1; undefined once the record is no longer in the list. */
  readonly position: number | undefined;
  readonly total: number;
};

/**
 * A record's neighbours in the list it was opened from: from the page of the list, which is usually still in the cache,
 * and at its border from one more page. Undefined while unknown, and if the list does not have the record.
 */
export function useNeighbours(id: number, list: RecordList, place: ListPlace): Neighbours | undefined {
  const pageNumber = Number(place.query.page ?? 1);
  const at = (number: number): ListPlace => {
    const { path, search } = place.page;
    const page = number === 1 ? undefined : String(number);
    return {
      ...place,
      query: { ...place.query, page: String(number) },
      page: { path, search: { ...search, page } },
    };
  };
  const { data: page } = useQuery(list.rows(place.query));
  const rows = page?.data ?? [];
  const found = rows.findIndex(row => row.id === id);
  const index = useLastIndex(id, found);
  // A record that no longer matches the list's filters leaves its place to the one after it.
  const after = found === -1 ? index : found + 1;
  const hasPage = page !== undefined && index !== undefined;
  const isFirst = hasPage && index === 0 && pageNumber > 1;
  const isLast = hasPage && after !== undefined && after >= rows.length && pageNumber < page.last_page;
  const pageBefore = useQuery({ ...list.rows(at(pageNumber - 1).query), enabled: isFirst });
  const pageAfter = useQuery({ ...list.rows(at(pageNumber + 1).query), enabled: isLast });
  if (!hasPage || after === undefined) return undefined;
  const on = (row: { readonly id: number } | undefined, number: number): Neighbour | undefined =>
    row && { id: row.id, place: at(number) };
  const acrossBorder = (side: typeof pageBefore, end: 0 | -1, number: number): NeighbourOrNone =>
    side.isLoading ? 'loading' : on(side.data?.data.at(end), number);
  const size = Number(place.query.per_page ?? pageSize);
  return {
    previous: isFirst
      ? acrossBorder(pageBefore, -1, pageNumber - 1)
      : on(index === 0 ? undefined : rows[index - 1], pageNumber),
    next: isLast ? acrossBorder(pageAfter, 0, pageNumber + 1) : on(rows[after], pageNumber),
    position: found === -1 ? undefined : (pageNumber - 1) * size + found + 1,
    total: page.total,
  };
}

/** The record's index on its page, or the one that it had before it left the list. */
function useLastIndex(id: number, found: number): number | undefined {
  const [last, setLast] = useState({ id, index: found });
  if (found !== -1 && (last.id !== id || last.index !== found)) setLast({ id, index: found });
  if (found !== -1) return found;
  return last.id === id && last.index !== -1 ? last.index : undefined;
}
