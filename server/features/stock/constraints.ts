import type { ConstraintWords } from '../../platform/http/constraint-words';

/** The messages shown when the database refuses a stock adjustment. */
export const adjustmentConstraints: ConstraintWords = {
  stock_adjustments_are_reversed_once: 'This adjustment has already been reversed. Reload the page.',
  stock_adjustments_reverse_a_stocktake_once: 'This stocktake has already been reversed. Reload the page.',
  stock_adjustments_are_approved: 'This adjustment is above the limit. Have it approved, then try again.',
};
