/** One chunk, because users of the list often open a quote. */
export { QuoteDetailPage } from './quote-detail-page';
export { QuoteListPage } from './quote-list-page';
