import type { ConstraintWords } from '../../platform/http/constraint-words';

/** Messages for database constraints on number series. */
export const numberConstraints: ConstraintWords = {
  number_series_have_no_gap: 'Someone else changed this number series. Reload the page, then try again.',
  number_series_count_up: 'A number series cannot go back. Enter a higher number.',
};
