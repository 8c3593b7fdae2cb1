export { accountRoutes } from './accounts.routes';
export { findTrialBalance } from './accounts.queries';
export { openAccount } from './opening-balances';
