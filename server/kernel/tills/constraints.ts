import type { ConstraintWords } from '../../platform/http/constraint-words';

/** Messages for constraint violations about till sessions. */
export const tillConstraints: ConstraintWords = {
  till_session_is_closed: 'This till session is closed. Open the till, then try again.',
  till_sessions_open_one_at_a_time: 'This till is already open. Reload the page.',
  till_sessions_late_one_at_a_time: 'This till already has a late sales session. Reload the page.',
  till_sessions_z_number_is_taken: 'This till was closed by someone else. Reload the page.',
  till_differences_are_approved:
    'This variance is above the limit. Ask someone else to approve it, then close the till.',
  cash_paid_out_is_approved: 'This cash paid out is above the limit. Have it approved, then try again.',
  petty_cash_is_entered_once:
    'A receipt with this number and VAT number has already been entered. Check that it is not paid twice.',
  till_cash_is_reversed_once: 'This has already been reversed. Reload the page.',
  unsent_sales_are_told_once:
    'This device has already sent this information. You do not need to do anything.',
};
