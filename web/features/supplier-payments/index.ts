export { PaymentActions, useCanActOnPayments } from './payment-actions';
export { PaymentDialogs } from './payment-dialogs';
export type { PaymentDialogState } from './listed-payment';
