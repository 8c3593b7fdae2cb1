export { bookRoutes } from './books.routes';
export { checkBooks, checkBooksHandler, type CheckParts } from './check-books-job';
