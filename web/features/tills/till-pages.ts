/** One chunk, because users of one of these pages often open the others. */
export { RegisterListPage } from './register-list-page';
export { DeviceListPage } from './device-list-page';
export { SessionListPage } from './session-list-page';
export { SessionPage } from './session-page';
export { SaleExceptionListPage } from './sale-exception-list-page';
