export { PaymentBadge, SaleBadge } from './invoice-badges';
export { InvoiceLink } from './invoice-links';
