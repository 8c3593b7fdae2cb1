import type { OrderDetail } from '#domain/purchase-orders/purchase-order.contract';
import { hasOutstanding } from '#domain/purchase-orders/purchase-order.status';
import { Day, Moment } from '../../ui/dates/day';
import type { Fact } from '../../ui/record/fact-list';
import { Money, outstandingFigure } from '../../ui/money';
import { SummaryCard } from '../../ui/record/summary-card';
import { SupplierLink } from './order-link';

/** Supplier, dates and totals. */
export function OrderInformation({ order }: { order: OrderDetail }) {
  const facts: Fact[] = [
    { label: 'Supplier', value: <SupplierLink supplier={order.supplier} /> },
    { label: 'Order date', value: <Day date={order.order_date} /> },
    { label: 'Expected delivery', value: <Day date={order.expected_delivery_date} /> },
    { label: 'Reference', value: order.reference },
    { label: 'Created by', value: order.creator.name },
    { label: 'Sent', value: order.sent_at && <Moment at={order.sent_at} /> },
    ...(order.approved_by === null ? [] : [{ label: 'Approved by', value: order.approved_by }]),
    { label: 'Revision', value: order.revision },
  ];
  return (
    <SummaryCard
      title="Order"
      figures={[
        { label: 'Total', value: <Money pence={order.total_amount} /> },
        ...(order.owed_amount === order.total_amount
          ? []
          : [{ label: 'Billed or to be billed', value: <Money pence={order.owed_amount} /> }]),
        { label: 'Paid', value: <Money pence={order.paid_amount} /> },
        { label: 'Credited', value: <Money pence={order.credited_amount} /> },
        hasOutstanding(order.status)
          ? outstandingFigure(order.outstanding_amount)
          : { label: 'Outstanding', value: '—' },
      ]}
      facts={facts}
      notes={order.notes}
    />
  );
}
