import { onDemand } from '../../ui/on-demand';

/** The dialogs of the supplier pages, and the editor of the list's cells: loaded when first opened. */
export const SupplierCellEditor = onDemand(
  async () => (await import('./supplier-cell-editor')).SupplierCellEditor,
);
export const SupplierDialog = onDemand(async () => (await import('./supplier-dialog')).SupplierDialog);
export const SendSupplierEmailDialog = onDemand(
  async () => (await import('./send-supplier-email-dialog')).SendSupplierEmailDialog,
);
