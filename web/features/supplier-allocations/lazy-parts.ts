import { onDemand } from '../../ui/on-demand';

const parts = () => import('./parts');

/** Loaded when the first allocations are shown. */
export const AllocationsDialog = onDemand(async () => (await parts()).AllocationsDialog);
export const AllocationsCard = onDemand(async () => (await parts()).AllocationsCard);
