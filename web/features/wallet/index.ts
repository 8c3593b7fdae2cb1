export { AgedCreditorsPage, AgedDebtorsPage } from './aged-pages';
export { TakePaymentDialog } from './lazy-dialogs';
export { CustomerLedgerPage, SupplierLedgerPage } from './ledger-page';
