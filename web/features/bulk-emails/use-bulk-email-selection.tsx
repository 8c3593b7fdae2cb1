import type { AnyCall } from '#domain/kernel/call';
import { useAccess } from '../../platform/access';
import type { ListState } from '../../platform/list-state';
import { ExportButton } from '../../ui/files/export-menu';
import { SelectionBar } from '../../ui/list/selection-bar';
import { useListSelection } from '../../ui/list/use-list-selection';
import { BulkEmailButton } from './bulk-email-button';
import type { BulkEmailTerms } from './bulk-email-terms';

type Numbered = { readonly id: number } & ({ readonly number: string } | { readonly po_number: string });
type Terms<Row> = {
  readonly list: ListState;
  readonly page: { readonly data: readonly Row[]; readonly total: number } | undefined;
  readonly terms: BulkEmailTerms;
  readonly exported: { readonly call: AnyCall & { path: `/${string}/export` }; readonly fileName: string };
};

/** The selection of a list of documents to email or export: its column, and the bar while some are selected. */
export function useBulkEmailSelection<Row extends Numbered>({ list, page, terms, exported }: Terms<Row>) {
  const { canCall } = useAccess();
  const selection = useListSelection<Row>({
    list,
    page,
    label: row => `Select ${'number' in row ? row.number : row.po_number}`,
  });
  if (!canCall(terms.calls.start) && !canCall(exported.call))
    return { column: null, bar: null, forget: selection.forget };
  const { bulk, clear } = selection;
  const bar = bulk.count > 0 && (
    <SelectionBar selection={selection} one={terms.one} many={`${terms.one}s`}>
      <ExportButton filter={bulk.filter} {...exported} label="Export selected" isSmall />
      <BulkEmailButton terms={terms} selection={bulk} onDone={clear} />
    </SelectionBar>
  );
  return { column: selection.column, bar, forget: selection.forget };
}
