export { vatAdjustmentConstraints } from './constraints';
export { returnRelief } from './post-reliefs';
export { vatAdjustmentInvariants, vatAdjustmentNumbers } from './vat-adjustment-invariants';
export { vatAdjustmentRoutes } from './vat-adjustments.routes';
