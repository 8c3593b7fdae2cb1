import type { ConstraintWords } from '../../platform/http/constraint-words';

/** Messages for constraint violations about tills and held sales. */
export const registerConstraints: ConstraintWords = {
  held_baskets_client_id_is_taken: 'This sale is already held. Reload the page.',
};
