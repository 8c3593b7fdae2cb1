export { CategoryFilters } from './category-filters';
export { optionsOf, useNewProduct, useProductChoices } from './product-choices';
export { ProductField } from './product-field';
export { LabelsDialog, AddProductDialog } from './lazy-dialogs';
