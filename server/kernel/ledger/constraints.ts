import type { ConstraintWords } from '../../platform/http/constraint-words';

/** What a person reads when the database refuses something about the ledger. */
export const ledgerConstraints: ConstraintWords = {
  books_are_locked: 'The books are locked for that day. Choose a later day.',
  vat_period_is_filed: 'The VAT return for that day is filed. Choose a later day.',
  journals_balance:
    'The debits and credits of this posting differ, so nothing was posted. Check the amounts.',
  journals_are_closed: 'This journal is posted, so nothing can be added to it. Post another one.',
  journals_are_reversed_once: 'This was reversed already. Reload the page.',
  journals_by_hand_have_one_number: 'A journal has this number already. Try again.',
  journal_lines_account_exists:
    'An account of this posting is no longer there. Reload the page and choose another.',
};
