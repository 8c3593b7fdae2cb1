import { onDemand } from '../../ui/on-demand';

/** The editor of the list's cells, loaded with the first edit. */
export const CustomerCellEditor = onDemand(
  async () => (await import('./customer-cell-editor')).CustomerCellEditor,
);

/** The dialogs of a customer's page, loaded when first opened. */
export const MergeDialog = onDemand(async () => (await import('./merge-dialog')).MergeDialog);
export const EraseDialog = onDemand(async () => (await import('./erase-dialog')).EraseDialog);
