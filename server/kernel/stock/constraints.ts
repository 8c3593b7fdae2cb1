import type { ConstraintWords } from '../../platform/http/constraint-words';

/** The messages shown when the database refuses a stock change. */
export const stockConstraints: ConstraintWords = {
  stock_pools_stay_above_zero: 'Stock cannot fall below zero. Receive or count it first.',
  stock_pools_are_worth_something_when_full:
    'Goods in stock cannot have a value below zero. Reload the page, then enter a smaller amount.',
  stock_pools_are_worth_nothing_when_empty:
    'None of these goods are left, so their stock has no value to change. Reload the page.',
  stock_movements_happen_once: 'This has already been posted.',
  late_costs_are_reversed_once: 'This has already been reversed. Reload the page.',
  late_costs_are_restored_once: 'This has already been entered again. Reload the page.',
  late_costs_have_one_place: 'This has already been posted. Reload the page.',
};
