import { formatQuantity } from '#domain/kernel/quantity';
import { Undo2 } from 'lucide-react';
import { type OrderDetail, purchases } from '#domain/purchase-orders/purchase-order.contract';
import { useAccess } from '../../platform/access';
import { Badge } from '../../ui/badge';
import { Card } from '../../ui/card';
import type { Column } from '../../ui/table/data-table';
import { Day } from '../../ui/dates/day';
import { LongTable } from '../../ui/table/long-table';
import { Money } from '../../ui/money';
import { RowAction } from '../../ui/table/row-action';
import type { OrderDialogState } from './order-dialogs';

type Receipt = OrderDetail['receipts'][number];
type Return = OrderDetail['returns'][number];
type Props = { order: OrderDetail; onOpen: (dialog: OrderDialogState) => void };

/** Goods receipts and returns. */
export function OrderReceipts({ order, onOpen }: Props) {
  const { canCall } = useAccess();
  if (order.status === 'draft' || order.status === 'cancelled') return null;
  return (
    <>
      <Card title="Goods received" id="goods-received" flush>
        <LongTable
          label="Goods received"
          rows={order.receipts}
          rowKey={receipt => receipt.id}
          columns={
            canCall(purchases.reverseReceipt) ? [...receiptColumns, actionsColumn(onOpen)] : receiptColumns
          }
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
  {
    header: 'Number',
    kind: 'code',
    cell: receipt => (
      <div className="order-number">
        <span className="figures">{receipt.number}</span>
        {receipt.reversal !== null && (
          <span title={receipt.reversal.reason}>
            <Badge tone="secondary">Reversed by {receipt.reversal.number}</Badge>
          </span>
        )}
      </div>
    ),
  },
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

const actionsColumn = (onOpen: Props['onOpen']): Column<Receipt> => ({
  header: 'Actions',
  kind: 'actions',
  align: 'end',
  cell: receipt => (
    <span className="row-actions">
      <RowAction
        label="Reverse receipt"
        of={receipt.number}
        danger
        icon={Undo2}
        can={receipt.can.reverse}
        onClick={() => onOpen({ kind: 'reverse_receipt', receipt })}
      />
    </span>
  ),
});

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
