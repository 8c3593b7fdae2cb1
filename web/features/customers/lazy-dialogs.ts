import { onDemand } from '../../ui/on-demand';

/** The dialogs of a customer's page, loaded when first opened. */
export const MergeDialog = onDemand(async () => (await import('./merge-dialog')).MergeDialog);
export const EraseDialog = onDemand(async () => (await import('./erase-dialog')).EraseDialog);
