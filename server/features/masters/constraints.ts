import type { ConstraintWords } from '../../platform/http/constraint-words';

/** The messages shown when the database refuses a category, brand or unit. */
export const masterConstraints: ConstraintWords = {
  brands_name_is_taken: 'A brand already has this name. Choose another name.',
  categories_name_is_taken: 'A category already has this name. Choose another name.',
  sub_categories_name_is_taken:
    'This category already has a sub-category with this name. Choose another name.',
  units_name_is_taken: 'A unit already has this name. Choose another name.',
  expense_categories_name_is_taken: 'An expense category already has this name. Choose another name.',
  sub_categories_category_exists: 'The category no longer exists, or has sub-categories. Reload the page.',
};
