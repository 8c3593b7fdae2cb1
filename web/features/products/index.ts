export { CategoryFilters } from './category-filters';
export { LabelsModal } from './product-windows';
