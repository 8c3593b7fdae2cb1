import { useLayoutEffect, useRef } from 'react';
import { focusSearch } from './till-actions';
import { useTill } from './till-context';
import { type EnteredDialogState, enteredIn } from './till-state';
import { SaleApprovalDialog } from './dialogs/sale-approval-dialog';
import { CashierDialog } from './dialogs/cashier-dialog';
import { ClockDialog } from './dialogs/clock-dialog';
import { CustomerDialog } from './dialogs/customer-dialog';
import { DiscountDialog } from './dialogs/discount-dialog';
import { HelpDialog } from './dialogs/help-dialog';
import { HeldSalesDialog, HoldDialog } from './dialogs/hold-dialogs';
import { NoteDialog, PriceDialog, QuantityDialog } from './dialogs/line-dialogs';
import { PayDialog } from './dialogs/pay-dialog';
import { PaymentDialog } from './dialogs/payment-dialog';
import { TakePaymentDialog } from './dialogs/take-payment-dialog';
import { PrinterDialog } from './dialogs/printer-dialog';
import { QuoteDialog } from './dialogs/quote-dialog';
import { RefundedDialog } from './dialogs/refunded-dialog';
import { ReceiptDialog } from './dialogs/receipt-dialog';
import { ReturnDialog } from './dialogs/return-dialog';
import { TillMenuDialog } from './dialogs/till-menu-dialog';
import { BehindApproval } from './dialogs/till-dialog';
import { UnsentSalesDialog } from './dialogs/unsent-sales-dialog';
import { VoidDialog } from './dialogs/void-dialog';

/** The open dialog, if any. When it closes, the cursor returns to the search field. */
export function TillDialogs() {
  const { dialog } = useTill();
  const wasOpen = useRef(false);
  // At once, because a fast typist does not wait for the next render.
  useLayoutEffect(() => {
    if (wasOpen.current && !dialog) focusSearch();
    wasOpen.current = dialog !== null;
  }, [dialog]);
  if (!dialog) return null;
  const approval = dialog.kind === 'approval' ? dialog : null;
  const entered = enteredIn({ dialog });
  return (
    <>
      {entered && (
        <BehindApproval value={approval !== null}>
          <EnteredDialog dialog={entered} />
        </BehindApproval>
      )}
      {approval && <SaleApprovalDialog {...approval} />}
    </>
  );
}

function EnteredDialog({ dialog }: { dialog: EnteredDialogState }) {
  switch (dialog.kind) {
    case 'pay':
      return <PayDialog />;
    case 'customer':
      return <CustomerDialog />;
    case 'hold':
      return <HoldDialog />;
    case 'held':
      return <HeldSalesDialog />;
    case 'help':
      return <HelpDialog />;
    case 'basket-discount':
      return <DiscountDialog />;
    case 'void':
      return <VoidDialog />;
    case 'till':
      return <TillMenuDialog />;
    case 'cashier':
      return <CashierDialog />;
    case 'clock':
      return <ClockDialog />;
    case 'unsent':
      return <UnsentSalesDialog />;
    case 'printer':
      return <PrinterDialog />;
    case 'quote':
      return <QuoteDialog />;
    case 'quantity':
      return <QuantityDialog line={dialog.line} />;
    case 'discount':
      return <DiscountDialog line={dialog.line} />;
    case 'price':
      return <PriceDialog line={dialog.line} />;
    case 'note':
      return <NoteDialog line={dialog.line} />;
    case 'return':
      return <ReturnDialog number={dialog.number} />;
    case 'refunded':
      return <RefundedDialog sale={dialog.sale} note={dialog.note} />;
    case 'take-payment':
      return <TakePaymentDialog purpose={dialog.purpose} />;
    case 'payment':
      return <PaymentDialog payment={dialog.payment} change={dialog.change} isFresh={dialog.isFresh} />;
    case 'receipt':
      return <ReceiptDialog sale={dialog.sale} isFresh={dialog.isFresh} refund={dialog.refund ?? null} />;
  }
}
