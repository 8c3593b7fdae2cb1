export { accountRoutes } from './accounts.routes';
export { findTrialBalance } from './accounts.queries';
export { enterOpeningBalance } from './enter-opening-balance';
export { openingBillImporter, openingInvoiceImporter } from './import-opening-items';
