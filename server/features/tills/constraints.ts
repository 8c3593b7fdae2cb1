import type { ConstraintWords } from '../../platform/http/constraint-words';

/** What a person reads when the database refuses something about tills and held baskets. */
export const registerConstraints: ConstraintWords = {
  held_baskets_client_id_is_taken: 'This sale is already held. Reload the page.',
};
