import type { ConstraintWords } from '../../platform/http/constraint-words';

/** What a person reads when the database refuses something about categories, brands and units. */
export const masterConstraints: ConstraintWords = {
  brands_name_is_taken: 'A brand has this name already. Choose another name.',
  categories_name_is_taken: 'A category has this name already. Choose another name.',
  sub_categories_name_is_taken: 'This category has a sub-category of this name already. Choose another name.',
  units_name_is_taken: 'A unit has this name already. Choose another name.',
  expense_categories_name_is_taken: 'An expense category has this name already. Choose another name.',
  sub_categories_category_exists: 'The category is no longer there, or has sub-categories. Reload the page.',
};
