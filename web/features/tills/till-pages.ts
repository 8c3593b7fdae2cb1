/** One file for the browser: whoever looks after the tills opens one of these pages after the other. */
export { RegisterListPage } from './register-list-page';
export { SessionListPage } from './session-list-page';
export { SessionPage } from './session-page';
export { SaleExceptionListPage } from './sale-exception-list-page';
