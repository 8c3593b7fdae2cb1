export { accountRoutes } from './accounts.routes';
export { openAccount } from './opening-balances';
