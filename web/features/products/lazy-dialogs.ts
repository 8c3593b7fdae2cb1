import { onDemand } from '../../ui/on-demand';

/** The dialogs of the product pages, loaded when first opened. */
export const AddProductDialog = onDemand(async () => (await import('./add-product-dialog')).AddProductDialog);
export const LabelsDialog = onDemand(async () => (await import('./labels-dialog')).LabelsDialog);

/** Edits a product in its row, loaded with the first edit. */
export const ProductCellEditor = onDemand(
  async () => (await import('./product-cell-editor')).ProductCellEditor,
);
