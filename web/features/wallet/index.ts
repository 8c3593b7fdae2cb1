export { AgedCreditorsPage } from './aged-creditors-page';
export { SupplierLedgerPage } from './supplier-ledger-page';
