import type { OrderDetail } from '#domain/purchase-orders/purchase-order.contract';
import { Badge } from '../../ui/badge';
import { Card } from '../../ui/card';
import type { Column } from '../../ui/data-table';
import { Day } from '../../ui/day';
import { LongTable } from '../../ui/long-table';
import { Money, Outstanding } from '../../ui/money';
import { SupplierLink } from './order-link';

type Bill = OrderDetail['bills'][number];

/** The suppliers' bills, each held against what came: the three-way match. */
export const OrderBills = ({ order }: { order: OrderDetail }) =>
  order.status === 'draft' || order.status === 'cancelled' ? null : (
    <Card title="Bills" flush>
      <LongTable
        label="Bills"
        rows={order.bills}
        rowKey={bill => bill.id}
        columns={columns}
        empty="No bill has been recorded yet."
      />
    </Card>
  );

const columns: readonly Column<Bill>[] = [
  { header: 'Number', cell: bill => <span className="figures">{bill.number}</span> },
  { header: 'Their number', cell: bill => bill.supplier_bill_number },
  {
    header: 'For',
    cell: bill =>
      bill.kind === 'goods' ? (
        'Goods'
      ) : (
        <>
          Landed cost of <SupplierLink supplier={bill.supplier} />
        </>
      ),
  },
  { header: 'Date', cell: bill => <Day date={bill.bill_date} /> },
  { header: 'Due', cell: bill => <Day date={bill.due_on} /> },
  { header: 'Net', align: 'end', cell: bill => <Money pence={bill.net} /> },
  { header: 'VAT', align: 'end', cell: bill => <Money pence={bill.vat} /> },
  { header: 'Total', align: 'end', cell: bill => <Money pence={bill.gross} /> },
  { header: 'Match', cell: bill => <Match bill={bill} /> },
  { header: 'Outstanding', align: 'end', cell: bill => <Outstanding pence={bill.outstanding} /> },
];

function Match({ bill }: { bill: Bill }) {
  if (bill.kind !== 'goods') return '—';
  if (bill.difference === 0) return <Badge tone="success">As received</Badge>;
  return (
    <Badge tone="warning">
      <Money pence={Math.abs(bill.difference)} /> {bill.difference > 0 ? 'more' : 'less'}
    </Badge>
  );
}
