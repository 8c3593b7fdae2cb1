import { onDemand } from '../../ui/on-demand';

const windows = () => import('./windows');

/** The dialogs of the employee pages, loaded when the first is opened. */
export const StepWindow = onDemand(async () => (await windows()).StepWindow);
export const EraseWindow = onDemand(async () => (await windows()).EraseWindow);
export const PayWindow = onDemand(async () => (await windows()).PayWindow);
export const SalaryWindow = onDemand(async () => (await windows()).SalaryWindow);
export const ReverseSalaryWindow = onDemand(async () => (await windows()).ReverseSalaryWindow);
export const HoursWindow = onDemand(async () => (await windows()).HoursWindow);
export const DocumentWindow = onDemand(async () => (await windows()).DocumentWindow);
