import { onDemand } from '../../ui/on-demand';

const windows = () => import('./windows');

/** The dialogs of the expense pages, loaded when the first is opened. */
export const ApproveWindow = onDemand(async () => (await windows()).ApproveWindow);
export const RejectWindow = onDemand(async () => (await windows()).RejectWindow);
export const PayWindow = onDemand(async () => (await windows()).PayWindow);
export const CancelWindow = onDemand(async () => (await windows()).CancelWindow);
export const MoneyReturnedWindow = onDemand(async () => (await windows()).MoneyReturnedWindow);
export const RepeatWindow = onDemand(async () => (await windows()).RepeatWindow);
export const ScheduleWindow = onDemand(async () => (await windows()).ScheduleWindow);
