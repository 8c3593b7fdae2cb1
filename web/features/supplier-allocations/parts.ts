/** One bundle: both show the same table. */
export { AllocationsCard } from './allocations-card';
export { AllocationsDialog } from './allocations-dialog';
