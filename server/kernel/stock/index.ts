export { countedSince } from './counted-since';
export { stockConstraints } from './constraints';
export { storeDifferences, lockPoolsOf, mirrorMovements, restoreUnitCosts } from './mirror-movements';
export { type EarlierMovement, findMovementsOf, shortBefore } from './earlier-movements';
export { type MovedStock, type Movement, moveLockedStock, moveStock, type StockMove } from './move-stock';
export { stockInvariants } from './stock-invariants';
export {
  ensureWholeUnits,
  findWholeUnits,
  findWithFractions,
  fractionKeepsUnit,
  fractionsInStock,
} from './whole-units';
export {
  type LockedPool,
  type LockedPools,
  assumeCosts,
  lockingPools,
  lockPools,
  unitCostFromStored,
} from './stock-pools';
