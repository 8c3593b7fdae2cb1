export { bookRoutes } from './books.routes';
export { checkBooks, checkBooksHandler } from './check-books-job';
export { saveVatRegistration } from './vat-registration';
