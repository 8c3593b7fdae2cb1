import type { ConstraintWords } from '../../platform/http/constraint-words';

/** Messages for database constraints on customer ledgers. */
export const walletConstraints: ConstraintWords = {
  customer_credits_are_approved: 'This is above the limit. Have it approved, then try again.',
  write_offs_cover_their_reversals: 'This write-off has just been reversed. Reload the page.',
  opening_invoices_stay_as_posted: 'This opening item is posted. Reverse it instead of changing it.',
  customer_payments_stay_as_posted: 'This payment is posted. Reverse it instead of changing it.',
};
