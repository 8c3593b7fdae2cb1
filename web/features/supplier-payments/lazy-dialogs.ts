import { onDemand } from '../../ui/on-demand';

const dialogs = () => import('./dialogs');

/** Loaded when the first payment is completed, cancelled or marked as failed. */
export const ConfirmExcessDialog = onDemand(async () => (await dialogs()).ConfirmExcessDialog);
export const SettlePaymentDialog = onDemand(async () => (await dialogs()).SettlePaymentDialog);
