import type { ConstraintWords } from '../../platform/http/constraint-words';

/** Messages for database constraints on the ledger. */
export const ledgerConstraints: ConstraintWords = {
  books_are_locked: 'The books are locked for that day. Choose a later day.',
  vat_period_is_filed: 'The VAT return for that day is filed. Choose a later day.',
  journals_balance:
    'The debits and credits of this posting are not equal, so nothing was posted. Check the amounts.',
  journals_are_closed: 'This journal is posted, so nothing can be added to it. Post a new one.',
  journals_are_reversed_once: 'This has already been reversed. Reload the page.',
  journals_close_a_year_once:
    'This year is closed. To close it again, first reverse the journal that closed it.',
  journals_by_hand_have_one_number: 'Another journal already has this number. Try again.',
  journal_lines_account_exists:
    'An account of this posting no longer exists. Reload the page and choose another.',
};
