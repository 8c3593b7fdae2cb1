import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import type { Pence } from '#domain/kernel/money';
import { quoteStateNames } from '#domain/quotes/quote-state';
import { type QuoteRow, quotes } from '#domain/quotes/quote.contract';
import { sales } from '#domain/sales/sale.contract';
import { useAccess } from '../../platform/access';
import { type ListStateOf, useListState } from '../../platform/list-state';
import { AddButton } from '../../ui/add-button';
import { type ColumnOf, type Columns, DataTable } from '../../ui/table/data-table';
import { DateRangeFilter } from '../../ui/filters/date-range-filter';
import { Day } from '../../ui/dates/day';
import { ExportMenu } from '../../ui/files/export-menu';
import { ListPage } from '../../ui/list/list-page';
import { Money, Sum } from '../../ui/money';
import { useNotice } from '../../ui/notice';
import { optionsFrom } from '../../ui/form/options-from';
import { SearchFilter } from '../../ui/filters/search-filter';
import { SelectFilter } from '../../ui/filters/select-filter';
import { BulkEmailsLink, useBulkEmailSelection } from '../bulk-emails';
import { CustomerFilter } from '../customers';
import { CustomerLink, InvoiceLink, QuoteLink } from '../invoices';
import { QuoteBadge } from './quote-badge';
import { quoteMailTerms } from './quote-bulk-email';
import { quotePage, quoteTotals } from './quotes.queries';

/** All quotes with their status. */
export function QuoteListPage() {
  const list = useListState(quotes.list);
  const page = useQuery(quotePage(list.query));
  const gross = useQuery(quoteTotals(list.query)).data?.gross;
  const navigate = useNavigate();
  const notices = useNotice();
  const { canCall } = useAccess();
  const canQuote = canCall(quotes.create);
  const selected = useBulkEmailSelection<QuoteRow>({
    list,
    page: page.data,
    terms: quoteMailTerms,
    exported: { call: quotes.export, fileName: 'quotes' },
  });
  return (
    <ListPage
      title="Quotes"
      list={list}
      page={page}
      notices={notices}
      actions={
        <>
          <ExportMenu list={list} call={quotes.export} fileName="quotes" />
          <BulkEmailsLink kind="quotes" />
          {canQuote && (
            <AddButton label="New quote" onClick={() => void navigate({ to: '/sales/pos-new' })} />
          )}
        </>
      }
      filters={<QuoteFilters list={list} />}
      selection={selected.bar}
      empty={
        list.isNarrowed
          ? 'No quotes match these filters.'
          : canQuote
            ? 'No quotes yet. Save a basket as a quote from the sales desk.'
            : 'No quotes yet.'
      }
    >
      <DataTable
        label="Quotes"
        list={list}
        rows={page.data?.data}
        rowKey={quote => quote.id}
        isStale={page.isPlaceholderData}
        columns={[...(selected.column ? [selected.column] : []), ...columnsWith(gross, canCall(sales.get))]}
        onOpen={({ id }) => void navigate({ to: '/sales/quotes/$id', params: { id: String(id) } })}
      />
    </ListPage>
  );
}

/** The invoice of a quote is shown to users who may see sales. */
const columnsWith = (total: Pence | undefined, canSeeSales: boolean): Columns<typeof quotes.list> => [
  {
    header: 'Quote',
    sort: 'number',
    cell: quote => (
      <span>
        <QuoteLink quote={quote} />
        {quote.revision > 1 && <span className="document-aside"> revision {quote.revision}</span>}
      </span>
    ),
    foot: 'Total',
  },
  {
    header: 'Revision',
    hidden: true,
    align: 'end',
    cell: quote => <span className="figures">{quote.revision}</span>,
  },
  { header: 'Date', kind: 'date', sort: 'quoted_on', cell: quote => <Day date={quote.quoted_on} /> },
  {
    header: 'Customer',
    phone: 'title',
    minWidth: '140px',
    cell: quote => <CustomerLink customer={quote.customer} />,
  },
  { header: 'Customer reference', cell: quote => quote.customer_reference ?? '—' },
  {
    header: 'Valid until',
    kind: 'date',
    sort: 'valid_until',
    cell: quote => <Day date={quote.valid_until} />,
  },
  {
    header: 'Total',
    sort: 'gross',
    align: 'end',
    cell: quote => <Money pence={quote.gross} />,
    foot: <Sum pence={total} />,
  },
  { header: 'Status', kind: 'status', cell: quote => <QuoteBadge state={quote.state} /> },
  ...(canSeeSales ? [invoiceColumn] : []),
  { header: 'Quoted by', kind: 'person', cell: quote => quote.quoted_by },
];

const invoiceColumn: ColumnOf<typeof quotes.list> = {
  header: 'Invoice',
  cell: quote => (quote.sale ? <InvoiceLink sale={quote.sale} /> : '—'),
};

const QuoteFilters = ({ list }: { list: ListStateOf<typeof quotes.list> }) => (
  <>
    <SearchFilter list={list} placeholder="Search by number, customer or reference" />
    <SelectFilter
      list={list}
      name="state"
      label="Status"
      all="All Status"
      options={optionsFrom(quoteStateNames)}
    />
    <CustomerFilter list={list} />
    <DateRangeFilter list={list} />
  </>
);
