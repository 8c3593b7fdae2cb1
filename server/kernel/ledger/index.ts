export { ensureAccounts } from './ensure-accounts';
export { credit, debit, type DocumentRef, type JournalLine, type VatEntry } from './journal';
export { documentLink } from './document-links';
export { journalWords } from './journal-words';
export { keepDaysBefore, keepLedgerDays, keepLedgerDaysHandler } from './keep-days';
export { ledgerInvariants, ledgerNumbers } from './ledger-invariants';
export { postJournal } from './post-journal';
export { reverseJournal } from './reverse-journal';
export { customerMoney, paidFrom, receivedInto, systemAccounts } from './system-accounts';
