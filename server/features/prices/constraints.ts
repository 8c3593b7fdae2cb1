import type { ConstraintWords } from '../../platform/http/constraint-words';

/** Messages for constraint violations about prices. */
export const priceConstraints: ConstraintWords = {
  quantity_breaks_have_one_price: 'There are two prices from the same quantity. Remove one.',
  products_with_special_prices_keep_their_mode:
    'This product has prices of groups, for quantities or of a promotion, which would become other prices. Remove them first.',
};
