export { accountRoutes } from './accounts.routes';
export { findTrialBalance } from './accounts.queries';
export { openAccount } from './open-account';
export { openingBillImporter, openingInvoiceImporter } from './import-opening-items';
