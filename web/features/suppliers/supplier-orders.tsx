import {
  hasPaidStatus,
  paidStatusNames,
  purchaseOrderStatusNames,
} from '#domain/purchase-orders/purchase-order.status';
import type { PurchaseOrderRow, SupplierDetail } from '#domain/suppliers/supplier.contract';
import { Badge } from '../../ui/badge';
import { Card } from '../../ui/card';
import type { Column } from '../../ui/table/data-table';
import { Day } from '../../ui/dates/day';
import { LongTable } from '../../ui/table/long-table';
import { Money } from '../../ui/money';
import { Tiles } from '../../ui/tiles';
import { OrderLink } from '../purchase-orders';
import { orderTones, paidTones } from './status-tones';

/** The orders of a supplier: four figures and every order (SD-03). */
export const SupplierOrders = ({ supplier: { summary, purchaseOrders } }: { supplier: SupplierDetail }) => (
  <Card title="Purchase Orders and Summary" flush>
    <div className="card-body">
      <Tiles
        tiles={[
          { label: 'Total Orders', value: summary.total_purchase_orders },
          { label: 'Completed', value: summary.completed_orders },
          { label: 'Active', value: summary.active_orders },
          { label: 'Transactions', value: summary.total_transactions },
        ]}
      />
    </div>
    <LongTable
      label="Purchase orders"
      rows={purchaseOrders}
      rowKey={order => order.id}
      columns={columns}
      empty="No purchase orders found for this supplier."
    />
  </Card>
);

const columns: readonly Column<PurchaseOrderRow>[] = [
  {
    header: 'PO Number',
    kind: 'code',
    cell: order => <OrderLink id={order.id}>{order.po_number}</OrderLink>,
  },
  { header: 'Order Date', kind: 'date', cell: order => <Day date={order.order_date} /> },
  { header: 'Expected Delivery', kind: 'date', cell: order => <Day date={order.expected_delivery_date} /> },
  { header: 'Total Amount', align: 'end', cell: order => <Money pence={order.total_amount} /> },
  { header: 'Paid Amount', align: 'end', cell: order => <Money pence={order.paid_amount} /> },
  {
    header: 'Status',
    kind: 'status',
    cell: order => <Badge tone={orderTones[order.status]}>{purchaseOrderStatusNames[order.status]}</Badge>,
  },
  {
    header: 'Payment Status',
    kind: 'code',
    cell: order =>
      hasPaidStatus(order.status) ? (
        <Badge tone={paidTones[order.paid_status]}>{paidStatusNames[order.paid_status]}</Badge>
      ) : (
        '—'
      ),
  },
  { header: 'Created By', kind: 'person', cell: order => order.creator.name },
];
