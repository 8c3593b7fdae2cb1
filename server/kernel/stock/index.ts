export { stockConstraints } from './constraints';
export { type MovedStock, type Movement, moveStock } from './move-stock';
export { stockInvariants } from './stock-invariants';
export { type LockedPool, assumeCosts, lockPools } from './stock-pools';
