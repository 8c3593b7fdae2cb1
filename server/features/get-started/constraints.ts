import type { ConstraintWords } from '../../platform/http/constraint-words';

/** Why books in use take no sample data. */
export const hasOwnDocuments =
  'Your business has entered documents of its own, so sample data can no longer be added.';

/** Messages for database constraints on sample data. */
export const sampleDataConstraints: ConstraintWords = {
  sample_data_comes_before_books: hasOwnDocuments,
};
