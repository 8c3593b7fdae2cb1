import type { ConstraintWords } from '../../platform/http/constraint-words';

/** Messages for constraints of notes. */
export const noteConstraints: ConstraintWords = {
  record_notes_are_of_customers_in_use: 'This customer was erased or merged, so you cannot add notes.',
  record_notes_are_of_employees_in_use: 'This employee was erased, so you cannot add notes.',
  record_notes_stay_their_authors: 'The author and record of a note cannot be changed.',
};
