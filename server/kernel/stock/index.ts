export { stockConstraints } from './constraints';
export { storeDifferences, lockPoolsOf, mirrorMovements, restoreUnitCosts } from './mirror-movements';
export { type MovedStock, type Movement, moveStock } from './move-stock';
export { stockInvariants } from './stock-invariants';
export { type LockedPool, assumeCosts, lockPools } from './stock-pools';
