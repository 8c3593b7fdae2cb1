export { booksNow } from './books.queries';
export { BooksPage } from './books-page';
export { CompanyNotices } from './company-notices';
export { LockCard } from './lock-card';
export { VatPeriodsCard } from './vat-periods-card';
export { VatRegistrationCard } from './vat-registration-card';
