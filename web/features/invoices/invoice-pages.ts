/** One chunk, because users of the list often open an invoice. */
export { InvoiceDetailPage } from './invoice-detail-page';
export { InvoiceListPage } from './invoice-list-page';
