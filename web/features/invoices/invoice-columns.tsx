import { saleChannelNames } from '#domain/sales/sale-state';
import type { SaleRow, sales, SaleTotals } from '#domain/sales/sale.contract';
import type { Column, Columns } from '../../ui/table/data-table';
import { Day, Moment } from '../../ui/dates/day';
import { Money, Sum } from '../../ui/money';
import { InvoiceOutstanding, PaymentBadge, paymentCell, SaleBadge } from './invoice-badges';
import { CustomerLink, InvoiceLink } from './invoice-links';
import './invoices.css';

/** The columns of the list of invoices, with their totals. `excludes` those that were cancelled. */
export const invoiceColumns = (
  choice: Column<SaleRow> | null,
  totals: SaleTotals | undefined,
  excludes: boolean,
): Columns<typeof sales.list> => [
  ...(choice ? [choice] : []),
  {
    header: 'Invoice',
    kind: 'code',
    phone: 'detail',
    sort: 'number',
    cell: sale => <InvoiceLink sale={sale} />,
    foot: excludes ? 'Total excl. cancelled' : 'Total',
  },
  {
    header: 'Date',
    kind: 'date',
    phone: 'detail',
    sort: 'business_date',
    cell: sale => <Day date={sale.business_date} />,
  },
  {
    header: 'Customer',
    phone: 'title',
    minWidth: '120px',
    cell: sale => <CustomerLink customer={sale.customer} />,
  },
  {
    header: 'Net',
    hidden: true,
    align: 'end',
    cell: sale => <Money pence={sale.net} />,
    foot: <Sum pence={totals?.net} />,
  },
  {
    header: 'VAT',
    hidden: true,
    align: 'end',
    cell: sale => <Money pence={sale.vat} />,
    foot: <Sum pence={totals?.vat} />,
  },
  {
    header: 'Total',
    phone: 'figure',
    sort: 'gross',
    align: 'end',
    cell: sale => <Money pence={sale.gross} />,
    foot: <Sum pence={totals?.gross} />,
  },
  {
    header: 'Refunded',
    hidden: true,
    align: 'end',
    cell: sale => (sale.refunded === 0 ? '—' : <Money pence={sale.refunded} />),
    foot: <Sum pence={totals?.refunded} />,
  },
  {
    header: 'Outstanding',
    align: 'end',
    cell: sale => <InvoiceOutstanding sale={sale} />,
    foot: <Sum pence={totals?.outstanding} />,
  },
  ...stateColumns,
];

/** When it is due, its states, and who sold it. */
const stateColumns: Columns<typeof sales.list> = [
  {
    header: 'Due',
    kind: 'date',
    sort: 'due_on',
    cell: sale => (sale.outstanding === 0 ? '—' : <Day date={sale.due_on} />),
  },
  {
    header: 'Payment',
    kind: 'code',
    phone: 'detail',
    cell: paymentCell,
    phoneCell: sale => sale.payment_state && <PaymentBadge state={sale.payment_state} />,
  },
  {
    header: 'Status',
    kind: 'status',
    phone: 'detail',
    cell: sale => <SaleBadge status={sale.status} />,
    phoneCell: sale => sale.status !== 'completed' && <SaleBadge status={sale.status} />,
  },
  {
    header: 'Sold by',
    cell: ({ sold_by, channel }) => (
      <span className="invoice-seller">
        {sold_by}
        {/* Most are sold at a till. */}
        {channel !== 'till' && <span className="invoice-channel">{saleChannelNames[channel]}</span>}
      </span>
    ),
    copy: ({ sold_by, channel }) => `${sold_by}, ${saleChannelNames[channel].toLowerCase()}`,
  },
  { header: 'Sold at', kind: 'date', hidden: true, cell: sale => <Moment at={sale.sold_at} /> },
  { header: 'Channel', kind: 'code', hidden: true, cell: sale => saleChannelNames[sale.channel] },
];
