import { onDemand } from '../../ui/on-demand';

/** The dialogs of a ledger, loaded when first opened. */
export const ReceiveWindow = onDemand(async () => (await import('./money-windows')).ReceiveWindow);
export const PayOutWindow = onDemand(async () => (await import('./money-windows')).PayOutWindow);
export const ReverseWindow = onDemand(async () => (await import('./money-windows')).ReverseWindow);
export const ReverseWriteOffWindow = onDemand(
  async () => (await import('./write-off-window')).ReverseWriteOffWindow,
);
export const AdjustWindow = onDemand(async () => (await import('./adjust-windows')).AdjustWindow);
export const TransferWindow = onDemand(async () => (await import('./adjust-windows')).TransferWindow);
export const MatchWindow = onDemand(async () => (await import('./adjust-windows')).MatchWindow);
export const StatementEmailWindow = onDemand(
  async () => (await import('./letter-windows')).StatementEmailWindow,
);
export const RemindWindow = onDemand(async () => (await import('./letter-windows')).RemindWindow);
