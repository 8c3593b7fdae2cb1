import { useLayoutEffect, useRef } from 'react';
import { focusSearch } from './till-actions';
import { useTill } from './till-context';
import { ApprovalWindow } from './windows/approval-window';
import { CashierWindow } from './windows/cashier-window';
import { ClockWindow } from './windows/clock-window';
import { CustomerWindow } from './windows/customer-window';
import { DiscountWindow } from './windows/discount-window';
import { HelpWindow } from './windows/help-window';
import { HeldWindow, HoldWindow } from './windows/hold-windows';
import { NoteWindow, PriceWindow, QuantityWindow } from './windows/line-windows';
import { PayWindow } from './windows/pay-window';
import { PaymentWindow } from './windows/payment-window';
import { TakePaymentWindow } from './windows/take-payment-window';
import { PrinterWindow } from './windows/printer-window';
import { QuoteWindow } from './windows/quote-window';
import { RefundedWindow } from './windows/refunded-window';
import { ReceiptWindow } from './windows/receipt-window';
import { ReturnWindow } from './windows/return-window';
import { TillWindow } from './windows/till-window';
import { UnsentWindow } from './windows/unsent-window';
import { VoidWindow } from './windows/void-window';

/** The open dialog, if any. When it closes, the cursor returns to the search field. */
export function TillWindows() {
  const { window } = useTill();
  const wasOpen = useRef(false);
  // At once, because a fast typist does not wait for the next render.
  useLayoutEffect(() => {
    if (wasOpen.current && !window) focusSearch();
    wasOpen.current = window !== null;
  }, [window]);
  if (!window) return null;
  switch (window.kind) {
    case 'pay':
      return <PayWindow />;
    case 'customer':
      return <CustomerWindow />;
    case 'hold':
      return <HoldWindow />;
    case 'held':
      return <HeldWindow />;
    case 'help':
      return <HelpWindow />;
    case 'basket-discount':
      return <DiscountWindow />;
    case 'void':
      return <VoidWindow />;
    case 'till':
      return <TillWindow />;
    case 'cashier':
      return <CashierWindow />;
    case 'clock':
      return <ClockWindow />;
    case 'unsent':
      return <UnsentWindow />;
    case 'printer':
      return <PrinterWindow />;
    case 'quote':
      return <QuoteWindow />;
    case 'quantity':
      return <QuantityWindow line={window.line} />;
    case 'discount':
      return <DiscountWindow line={window.line} />;
    case 'price':
      return <PriceWindow line={window.line} />;
    case 'note':
      return <NoteWindow line={window.line} />;
    case 'return':
      return <ReturnWindow number={window.number} />;
    case 'refunded':
      return <RefundedWindow sale={window.sale} note={window.note} />;
    case 'take-payment':
      return <TakePaymentWindow of={window.of} />;
    case 'payment':
      return <PaymentWindow payment={window.payment} change={window.change} isFresh={window.isFresh} />;
    case 'receipt':
      return <ReceiptWindow sale={window.sale} isFresh={window.isFresh} />;
    case 'approval':
      return (
        <ApprovalWindow clientId={window.clientId} needs={window.needs} onApproved={window.onApproved} />
      );
  }
}
