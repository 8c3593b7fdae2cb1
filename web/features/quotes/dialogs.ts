/** One chunk, because users of one dialog often open the next. */
export { ConfirmDialog } from './confirm-dialog';
export { DeclineDialog } from './decline-dialog';
export { EmailQuoteDialog } from './email-quote-dialog';
