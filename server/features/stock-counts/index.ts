export { stockCountConstraints } from './constraints';
export { countProduct } from './count-product';
export { postCount } from './post-count';
export { startCount } from './start-count';
export { stockCountInvariants, stockCountNumbers } from './stock-count-invariants';
export { stockCountRoutes } from './stock-counts.routes';
