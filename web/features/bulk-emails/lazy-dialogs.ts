import { onDemand } from '../../ui/on-demand';

/** The dialog, loaded when first opened. */
export const BulkEmailDialog = onDemand(async () => (await import('./bulk-email-dialog')).BulkEmailDialog);
