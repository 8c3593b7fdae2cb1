import type { ConstraintWords } from '../../platform/http/constraint-words';

/** The messages shown when the database refuses a change to a stocktake. */
export const stockCountConstraints: ConstraintWords = {
  stock_counts_are_approved: 'These variances are above the limit. Have them approved, then try again.',
  stock_count_lines_count_a_product_once_at_a_time:
    'One of these products is being counted in another stocktake. Post or cancel that one first.',
  stock_count_lines_name_a_product_once: 'A product is already in this stocktake. Reload the page.',
  stock_count_lines_are_in_order: 'Someone else has just added to this stocktake. Try again.',
};
