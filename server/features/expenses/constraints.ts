import type { ConstraintWords } from '../../platform/http/constraint-words';

/** Messages for database constraints on expenses. */
export const expenseConstraints: ConstraintWords = {
  expenses_are_approved: 'This expense is above the approved amount. Have it approved, then try again.',
  expenses_are_no_bills:
    'This receipt has already been recorded as a bill of its supplier. Check that it is not paid twice.',
  receipts_are_entered_once:
    'A receipt with this number and VAT number has already been entered. Check that it is not paid twice.',
  expenses_are_no_petty_cash:
    'A receipt with this number and VAT number has already been paid out of a till. Check that it is not paid twice.',
  expenses_stay_as_posted: 'This expense is posted. Cancel it and enter it again.',
  expense_lines_stay_as_posted: 'This expense is posted. Cancel it and enter it again.',
  expense_categories_have_an_account_each: 'Another category has just taken this account. Try again.',
  expense_lines_category_exists:
    'A category of this expense no longer exists, or is in use. Reload the page.',
  expense_schedules_are_one_for_each: 'This expense already has a schedule. Reload the page.',
  expenses_come_round_once: 'The expense for that day has already been created. Reload the page.',
  expenses_supplier_exists: 'This supplier no longer exists, or has expenses. Reload the page.',
};
