/** One file for the browser: who opens one of these windows soon opens the next. */
export { CancelDialog } from './cancel-dialog';
export { EmailSaleDialog } from './email-sale-dialog';
export { InvoiceForDialog } from './invoice-for-dialog';
export { RefundDialog } from './refund-dialog';
