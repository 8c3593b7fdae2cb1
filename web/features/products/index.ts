export { CategoryFilters } from './category-filters';
export { OnlyProduct } from './only-product';
export { LabelsModal } from './product-windows';
