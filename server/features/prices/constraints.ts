import type { ConstraintWords } from '../../platform/http/constraint-words';

/** What a person reads when the database refuses something about prices. */
export const priceConstraints: ConstraintWords = {
  quantity_breaks_have_one_price: 'There are two prices from the same quantity. Remove one.',
};
