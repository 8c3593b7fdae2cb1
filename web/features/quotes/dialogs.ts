/** One file for the browser: who opens one of these windows soon opens the next. */
export { ConfirmDialog } from './confirm-dialog';
export { DeclineDialog } from './decline-dialog';
export { EmailQuoteDialog } from './email-quote-dialog';
