import type { ConstraintWords } from '../../platform/http/constraint-words';

/** Messages for constraints of number series. */
export const numberConstraints: ConstraintWords = {
  number_series_have_no_gap:
    'This number series changed while you were editing. Reload the page, then try again.',
  number_series_count_up: 'Document numbers cannot go back. Enter a higher number.',
};
