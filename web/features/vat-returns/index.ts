export { VatEntriesPage } from './vat-entries-page';
export { VatReturnListPage } from './vat-return-list-page';
export { VatReturnPage } from './vat-return-page';
