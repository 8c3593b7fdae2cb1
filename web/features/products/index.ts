export { LabelsModal } from './product-windows';
