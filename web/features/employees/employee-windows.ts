import { onDemand } from '../../ui/on-demand';

const windows = () => import('./windows');

/** The windows of an employee's page, fetched when the first of them is opened. */
export const StepWindow = onDemand(async () => (await windows()).StepWindow);
export const EraseWindow = onDemand(async () => (await windows()).EraseWindow);
