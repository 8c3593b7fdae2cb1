import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { paymentStateNames, saleChannelNames, saleStatusNames } from '#domain/sales/sale-state';
import { type SaleRow, sales } from '#domain/sales/sale.contract';
import { useAccess } from '../../platform/access';
import { type ListStateOf, useListState } from '../../platform/list-state';
import { optionsFrom } from '../../ui/form/options-from';
import { DataTable } from '../../ui/table/data-table';
import { DateRangeFilter } from '../../ui/filters/date-range-filter';
import { ExportMenu } from '../../ui/files/export-menu';
import { ListPage } from '../../ui/list/list-page';
import { useNotice } from '../../ui/notice';
import { OnlyChosen } from '../../ui/filters/only-chosen';
import { SearchFilter } from '../../ui/filters/search-filter';
import { SelectFilter } from '../../ui/filters/select-filter';
import { MoreFilters } from '../../ui/filters/more-filters';
import { BulkEmailsLink, useBulkEmailSelection } from '../bulk-emails';
import { CustomerFilter } from '../customers';
import { invoiceColumns } from './invoice-columns';
import { invoiceMailTerms } from './invoice-bulk-email';
import { invoicePage, invoiceTotals } from './invoices.queries';

/** All sales with their balance due. */
export function InvoiceListPage() {
  const list = useListState(sales.list);
  const page = useQuery(invoicePage(list.query));
  const totals = useQuery(invoiceTotals(list.query));
  const { can } = useAccess();
  const navigate = useNavigate();
  const notices = useNotice();
  const selected = useBulkEmailSelection<SaleRow>({
    list,
    page: page.data,
    terms: invoiceMailTerms,
    exported: { call: sales.export, fileName: 'invoices' },
  });
  const open = ({ id }: SaleRow) =>
    void (can('view_sale') && navigate({ to: '/sales/invoices/$id', params: { id: String(id) } }));
  return (
    <ListPage
      title="Invoices"
      list={list}
      page={page}
      notices={notices}
      actions={
        <>
          <ExportMenu list={list} call={sales.export} fileName="invoices" />
          <BulkEmailsLink kind="invoices" needs="view_sale" />
        </>
      }
      selection={selected.bar}
      filters={<InvoiceFilters list={list} />}
      empty="No invoices found"
    >
      <DataTable
        label="Invoices"
        list={list}
        rows={page.data?.data}
        rowKey={sale => sale.id}
        isStale={page.isPlaceholderData}
        columns={invoiceColumns(selected.column, totals.data, list.filters.status === undefined)}
        onOpen={open}
      />
    </ListPage>
  );
}

const InvoiceFilters = ({ list }: { list: ListStateOf<typeof sales.list> }) => (
  <>
    <SearchFilter list={list} placeholder="Search by number, customer or reference" />
    <SelectFilter
      list={list}
      name="payment_state"
      label="Payment"
      all="All payments"
      options={optionsFrom(paymentStateNames)}
    />
    <CustomerFilter list={list} />
    <DateRangeFilter list={list} />
    <MoreFilters list={list} names={['status', 'channel']}>
      <SelectFilter
        list={list}
        name="status"
        label="Status"
        all="All Status"
        options={optionsFrom(saleStatusNames)}
      />
      <SelectFilter
        list={list}
        name="channel"
        label="Channel"
        all="All channels"
        options={optionsFrom(saleChannelNames)}
      />
    </MoreFilters>
    <OnlyChosen list={list} name="product_id" kind="product" />
    <OnlyChosen list={list} name="session_id" kind="till session" />
  </>
);
