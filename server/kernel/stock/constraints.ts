import type { ConstraintWords } from '../../platform/http/constraint-words';

/** What a person reads when the database refuses something about stock. */
export const stockConstraints: ConstraintWords = {
  stock_pools_stay_above_zero: 'Stock cannot fall below zero. Receive or count it first.',
  stock_pools_are_worth_something_when_full:
    'Goods in stock cannot be worth less than nothing. Reload the page, then enter a smaller amount.',
  stock_pools_are_worth_nothing_when_empty:
    'None of these goods are left, so their stock has no value to change. Reload the page.',
  stock_movements_happen_once: 'This was posted already.',
  late_costs_are_reversed_once: 'This was reversed already. Reload the page.',
  late_costs_are_restored_once: 'This was entered again already. Reload the page.',
  late_costs_have_one_place: 'This was posted already. Reload the page.',
};
