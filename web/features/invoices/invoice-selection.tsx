import { sales } from '#domain/sales/sale.contract';
import type { SaleRow } from '#domain/sales/sale.contract';
import { useAccess } from '../../platform/access';
import type { ListState } from '../../platform/list-state';
import { ExportButton } from '../../ui/export-menu';
import { SelectionBar } from '../../ui/selection-bar';
import { useListSelection } from '../../ui/use-list-selection';
import { BulkEmailButton } from '../bulk-emails';
import { invoiceMailTerms } from './invoice-bulk-email';

type Terms = {
  readonly list: ListState;
  readonly page: { readonly data: readonly SaleRow[]; readonly total: number } | undefined;
};

/** The selection of the list of invoices: its column, and the bar while some are selected. */
export function useInvoiceSelection({ list, page }: Terms) {
  const { canCall } = useAccess();
  const selection = useListSelection<SaleRow>({ list, page, label: ({ number }) => `Select ${number}` });
  if (!canCall(invoiceMailTerms.calls.start) && !canCall(sales.export)) return { column: null, bar: null };
  const { bulk, clear } = selection;
  const bar = bulk.count > 0 && (
    <SelectionBar selection={selection} one="invoice" many="invoices">
      <ExportButton
        filter={bulk.filter}
        call={sales.export}
        fileName="invoices"
        label="Export selected"
        isSmall
      />
      <BulkEmailButton terms={invoiceMailTerms} selection={bulk} onDone={clear} />
    </SelectionBar>
  );
  return { column: selection.column, bar };
}
