export { InvoiceOutstanding, paymentCell, SaleBadge } from './invoice-badges';
export { CustomerLink, InvoiceLink, QuoteLink } from './invoice-links';
export { chainOfQuote } from './sales-chain';
