import type { ConstraintWords } from '../../platform/http/constraint-words';

/** Messages for database constraints on VAT returns. */
export const vatReturnConstraints: ConstraintWords = {
  vat_returns_are_made_once: 'This VAT return has already been filed.',
  vat_returns_by_first_day: 'This VAT return has already been filed.',
  vat_returns_follow_one_another: 'Another return was filed in the meantime. Reload the page.',
  vat_returns_leave_nothing_out:
    'Entries were posted to this period in the meantime. Reload the page, review the nine boxes and file again.',
  vat_entries_stay_in_filed_returns:
    'A filed VAT return includes sales from this import. Keep the cut-over date, or correct the VAT with an adjustment.',
  vat_registration_has_a_valid_number:
    'Enter the VAT registration number first: nine digits, with or without GB.',
};
