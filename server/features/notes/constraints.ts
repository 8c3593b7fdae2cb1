import type { ConstraintWords } from '../../platform/http/constraint-words';

/** What a person reads when the database refuses something about notes. */
export const noteConstraints: ConstraintWords = {
  record_notes_are_of_customers_in_use: 'This customer was erased or merged, so nothing can be noted.',
  record_notes_are_of_employees_in_use: 'This employee was erased, so nothing can be noted.',
  record_notes_stay_their_authors: 'A note stays with whoever wrote it and with its record.',
};
