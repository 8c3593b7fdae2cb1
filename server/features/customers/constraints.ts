import type { ConstraintWords } from '../../platform/http/constraint-words';

/** Messages for database constraints on customers. */
export const customerConstraints: ConstraintWords = {
  customers_walk_in_stays: 'The walk-in customer cannot be deleted because the till uses it.',
  customers_walk_in_stays_as_it_is:
    'The walk-in customer must stay active, in the UK and at list prices, and cannot have credit.',
  customers_stay_erased: 'This customer has been erased, so nothing more can be recorded for them.',
  customers_erased_hold_nothing: 'This customer has been erased, so nothing more can be recorded for them.',
  customers_erased_are_kept: 'The record that a customer was erased must stay, so it cannot be deleted.',
  customers_merged_are_kept: 'This customer was merged into another one, so it cannot be deleted.',
  customers_stay_merged: 'This customer was merged into another one. Open that one instead.',
  customers_merged_are_inactive: 'This customer was merged into another one. Open that one instead.',
  customers_merge_into_one_that_stays:
    'The customer to keep was merged or erased in the meantime. Choose another.',
  customers_price_group_exists: 'This price group no longer exists, or customers are in it. Reload the page.',
};
