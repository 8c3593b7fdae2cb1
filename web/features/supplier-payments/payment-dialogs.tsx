import { ConfirmExcessDialog, SettlePaymentDialog } from './lazy-dialogs';
import type { PaymentDialogState } from './listed-payment';

type Props = { open: PaymentDialogState; onClose: () => void; onDone: (message: string) => void };

/** The dialogs of the actions on a payment, wherever it is listed. */
export function PaymentDialogs({ open, ...handlers }: Props) {
  const { payment } = open;
  if (open.kind === 'confirm_excess')
    return <ConfirmExcessDialog payment={payment} note={open.note} {...handlers} />;
  return (
    <SettlePaymentDialog
      payment={payment}
      kind={open.kind === 'cancel_payment' ? 'cancel' : 'fail'}
      {...handlers}
    />
  );
}
