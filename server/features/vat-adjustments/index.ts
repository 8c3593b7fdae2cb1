export { vatAdjustmentConstraints } from './constraints';
export { vatAdjustmentInvariants, vatAdjustmentNumbers } from './vat-adjustment-invariants';
export { vatAdjustmentRoutes } from './vat-adjustments.routes';
