import type { ConstraintWords } from '../../platform/http/constraint-words';

/** The messages shown when the database refuses a stock change. */
export const stockConstraints: ConstraintWords = {
  stock_pools_stay_above_zero: 'Stock cannot fall below zero. Receive or count it first.',
  stock_pools_are_worth_something_when_full:
    'Goods in stock cannot have a value below zero. Reload the page, then enter a smaller amount.',
  stock_pools_are_worth_nothing_when_empty:
    'None of these goods are left, so their stock has no value to change. Reload the page.',
  stock_movements_are_of_tracked_products:
    'Someone else has just turned off tracking the stock of one of these products. Reload the page.',
  products_with_stock_stay_tracked: 'There is stock of this product. Adjust it to zero first.',
  products_with_unbilled_goods_stay_as_they_are:
    'Goods of this product were received and are not billed yet. Record their bill or return them first.',
  stock_movements_happen_once: 'This has already been posted.',
  late_costs_are_reversed_once: 'This has already been reversed. Reload the page.',
  late_costs_are_restored_once: 'This has already been entered again. Reload the page.',
  late_costs_have_one_place: 'This has already been posted. Reload the page.',
};
