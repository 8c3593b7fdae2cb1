export type { Labelled } from './labels-modal';
export { LabelsModal } from './product-windows';
