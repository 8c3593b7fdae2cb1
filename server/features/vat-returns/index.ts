export { clearVatBeforeFirst } from './clear-vat-before-first';
export { vatReturnConstraints } from './constraints';
export { ensureFiledBefore } from './ensure-filed-before';
export { proposeCutOver } from './propose-cut-over';
export { findFirstReturnedDay, findReturnOf, sumReturnOf } from './return-of-day';
export { countOverdueReturns, findVatDue } from './vat-due';
export { findVatPeriods } from './vat-periods';
export { vatReturnInvariants } from './vat-return-invariants';
export { vatReturnRoutes } from './vat-returns.routes';
