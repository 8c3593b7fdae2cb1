import type { ConstraintWords } from '../../platform/http/constraint-words';

/** Messages for database constraints on sample data. */
export const sampleDataConstraints: ConstraintWords = {
  sample_data_comes_before_books:
    'Your business has entered documents of its own, so sample data can no longer be added.',
  sample_data_is_there_once: 'The sample data has already been added. Reload the page.',
};
