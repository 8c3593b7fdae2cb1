import type { ConstraintWords } from '../../platform/http/constraint-words';

/** Messages for database constraints on VAT adjustments. */
export const vatAdjustmentConstraints: ConstraintWords = {
  vat_reliefs_are_never_above_the_debt:
    'Someone else has just posted relief for one of these. Reload the page to see what is left.',
  vat_adjustments_account_exists: 'This account no longer exists, or is in use. Reload the page.',
};
