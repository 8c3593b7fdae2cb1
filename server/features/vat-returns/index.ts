export { proposeCutOver } from './propose-cut-over';
export { vatReturnInvariants } from './vat-return-invariants';
export { vatReturnRoutes } from './vat-returns.routes';
