import type { ConstraintWords } from '../../platform/http/constraint-words';

/** Messages for database constraints on saved reports. */
export const reportConstraints: ConstraintWords = {
  report_runs_are_one_a_day: 'This report has already been sent for that day.',
};
