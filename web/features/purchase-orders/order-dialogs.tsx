import type { OrderDetail } from '#domain/purchase-orders/purchase-order.contract';
import { AllocationsDialog } from '../supplier-allocations';
import { PaymentDialogs, type PaymentDialogState } from '../supplier-payments';
import { SupplierCreditDialog, useAdvances, UseAdvanceDialog } from '../supplier-documents';
import {
  LandedCostDialog,
  PaySupplierDialog,
  OrderReasonDialog,
  ReceiveGoodsDialog,
  RecordBillDialog,
  ReturnGoodsDialog,
  ReverseBillDialog,
  ReverseReceiptDialog,
  SendOrderDialog,
} from './lazy-dialogs';

type OrderBill = OrderDetail['bills'][number];
type OrderReceipt = OrderDetail['receipts'][number];

/** The dialog open on an order's page. */
export type OrderDialogState =
  | { readonly kind: 'receive' | 'bill' | 'pay' | 'refund' | 'return' | 'landed_cost' | 'send' }
  | { readonly kind: 'cancel' | 'close_short' | 'reopen' | 'reject_approval' }
  | {
      readonly kind: 'reverse_bill' | 'credit_bill' | 'use_advance' | 'allocations';
      readonly bill: OrderBill;
    }
  | { readonly kind: 'reverse_receipt'; readonly receipt: OrderReceipt }
  | PaymentDialogState;

type Props = {
  order: OrderDetail;
  open: OrderDialogState;
  onClose: () => void;
  onDone: (message: string) => void;
};

export function OrderDialogs({ order, open, onClose, onDone }: Props) {
  const common = { order, onClose, onDone };
  switch (open.kind) {
    case 'receive':
      return <ReceiveGoodsDialog {...common} />;
    case 'bill':
      return <RecordBillDialog {...common} />;
    case 'pay':
      return <PaySupplierDialog {...common} direction="out" />;
    case 'refund':
      return <PaySupplierDialog {...common} direction="in" />;
    case 'return':
      return <ReturnGoodsDialog {...common} />;
    case 'landed_cost':
      return <LandedCostDialog {...common} />;
    case 'send':
      return <SendOrderDialog {...common} />;
    case 'credit_bill':
      return (
        <SupplierCreditDialog
          supplier={open.bill.supplier}
          billId={open.bill.id}
          onClose={onClose}
          onDone={onDone}
        />
      );
    case 'allocations':
      return <AllocationsDialog bill={open.bill} supplierId={open.bill.supplier.id} onClose={onClose} />;
    case 'use_advance':
      return <UseAdvance bill={open.bill} onClose={onClose} onDone={onDone} />;
    case 'reverse_bill':
      return <ReverseBillDialog orderId={order.id} bill={open.bill} onClose={onClose} onDone={onDone} />;
    case 'reverse_receipt':
      return <ReverseReceiptDialog {...common} receipt={open.receipt} />;
    case 'confirm_excess':
    case 'cancel_payment':
    case 'fail_payment':
      return <PaymentDialogs open={open} onClose={onClose} onDone={onDone} />;
    default:
      return <OrderReasonDialog {...common} kind={open.kind} />;
  }
}

/** The credit of the supplier that sent the bill, who for landed cost is not the order's supplier. */
function UseAdvance({ bill, ...handlers }: Pick<Props, 'onClose' | 'onDone'> & { bill: OrderBill }) {
  const advances = useAdvances(bill.supplier.id);
  return <UseAdvanceDialog bill={bill} supplierId={bill.supplier.id} advances={advances} {...handlers} />;
}
