import type { ConstraintWords } from '../../platform/http/constraint-words';

/** What a person reads when the database refuses something about saved reports. */
export const reportConstraints: ConstraintWords = {
  report_runs_are_one_a_day: 'This report has already been sent for that day.',
};
