export { CategoryFilters } from './category-filters';
export { optionsOf, useNewProduct, useProductChoices } from './product-choices';
export { findEach, productNamed } from './find-products';
export { ProductField } from './product-field';
export { LabelsButton } from './labels-button';
export { LabelsDialog, AddProductDialog } from './lazy-dialogs';
export { productsToAdjust } from './products.queries';
