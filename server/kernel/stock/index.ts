export { type MovedStock, type Movement, moveStock, type StockMove } from './move-stock';
export { stockInvariants } from './stock-invariants';
export { type LockedPool, lockPools } from './stock-pools';
