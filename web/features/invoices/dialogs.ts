/** One chunk, because users of one dialog often open the next. */
export { CancelDialog } from './cancel-dialog';
export { EmailSaleDialog } from './email-sale-dialog';
export { InvoiceForDialog } from './invoice-for-dialog';
export { RefundDialog } from './refund-dialog';
