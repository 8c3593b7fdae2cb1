export { type MovedStock, type Movement, moveStock } from './move-stock';
export { stockInvariants } from './stock-invariants';
export { assumeCosts, lockPools } from './stock-pools';
