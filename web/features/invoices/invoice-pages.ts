/** One file for the browser: who looks at the list soon opens an invoice. */
export { InvoiceDetailPage } from './invoice-detail-page';
export { InvoiceListPage } from './invoice-list-page';
