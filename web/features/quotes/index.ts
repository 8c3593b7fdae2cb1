/** One file for the browser: who looks at the list soon opens a quote. */
export { QuoteDetailPage } from './quote-detail-page';
export { QuoteListPage } from './quote-list-page';
