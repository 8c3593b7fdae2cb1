import type { ConstraintWords } from '../../platform/http/constraint-words';

/** What a person reads when the database refuses something about number series. */
export const numberConstraints: ConstraintWords = {
  number_series_have_no_gap: 'Someone else changed this number series. Reload the page, then try again.',
  number_series_count_up: 'A number series cannot go back. Enter a higher number.',
};
