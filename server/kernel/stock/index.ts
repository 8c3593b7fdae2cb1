export { type MovedStock, moveStock } from './move-stock';
export { stockInvariants } from './stock-invariants';
export { lockPools } from './stock-pools';
