import type { SupplierBillDetail } from '#domain/purchase-orders/supplier-bill.contract';
import { ReverseBillDialog } from '../purchase-orders';
import {
  ReverseDocumentDialog,
  SupplierCreditDialog,
  SupplierPaymentDialog,
  useAdvances,
  UseAdvanceDialog,
} from '../supplier-documents';

/** The dialog open on a bill's page. */
export type BillDialogState = 'pay' | 'credit' | 'advance' | 'reverse';

type Handlers = { onClose: () => void; onDone: (message: string) => void };
type Props = Handlers & { bill: SupplierBillDetail; open: BillDialogState };

export function BillDialogs({ bill, open, ...handlers }: Props) {
  switch (open) {
    case 'pay':
      return <SupplierPaymentDialog supplier={bill.supplier} bill={bill} {...handlers} />;
    case 'credit':
      return <SupplierCreditDialog supplier={bill.supplier} billId={bill.id} {...handlers} />;
    case 'advance':
      return <UseAdvance bill={bill} {...handlers} />;
    default:
      return <Reverse bill={bill} {...handlers} />;
  }
}

type OfBill = Handlers & { bill: SupplierBillDetail };

function UseAdvance({ bill, ...handlers }: OfBill) {
  const advances = useAdvances(bill.supplier.id);
  return <UseAdvanceDialog bill={bill} supplierId={bill.supplier.id} advances={advances} {...handlers} />;
}

/** Goods and landed cost are reversed with their order. */
const Reverse = ({ bill, ...handlers }: OfBill) =>
  bill.order === null ? (
    <ReverseDocumentDialog
      what="bill"
      document={{
        id: bill.id,
        supplierNumber: bill.supplier_bill_number,
        allocated: bill.gross - bill.outstanding,
      }}
      {...handlers}
    />
  ) : (
    <ReverseBillDialog orderId={bill.order.id} bill={bill} {...handlers} />
  );
