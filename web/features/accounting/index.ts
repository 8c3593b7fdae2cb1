export { AccountFilter, AccountSelect } from './account-select';
export { JournalKindFilter } from './journal-kind-filter';
export { AccountsPage } from './accounts-page';
export { JournalCreatePage } from './journal-create-page';
export { JournalDetailPage } from './journal-detail-page';
export { JournalListPage } from './journal-list-page';
export { OpeningBalancesPage } from './opening-balances-page';
export { TrialBalancePage } from './trial-balance-page';
export { GeneralLedgerPage } from './general-ledger-page';
