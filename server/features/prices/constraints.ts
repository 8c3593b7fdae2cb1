import type { ConstraintWords } from '../../platform/http/constraint-words';

/** Messages for constraint violations about prices. */
export const priceConstraints: ConstraintWords = {
  quantity_breaks_have_one_price: 'There are two prices from the same quantity. Remove one.',
};
