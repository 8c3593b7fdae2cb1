import { brands, categories, expenseCategories, subCategories, units } from '#domain/masters/master.contract';
import { onDemand } from '../../ui/on-demand';
import { MasterPage } from './master-page';
import type { MasterScreen } from './master-screen';

const screen = (terms: Omit<MasterScreen, 'CellEditor'>): MasterScreen => ({
  ...terms,
  CellEditor: onDemand(async () => (await import('./master-cell-editor')).masterCellEditor(terms)),
});
const categoryScreen = screen({
  calls: categories,
  table: 'categories',
  many: 'Categories',
  one: 'Category',
  hasCategory: false,
});
const subCategoryScreen = screen({
  calls: subCategories,
  table: 'sub_categories',
  many: 'Sub-Categories',
  one: 'Sub-Category',
  hasCategory: true,
});
const brandScreen = screen({
  calls: brands,
  table: 'brands',
  many: 'Brands',
  one: 'Brand',
  hasCategory: false,
});
const unitScreen = screen({
  calls: units,
  table: 'units',
  many: 'Units',
  one: 'Unit',
  hasCategory: false,
  isCounted: true,
});
const expenseCategoryScreen = screen({
  calls: expenseCategories,
  table: 'expense_categories',
  many: 'Expense Categories',
  one: 'Expense Category',
  hasCategory: false,
});

/** The five master data pages: one layout, five sets of labels. */
export const CategoriesPage = () => <MasterPage key="categories" screen={categoryScreen} />;
export const SubCategoriesPage = () => <MasterPage key="sub-categories" screen={subCategoryScreen} />;
export const BrandsPage = () => <MasterPage key="brands" screen={brandScreen} />;
export const UnitsPage = () => <MasterPage key="units" screen={unitScreen} />;
export const ExpenseCategoriesPage = () => (
  <MasterPage key="expense-categories" screen={expenseCategoryScreen} />
);
