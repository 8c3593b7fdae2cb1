import { ReceiptText, Undo2 } from 'lucide-react';
import { journals } from '#domain/journals/journal.contract';
import { payments } from '#domain/payments/payment.contract';
import { supplierAllocations } from '#domain/payments/supplier-allocation.contract';
import { type OrderDetail, purchases } from '#domain/purchase-orders/purchase-order.contract';
import { supplierDocuments } from '#domain/purchase-orders/supplier-document.contract';
import { useAccess } from '../../platform/access';
import { Badge } from '../../ui/badge';
import { Card } from '../../ui/card';
import type { Column } from '../../ui/table/data-table';
import { isPast } from '../../ui/form/dated-fields';
import { Day } from '../../ui/dates/day';
import { JournalLink } from '../../ui/record/journal-link';
import { LongTable } from '../../ui/table/long-table';
import { Money, Outstanding } from '../../ui/money';
import { RowAction } from '../../ui/table/row-action';
import { AllocationsAction } from '../supplier-allocations';
import { BillLink, UseAdvanceAction, VatNumberBadge, VatNumberNote } from '../supplier-documents';
import type { OrderDialogState } from './order-dialogs';
import { SupplierLink } from './order-link';
import './purchase-orders.css';

type Bill = OrderDetail['bills'][number];
type Props = { order: OrderDetail; onOpen: (dialog: OrderDialogState) => void };

/** The supplier bills, each matched to the goods received: the three-way match. */
export function OrderBills({ order, onOpen }: Props) {
  const { canCall } = useAccess();
  if (order.status === 'draft' || order.status === 'cancelled') return null;
  return (
    <Card title="Bills" id="bills" flush>
      <LongTable
        label="Bills"
        rows={order.bills}
        rowKey={bill => bill.id}
        columns={[
          ...columns,
          ...(canCall(journals.get) ? [journalColumn] : []),
          ...([
            purchases.reverseBill,
            supplierDocuments.credit,
            payments.allocate,
            supplierAllocations.list,
          ].some(canCall)
            ? [
                actionsColumn(onOpen, {
                  reverse: canCall(purchases.reverseBill),
                  credit: canCall(supplierDocuments.credit),
                }),
              ]
            : []),
        ]}
        empty="No bills yet."
      />
      <VatNumberNote bills={order.bills} />
    </Card>
  );
}

const columns: readonly Column<Bill>[] = [
  {
    header: 'Our / supplier number',
    kind: 'code',
    cell: bill => (
      <div className="order-number">
        <BillLink bill={bill} />
        <span>{bill.supplier_bill_number}</span>
      </div>
    ),
  },
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
  {
    header: 'Date / due',
    kind: 'date',
    cell: bill => (
      <div className="order-number">
        <Day date={bill.bill_date} />
        <span className="order-aside">
          due <Day date={bill.due_on} />
        </span>
        {bill.posted_on !== null && bill.posted_on !== bill.bill_date && (
          <span className="order-aside">
            posted <Day date={bill.posted_on} />
          </span>
        )}
      </div>
    ),
  },
  { header: 'Net', align: 'end', cell: bill => <Money pence={bill.net} /> },
  {
    header: 'VAT',
    align: 'end',
    cell: bill => (
      <span>
        <Money pence={bill.vat} />
        <VatNumberBadge bill={bill} />
      </span>
    ),
  },
  { header: 'Total', align: 'end', cell: bill => <Money pence={bill.gross} /> },
  { header: 'Match', cell: bill => <Match bill={bill} /> },
  {
    header: 'Outstanding',
    align: 'end',
    cell: bill => <Outstanding pence={bill.outstanding} isOverdue={isPast(bill.due_on)} />,
  },
];

const journalColumn: Column<Bill> = {
  header: 'Journals',
  cell: bill => (
    <span>
      {bill.journal_id === null ? '—' : <JournalLink id={bill.journal_id} />}
      {bill.reversal_journal_id !== null && (
        <>
          , <JournalLink id={bill.reversal_journal_id} />
        </>
      )}
    </span>
  ),
};

const actionsColumn = (
  onOpen: Props['onOpen'],
  allowed: { readonly reverse: boolean; readonly credit: boolean },
): Column<Bill> => ({
  header: 'Actions',
  kind: 'actions',
  align: 'end',
  cell: bill => (
    <span className="row-actions">
      <UseAdvanceAction
        bill={bill}
        supplier={bill.supplier}
        isReversed={bill.reversed_at !== null}
        onUse={() => onOpen({ kind: 'use_advance', bill })}
      />
      <AllocationsAction
        bill={bill}
        isReversed={bill.reversed_at !== null}
        onShow={() => onOpen({ kind: 'allocations', bill })}
      />
      {allowed.credit && (
        <RowAction
          label="Record credit note"
          of={bill.supplier_bill_number}
          icon={ReceiptText}
          can={bill.can.credit}
          onClick={() => onOpen({ kind: 'credit_bill', bill })}
        />
      )}
      {allowed.reverse && (
        <RowAction
          label="Reverse bill"
          of={bill.supplier_bill_number}
          danger
          icon={Undo2}
          can={bill.can.reverse}
          onClick={() => onOpen({ kind: 'reverse_bill', bill })}
        />
      )}
    </span>
  ),
});

function Match({ bill }: { bill: Bill }) {
  if (bill.reversed_at !== null)
    return (
      <span title={bill.reversal_reason ?? undefined}>
        <Badge tone="secondary">Reversed</Badge>
      </span>
    );
  if (bill.kind !== 'goods') return '—';
  if (bill.difference === 0) return <Badge tone="success">As received</Badge>;
  return (
    <Badge tone="warning">
      <Money pence={Math.abs(bill.difference)} /> {bill.difference > 0 ? 'more' : 'less'}
    </Badge>
  );
}
