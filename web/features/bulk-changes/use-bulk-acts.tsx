import { Button } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import { useAccess } from '../../platform/access';
import type { ListState } from '../../platform/list-state';
import { ExportButton } from '../../ui/files/export-menu';
import { SelectionBar } from '../../ui/list/selection-bar';
import { type BulkSelection, useListSelection } from '../../ui/list/use-list-selection';
import type { BulkTerms } from './bulk-terms';
import { BulkChangeDialog } from './lazy-dialogs';

/** A button over the selected rows, which opens the dialog of the act. */
export type BulkAct = { readonly label: string; readonly icon: ReactNode; readonly terms: BulkTerms };

type Terms<Row> = Pick<BulkTerms, 'one' | 'many' | 'exported'> & {
  readonly list: ListState;
  readonly page: { readonly data: readonly Row[]; readonly total: number } | undefined;
  readonly nameOf: (row: Row) => string;
  /** The last is the primary one. */
  readonly acts?: readonly BulkAct[];
  /** Further actions on the selection; whether there are any for this user. */
  readonly others?: { readonly render: (selected: BulkSelection, clear: () => void) => ReactNode } | null;
};

/**
 * The selection of a list whose records are acted on and exported together: its column, and the bar while something is
 * selected. Both are null for users who may do neither.
 */
export function useBulkActs<Row extends { readonly id: number }>({
  list,
  page,
  nameOf,
  one,
  many,
  exported,
  acts = [],
  others = null,
}: Terms<Row>) {
  const { canCall } = useAccess();
  const selection = useListSelection<Row>({ list, page, label: row => `Select ${nameOf(row)}` });
  const [open, setOpen] = useState<{ act: BulkAct; selected: BulkSelection } | null>(null);
  const allowed = acts.filter(({ terms }) => canCall(terms.calls.start));
  if (allowed.length === 0 && !others && !canCall(exported.call)) return { column: null, bar: null };
  const { bulk, clear } = selection;
  const bar = (bulk.count > 0 || open !== null) && (
    <>
      {bulk.count > 0 && (
        <SelectionBar selection={selection} one={one} many={many}>
          {others?.render(bulk, clear)}
          <ExportButton filter={bulk.filter} {...exported} label="Export selected" isSmall />
          {allowed.map(act => (
            <Button
              key={act.label}
              size="xs"
              variant={act === allowed.at(-1) ? 'filled' : 'default'}
              leftSection={act.icon}
              onClick={() => setOpen({ act, selected: bulk })}
            >
              {act.label}
            </Button>
          ))}
        </SelectionBar>
      )}
      {open && (
        <BulkChangeDialog
          terms={open.act.terms}
          selection={open.selected}
          onClose={() => setOpen(null)}
          onDone={clear}
        />
      )}
    </>
  );
  return { column: selection.column, bar };
}
