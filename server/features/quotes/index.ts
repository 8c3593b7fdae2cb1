export { quoteMailing } from './bulk-email-quotes';
export { quoteConstraints } from './constraints';
export { quoteInvariants, quoteNumbers } from './quote-invariants';
export { quoteRoutes } from './quotes.routes';
export { createQuote } from './save-quote';
export { stepQuote } from './step-quote';
