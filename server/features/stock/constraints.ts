import type { ConstraintWords } from '../../platform/http/constraint-words';

/** What a person reads when the database refuses something about stock adjustments. */
export const adjustmentConstraints: ConstraintWords = {
  stock_adjustments_are_approved: 'This adjustment is above the limit. Have it approved, then try again.',
};
