import { onDemand } from '../../ui/on-demand';

/** The dialogs of a ledger, loaded when first opened. */
export const ReceiveDialog = onDemand(async () => (await import('./money-dialogs')).ReceiveDialog);
export const TakePaymentDialog = onDemand(
  async () => (await import('./take-payment-dialog')).TakePaymentDialog,
);
export const PayOutDialog = onDemand(async () => (await import('./money-dialogs')).PayOutDialog);
export const ReverseEntryDialog = onDemand(async () => (await import('./money-dialogs')).ReverseEntryDialog);
export const ReverseWriteOffDialog = onDemand(
  async () => (await import('./reverse-write-off-dialog')).ReverseWriteOffDialog,
);
export const AdjustDialog = onDemand(async () => (await import('./adjust-dialogs')).AdjustDialog);
export const TransferDialog = onDemand(async () => (await import('./adjust-dialogs')).TransferDialog);
export const MatchDialog = onDemand(async () => (await import('./adjust-dialogs')).MatchDialog);
export const StatementEmailDialog = onDemand(
  async () => (await import('./email-dialogs')).StatementEmailDialog,
);
export const RemindDialog = onDemand(async () => (await import('./email-dialogs')).RemindDialog);
