import { onDemand } from '../../ui/on-demand';

/** The dialogs of the product pages, loaded when first opened. */
export const BulkEditModal = onDemand(async () => (await import('./bulk-edit-modal')).BulkEditModal);
export const ProductAddWindow = onDemand(async () => (await import('./product-add-window')).ProductAddWindow);
export const LabelsModal = onDemand(async () => (await import('./labels-modal')).LabelsModal);
