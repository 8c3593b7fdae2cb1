import type { ReactNode } from 'react';
import type { ListState } from '../../platform/list-state';
import { type BulkSelection, useListSelection } from '../../ui/list/use-list-selection';
import { BulkSelectionBar } from './bulk-selection-bar';
import type { BulkTerms } from './bulk-terms';

type Named = { readonly id: number; readonly name: string };
type Terms<Row> = {
  readonly list: ListState;
  readonly page: { readonly data: readonly Row[]; readonly total: number } | undefined;
  readonly terms: BulkTerms;
  /** Further actions on the selection. */
  readonly renderActions?: (selected: BulkSelection, clear: () => void) => ReactNode;
};

/** The selection of a list with bulk changes: its column, and the bar while something is selected. */
export function useBulkSelection<Row extends Named>({ list, page, terms, renderActions }: Terms<Row>) {
  const selection = useListSelection<Row>({ list, page, label: ({ name }) => `Select ${name}` });
  const bar = selection.bulk.count > 0 && (
    <BulkSelectionBar selection={selection} terms={terms}>
      {renderActions?.(selection.bulk, selection.clear)}
    </BulkSelectionBar>
  );
  return { column: selection.column, bar, forget: selection.forget };
}
