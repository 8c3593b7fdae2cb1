import { useState } from 'react';
import type { ListState } from '../../platform/list-state';
import { useChoiceColumn } from '../table/choice-column';

/** Rows of a list as the server finds them: all of a filter, or those of some ids. */
export type BulkSelection = { readonly count: number; readonly filter: Readonly<Record<string, string>> };

type Terms<Row> = {
  readonly list: ListState;
  readonly page: { readonly data: readonly Row[]; readonly total: number } | undefined;
  readonly label: (row: Row) => string;
  /** Rows without a check box, which only all of a filter include; any row can be selected by default. */
  readonly canChoose?: (row: Row) => boolean;
};

type Selected<Row> = {
  readonly rows: readonly Row[];
  /** The filter of which all rows are selected, and how many they were. */
  readonly allOf: string | null;
  readonly count: number;
};
const none = { rows: [], allOf: null, count: 0 };

/** Like the API: more rows are selected by their filter. */
const maxOneByOne = 1_000;

/** What the bar over a list needs of a selection. */
export type ListSelection = Omit<
  ReturnType<typeof useListSelection<{ readonly id: number }>>,
  'rows' | 'column'
>;

/**
 * The rows selected in a list: one by one, kept across its pages and filters, or all that match the present filter. All
 * end with another filter.
 */
export function useListSelection<Row extends { readonly id: number }>({
  list,
  page,
  label,
  canChoose,
}: Terms<Row>) {
  const { page: _page, per_page: _size, sort_by: _by, sort_order: _order, ...filter } = list.query;
  const scope = JSON.stringify(filter);
  const [selected, setSelected] = useState<Selected<Row>>(none);
  // Gone for good with another filter: it does not come back by itself, with rows that match by then.
  if (selected.allOf !== null && selected.allOf !== scope) setSelected(none);
  const isAll = selected.allOf === scope;
  const shown = page?.data ?? [];
  const rows = isAll ? shown : selected.rows;
  const ids = new Set(rows.map(row => row.id));
  const choose = (changed: readonly Row[], isChosen: boolean) => {
    const those = new Set(changed.map(row => row.id));
    const others = rows.filter(row => !those.has(row.id));
    const next = isChosen ? [...others, ...changed] : others;
    setSelected({ ...none, rows: next.slice(0, maxOneByOne) });
  };
  const { free, column } = useChoiceColumn({
    label,
    rows: page?.data,
    has: row => isAll || ids.has(row.id),
    choose,
    ...(canChoose && { canChoose }),
  });
  const total = page?.total ?? 0;
  return {
    rows,
    column: { ...column, chosen: { rows, count: isAll ? selected.count : rows.length } },
    isAll,
    /** Whether the whole page is selected. */
    isPage: isAll || (free.length > 0 && free.every(row => ids.has(row.id))),
    total,
    bulk: (isAll
      ? { count: selected.count, filter }
      : { count: rows.length, filter: { ids: rows.map(row => row.id).join(',') } }) as BulkSelection,
    choosePage: () => choose(free, true),
    chooseAll: () => setSelected({ rows: [], allOf: scope, count: total }),
    clear: () => setSelected(none),
    /** The record is deleted, so it is no longer selected. */
    forget: (id: number) =>
      setSelected(now => ({
        ...now,
        rows: now.rows.filter(row => row.id !== id),
        count: Math.max(0, now.count - (now.allOf === null ? 0 : 1)),
      })),
  };
}
