import { Ban, Copy, Eye, Pencil, Trash2 } from 'lucide-react';
import type { OrderRow, purchases } from '#domain/purchase-orders/purchase-order.contract';
import { hasOutstanding, hasPaidStatus } from '#domain/purchase-orders/purchase-order.status';
import type { Columns } from '../../ui/table/data-table';
import { Day, Moment } from '../../ui/dates/day';
import { Money, Outstanding } from '../../ui/money';
import { RowAction } from '../../ui/table/row-action';
import { OrderBadge, OverdueBadge, PaidBadge, WaitingBadge } from './order-badges';
import { OrderLink, SupplierLink } from './order-link';
import './purchase-orders.css';

type Action = false | ((order: OrderRow) => void);
export type OrderRowActions = {
  onOpen: (order: OrderRow) => void;
  onEdit: Action;
  onDuplicate: Action;
  onCancel: Action;
  onDelete: Action;
};

/**
 * The columns of the order list. Actions without permission, or not possible for the order's status, are
 * absent.
 */
export const orderColumns = (actions: OrderRowActions): Columns<typeof purchases.list> => [
  {
    header: 'PO Number',
    kind: 'code',
    phone: 'detail',
    sort: 'po_number',
    cell: order => (
      <div className="order-number">
        <OrderLink id={order.id}>{order.po_number}</OrderLink>
        {order.reference && <span className="order-aside">{order.reference}</span>}
      </div>
    ),
  },
  {
    header: 'Supplier',
    phone: 'title',
    lines: 2,
    minWidth: '130px',
    cell: order => <SupplierLink supplier={order.supplier} />,
  },
  { header: 'Reference', hidden: true, cell: order => order.reference ?? '—' },
  {
    header: 'Order Date',
    kind: 'date',
    phone: 'detail',
    sort: 'order_date',
    cell: order => <Day date={order.order_date} />,
  },
  {
    header: 'Expected',
    kind: 'date',
    sort: 'expected_delivery_date',
    cell: order => (
      <div className="order-number">
        <Day date={order.expected_delivery_date} />
        {order.is_overdue && <OverdueBadge />}
      </div>
    ),
  },
  {
    header: 'Total',
    phone: 'figure',
    sort: 'total_amount',
    align: 'end',
    cell: order => <Money pence={order.total_amount} />,
  },
  { header: 'Paid', align: 'end', cell: order => <Money pence={order.paid_amount} /> },
  {
    header: 'Outstanding',
    phone: 'detail',
    align: 'end',
    cell: order => (hasOutstanding(order.status) ? <Outstanding pence={order.outstanding_amount} /> : '—'),
  },
  {
    header: 'Credited',
    hidden: true,
    align: 'end',
    cell: order => (order.credited_amount === 0 ? '—' : <Money pence={order.credited_amount} />),
  },
  ...stateColumns,
  {
    header: 'Actions',
    kind: 'actions',
    align: 'end',
    width: '134px',
    cell: order => <RowActions order={order} {...actions} />,
  },
];

/** Its states, and who created it. */
const stateColumns: Columns<typeof purchases.list> = [
  {
    header: 'Status',
    kind: 'status',
    phone: 'detail',
    cell: order => (
      <div className="order-number">
        <OrderBadge status={order.status} />
        {order.is_waiting_for_approval && <WaitingBadge />}
      </div>
    ),
  },
  {
    header: 'Payment',
    kind: 'code',
    cell: order => (hasPaidStatus(order.status) ? <PaidBadge order={order} /> : '—'),
  },
  { header: 'Created By', kind: 'person', hidden: true, cell: order => order.creator.name },
  { header: 'Created', kind: 'date', hidden: true, cell: order => <Moment at={order.created_at} /> },
];

const isOpen = ({ status }: OrderRow) => status === 'draft' || status === 'sent' || status === 'received';

const RowActions = ({
  order,
  onOpen,
  onEdit,
  onDuplicate,
  onCancel,
  onDelete,
}: { order: OrderRow } & OrderRowActions) => (
  <span className="row-actions">
    <RowAction icon={Eye} label="Open" of={order.po_number} onClick={() => onOpen(order)} />
    {onEdit && isOpen(order) && (
      <RowAction icon={Pencil} label="Edit" of={order.po_number} onClick={() => onEdit(order)} />
    )}
    {onDuplicate && (
      <RowAction icon={Copy} label="Duplicate" of={order.po_number} onClick={() => onDuplicate(order)} />
    )}
    {onCancel && order.status === 'sent' && (
      <RowAction icon={Ban} label="Cancel" of={order.po_number} danger onClick={() => onCancel(order)} />
    )}
    {onDelete && order.status === 'draft' && (
      <RowAction icon={Trash2} label="Delete" of={order.po_number} danger onClick={() => onDelete(order)} />
    )}
  </span>
);
