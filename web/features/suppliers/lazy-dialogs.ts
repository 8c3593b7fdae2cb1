import { onDemand } from '../../ui/on-demand';

/** The dialogs of the supplier pages, the editor of the list's cells and the bar of its selection: loaded when first shown. */
export const SupplierCellEditor = onDemand(
  async () => (await import('./supplier-cell-editor')).SupplierCellEditor,
);
export const SupplierDialog = onDemand(async () => (await import('./supplier-dialog')).SupplierDialog);
export const SendSupplierEmailDialog = onDemand(
  async () => (await import('./send-supplier-email-dialog')).SendSupplierEmailDialog,
);
export const SupplierSelectionBar = onDemand(
  async () => (await import('./supplier-selection-bar')).SupplierSelectionBar,
);
