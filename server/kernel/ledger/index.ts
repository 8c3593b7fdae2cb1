export { ledgerConstraints } from './constraints';
export { ensureAccounts, lockAccountStatus } from './ensure-accounts';
export { credit, debit, type DocumentRef, type Journal, type JournalLine, type VatEntry } from './journal';
export { documentLink } from './document-links';
export {
  hasWords,
  isShown,
  isWithinOtherWages,
  journalAmount,
  lineAmount,
  orWages,
  type Wages,
  wagesFor,
  wagesWords,
} from './folded-wages';
export { journalWords } from './journal-words';
export { rebuildDailyTotals, maintainDailyTotals, maintainDailyTotalsHandler } from './daily-totals';
export { ledgerInvariants, ledgerNumbers } from './ledger-invariants';
export { mirrorJournals } from './mirror-journals';
export { postJournal, postJournalAs, postRequiredJournal } from './post-journal';
export { postJournals } from './post-journals';
export { reverseJournal } from './reverse-journal';
export { findYearEndWithin, isNoYearEnd, ledgerBeforeYearEnds } from './year-ends';
export { isDocumentValid, isJournalValid } from './undone';
export { customerMoney, paidFrom, receivedInto, systemAccounts } from './system-accounts';
