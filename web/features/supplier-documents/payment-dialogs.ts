/** One bundle: both show the same fields. */
export { SupplierPaymentDialog } from './supplier-payment-dialog';
export { SupplierRefundDialog } from './supplier-refund-dialog';
