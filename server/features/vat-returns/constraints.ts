import type { ConstraintWords } from '../../platform/http/constraint-words';

/** What a person reads when the database refuses something about VAT returns. */
export const vatReturnConstraints: ConstraintWords = {
  vat_returns_are_made_once: 'This VAT return is filed already.',
  vat_returns_by_first_day: 'This VAT return is filed already.',
  vat_returns_follow_one_another: 'Another return was filed meanwhile. Reload the page.',
  vat_returns_leave_nothing_out:
    'Something was posted to these days meanwhile. Reload the page, look at the nine boxes and file again.',
  vat_entries_stay_in_filed_returns:
    'A VAT return that was filed here includes sales of this import. Keep the cut-over day, or correct the VAT with an adjustment.',
  vat_registration_has_a_valid_number:
    'Enter a valid VAT registration number first: nine digits, with or without GB.',
};
