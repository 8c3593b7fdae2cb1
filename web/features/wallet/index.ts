export { AgedCreditorsPage, AgedDebtorsPage } from './aged-pages';
export { CustomerLedgerPage, SupplierLedgerPage } from './ledger-page';
