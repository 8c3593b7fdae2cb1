import type { ReplyOf } from '#domain/kernel/call';
import {
  billKindNames,
  type SupplierBillRow,
  type supplierBills,
} from '#domain/purchase-orders/supplier-bill.contract';
import type { Columns } from '../../ui/table/data-table';
import { isPast } from '../../ui/form/dated-fields';
import { Day } from '../../ui/dates/day';
import { Money, Outstanding, Sum } from '../../ui/money';
import { PageLink } from '../../ui/page-link';
import { OrderLink } from '../purchase-orders';
import { BillBadge, BillLink } from '../supplier-documents';
import './supplier-bills.css';

type Totals = ReplyOf<typeof supplierBills.totals>;

/** The columns of the list of supplier bills, with their totals. `excludes` those that were reversed. */
export const supplierBillColumns = (
  totals: Totals | undefined,
  excludes: boolean,
): Columns<typeof supplierBills.list> => [
  {
    header: 'Our / supplier number',
    kind: 'code',
    phone: 'detail',
    sort: 'number',
    cell: bill => (
      <span className="bill-lines">
        <BillLink bill={bill} />
        <span className="bill-aside">{bill.supplier_bill_number}</span>
      </span>
    ),
    foot: excludes ? 'Total excl. reversed' : 'Total',
  },
  {
    header: 'Supplier',
    phone: 'title',
    minWidth: '140px',
    cell: ({ supplier }) => <PageLink to={`/suppliers/${supplier.id}`}>{supplier.name}</PageLink>,
  },
  { header: 'For', minWidth: '120px', cell: bill => <Purpose bill={bill} /> },
  {
    header: 'Date',
    kind: 'date',
    sort: 'bill_date',
    cell: bill => <Day date={bill.bill_date} />,
  },
  {
    header: 'Due',
    kind: 'date',
    phone: 'detail',
    sort: 'due_on',
    cell: bill => (bill.outstanding > 0 ? <Day date={bill.due_on} /> : '—'),
  },
  ...amountColumns(totals),
  { header: 'Status', kind: 'status', phone: 'detail', cell: bill => <BillBadge bill={bill} /> },
];

const amountColumns = (totals: Totals | undefined): Columns<typeof supplierBills.list> => [
  {
    header: 'Net',
    hidden: true,
    align: 'end',
    cell: bill => <Money pence={bill.net} />,
    foot: <Sum pence={totals?.net} />,
  },
  {
    header: 'VAT',
    hidden: true,
    align: 'end',
    cell: bill => <Money pence={bill.vat} />,
    foot: <Sum pence={totals?.vat} />,
  },
  {
    header: 'Total',
    phone: 'figure',
    sort: 'gross',
    align: 'end',
    cell: bill => <Money pence={bill.gross} />,
    foot: <Sum pence={totals?.gross} />,
  },
  {
    header: 'Outstanding',
    phone: 'detail',
    sort: 'outstanding',
    align: 'end',
    cell: bill => <Outstanding pence={bill.outstanding} isOverdue={isPast(bill.due_on)} />,
    foot: <Sum pence={totals?.outstanding} />,
  },
];

/** The order of a bill, or the kind of bill where that says more. */
const Purpose = ({ bill: { kind, order } }: { bill: SupplierBillRow }) => (
  <span className="bill-lines">
    {(kind !== 'goods' || order === null) && <span>{billKindNames[kind]}</span>}
    {order && <OrderLink id={order.id}>{order.po_number}</OrderLink>}
  </span>
);
