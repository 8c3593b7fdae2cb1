/** One bundle: both are small. */
export { ConfirmExcessDialog } from './confirm-excess-dialog';
export { SettlePaymentDialog } from './settle-payment-dialog';
