import { onDemand } from '../../ui/on-demand';

/** The dialogs of the product pages, loaded when first opened. */
export const BulkEditDialog = onDemand(async () => (await import('./bulk-edit-dialog')).BulkEditDialog);
export const ProductAddWindow = onDemand(async () => (await import('./product-add-window')).ProductAddWindow);
export const LabelsDialog = onDemand(async () => (await import('./labels-dialog')).LabelsDialog);
