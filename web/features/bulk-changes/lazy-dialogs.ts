import { onDemand } from '../../ui/on-demand';

/** The dialog, loaded when first opened. */
export const BulkChangeDialog = onDemand(async () => (await import('./bulk-change-dialog')).BulkChangeDialog);
