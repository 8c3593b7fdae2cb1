export { vatReturnInvariants } from './vat-return-invariants';
export { vatReturnRoutes } from './vat-returns.routes';
