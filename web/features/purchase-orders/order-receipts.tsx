import { formatQuantity } from '#domain/kernel/quantity';
import type { OrderDetail } from '#domain/purchase-orders/purchase-order.contract';
import { Card } from '../../ui/card';
import type { Column } from '../../ui/data-table';
import { Day } from '../../ui/day';
import { LongTable } from '../../ui/long-table';
import { Money } from '../../ui/money';

type Receipt = OrderDetail['receipts'][number];
type Return = OrderDetail['returns'][number];

/** Goods receipts and returns. */
export function OrderReceipts({ order }: { order: OrderDetail }) {
  if (order.status === 'draft' || order.status === 'cancelled') return null;
  return (
    <>
      <Card title="Goods received" id="goods-received" flush>
        <LongTable
          label="Goods received"
          rows={order.receipts}
          rowKey={receipt => receipt.id}
          columns={receiptColumns}
          empty="No goods received yet."
        />
      </Card>
      {order.returns.length > 0 && (
        <Card title="Returns" id="returns" flush>
          <LongTable
            label="Returns"
            rows={order.returns}
            rowKey={row => row.id}
            columns={returnColumns}
            empty="No returns yet."
          />
        </Card>
      )}
    </>
  );
}

const receiptColumns: readonly Column<Receipt>[] = [
  { header: 'Number', kind: 'code', cell: receipt => <span className="figures">{receipt.number}</span> },
  { header: 'Date', kind: 'date', cell: receipt => <Day date={receipt.business_date} /> },
  {
    header: 'Goods',
    cell: receipt => (
      <ul className="order-goods">
        {receipt.lines.map(line => (
          <li key={line.id}>
            <span className="figures">{formatQuantity(line.quantity)}</span> × {line.description}
          </li>
        ))}
      </ul>
    ),
  },
  { header: 'Value', align: 'end', cell: receipt => <Money pence={receipt.value} /> },
  { header: 'Delivery note', cell: receipt => receipt.delivery_note ?? '—' },
  { header: 'Notes', cell: receipt => receipt.notes ?? '—' },
  { header: 'Received by', kind: 'person', cell: receipt => receipt.received_by },
];

const returnColumns: readonly Column<Return>[] = [
  { header: 'Number', kind: 'code', cell: row => <span className="figures">{row.number}</span> },
  {
    header: 'Date',
    kind: 'date',
    cell: row => (
      <div className="order-number">
        <Day date={row.business_date} />
        {row.posted_on !== null && row.posted_on !== row.business_date && (
          <span className="order-aside">
            posted <Day date={row.posted_on} />
          </span>
        )}
      </div>
    ),
  },
  {
    header: 'Quantity',
    align: 'end',
    cell: row => <span className="figures">{formatQuantity(row.quantity)}</span>,
  },
  { header: 'Reason', cell: row => row.reason },
  { header: 'Credit note', cell: row => <span className="figures">{row.credit_number ?? '—'}</span> },
  { header: 'Supplier’s number', kind: 'code', cell: row => row.supplier_credit_number ?? '—' },
  { header: 'Credited', align: 'end', cell: row => <Money pence={row.gross} /> },
];
