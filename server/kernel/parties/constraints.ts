import type { ConstraintWords } from '../../platform/http/constraint-words';

/** Messages for database constraints on customer and supplier ledgers. */
export const partyConstraints: ConstraintWords = {
  party_items_are_allocated_within_their_amount:
    'Someone else has just used this amount. Reload the page to see what is left.',
  allocations_are_removed_once:
    'Someone else has just removed this allocation. Reload the page to see what is allocated.',
  allocations_match_one_party: 'An invoice can only be allocated credit from the same customer or supplier.',
};
