import { ReceiptText, Undo2 } from 'lucide-react';
import type { Column } from '../../ui/table/data-table';
import { isPast } from '../../ui/form/dated-fields';
import { Day } from '../../ui/dates/day';
import { Money, Outstanding } from '../../ui/money';
import { RowAction } from '../../ui/table/row-action';
import { AllocationsAction } from '../supplier-allocations';
import { BillLink } from './bill-link';
import { VatNumberBadge } from './missing-vat-number';
import type { SupplierBill } from './supplier-bills';
import { UseAdvanceAction } from './use-advance-action';
import './supplier-documents.css';

type On = false | ((bill: SupplierBill) => void);
type Actions = {
  supplier: { readonly id: number; readonly name: string };
  onCredit: On;
  onAdvance: (bill: SupplierBill) => void;
  onAllocations: (bill: SupplierBill) => void;
  onReverse: On;
};

/** A supplier bill that is not reversed. A bill for an order is reversed on the order's page. */
export const billColumns = (
  actions: Actions & { readonly hasActions: boolean },
): readonly Column<SupplierBill>[] => [
  {
    header: 'Our / supplier number',
    kind: 'code',
    cell: bill => (
      <span className="paper-lines">
        <BillLink bill={bill} />
        <span className="paper-aside">{bill.supplier_bill_number}</span>
      </span>
    ),
  },
  { header: 'For', cell: bill => purposes[bill.kind](bill.po_number) },
  { header: 'Date', kind: 'date', cell: bill => <Day date={bill.bill_date} /> },
  { header: 'Due', kind: 'date', cell: bill => <Day date={bill.due_on} /> },
  {
    header: 'Total',
    align: 'end',
    cell: bill => (
      <span>
        <Money pence={bill.gross} />
        <VatNumberBadge bill={bill} />
      </span>
    ),
  },
  {
    header: 'Outstanding',
    align: 'end',
    cell: bill => <Outstanding pence={bill.outstanding} isOverdue={isPast(bill.due_on)} />,
  },
  ...(actions.hasActions
    ? [
        {
          header: 'Actions',
          kind: 'actions' as const,
          align: 'end' as const,
          cell: (bill: SupplierBill) => <BillActions bill={bill} {...actions} />,
        },
      ]
    : []),
];

const purposes: Readonly<Record<SupplierBill['kind'], (order: string | null) => string>> = {
  goods: order => order ?? 'Goods',
  landed_cost: order => `Landed cost of ${order ?? 'an order'}`,
  opening: () => 'Opening balance',
  direct: () => 'No order',
};

const BillActions = ({
  bill,
  supplier,
  onCredit,
  onAdvance,
  onAllocations,
  onReverse,
}: Actions & { bill: SupplierBill }) => (
  <span className="row-actions">
    <UseAdvanceAction bill={bill} supplier={supplier} onUse={() => onAdvance(bill)} />
    <AllocationsAction bill={bill} onShow={() => onAllocations(bill)} />
    {onCredit && (
      <RowAction
        label="Record credit note"
        of={bill.supplier_bill_number}
        icon={ReceiptText}
        onClick={() => onCredit(bill)}
      />
    )}
    {onReverse && bill.kind === 'direct' && (
      <RowAction
        label="Reverse bill"
        of={bill.supplier_bill_number}
        danger
        icon={Undo2}
        onClick={() => onReverse(bill)}
      />
    )}
  </span>
);
