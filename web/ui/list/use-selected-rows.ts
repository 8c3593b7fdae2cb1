import { useState } from 'react';
import { type RowChoice, useChoiceColumn } from '../table/choice-column';

type Terms<Row> = Pick<RowChoice<Row>, 'label' | 'rows' | 'canChoose'> & {
  readonly keyOf: (row: Row) => number;
  /** The selection ends when it changes. */
  readonly scope?: string;
};

export type SelectedRows<Row> = ReturnType<typeof useSelectedRows<Row>>;

/** The rows selected in a table, kept across its pages and filters, and the column of check boxes that selects them. */
export function useSelectedRows<Row>({ keyOf, scope = '', ...terms }: Terms<Row>) {
  const [selected, setSelected] = useState<{ scope: string; rows: readonly Row[] }>({ scope, rows: [] });
  const rows = selected.scope === scope ? selected.rows : [];
  const keys = new Set(rows.map(keyOf));
  const select = (next: readonly Row[]) => setSelected({ scope, rows: next });
  const choose = (changed: readonly Row[], isChosen: boolean) => {
    const those = new Set(changed.map(keyOf));
    const others = rows.filter(row => !those.has(keyOf(row)));
    select(isChosen ? [...others, ...changed] : others);
  };
  const { free, column } = useChoiceColumn({ ...terms, has: row => keys.has(keyOf(row)), choose });
  return {
    rows,
    column: { ...column, chosen: { rows, count: rows.length } },
    choosePage: () => choose(free, true),
    clear: () => select([]),
  };
}
