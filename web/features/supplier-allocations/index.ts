export { AllocationsAction } from './allocations-action';
export { AllocationsCard, AllocationsDialog } from './lazy-parts';
