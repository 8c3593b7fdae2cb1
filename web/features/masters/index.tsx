import { brands, categories, expenseCategories, subCategories, units } from '#domain/masters/master.contract';
import { MasterPage } from './master-page';

/** The five master data pages: one layout, five sets of labels. */
export const CategoriesPage = () => (
  <MasterPage
    key="categories"
    screen={{ calls: categories, many: 'Categories', one: 'Category', hasCategory: false }}
  />
);
export const SubCategoriesPage = () => (
  <MasterPage
    key="sub-categories"
    screen={{ calls: subCategories, many: 'Sub-Categories', one: 'Sub-Category', hasCategory: true }}
  />
);
export const BrandsPage = () => (
  <MasterPage key="brands" screen={{ calls: brands, many: 'Brands', one: 'Brand', hasCategory: false }} />
);
export const UnitsPage = () => (
  <MasterPage key="units" screen={{ calls: units, many: 'Units', one: 'Unit', hasCategory: false }} />
);
export const ExpenseCategoriesPage = () => (
  <MasterPage
    key="expense-categories"
    screen={{
      calls: expenseCategories,
      many: 'Expense Categories',
      one: 'Expense Category',
      hasCategory: false,
    }}
  />
);
