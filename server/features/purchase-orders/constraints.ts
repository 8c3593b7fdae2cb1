import type { ConstraintWords } from '../../platform/http/constraint-words';

/** The messages shown when the database refuses a change to purchase orders or supplier documents. */
export const purchaseConstraints: ConstraintWords = {
  purchase_orders_are_approved: 'This order is above the approved amount. Have it approved, then try again.',
  purchase_orders_have_lines_once_sent: 'A sent order needs at least one line. Cancel the order instead.',
  purchase_orders_supplier_exists: 'This supplier no longer exists, or has orders. Reload the page.',
  purchase_order_lines_receive_what_was_ordered:
    'This is more than was ordered. Reload the page to see what is outstanding.',
  purchase_order_lines_bill_what_is_there: 'This is more than was billed. Reload the page.',
  purchase_order_lines_keep_the_code_they_were_billed_with:
    'Someone else has just billed goods on a line whose VAT code you changed. Reload the page.',
  goods_received_notes_are_reversed_once: 'This receipt has already been reversed. Reload the page.',
  goods_received_lines_run_out_together:
    'Someone else has just billed or returned these goods. Reload the page to see what is left.',
  bills_are_no_petty_cash: 'This bill has already been paid out of a till. Check that it is not paid twice.',
  bills_are_no_expenses: 'This bill has already been entered as an expense. Check that it is not paid twice.',
  supplier_credit_notes_are_recorded_once:
    'This credit note has already been recorded, with goods returned or by its amount. Check that it is not counted twice.',
  supplier_credits_are_final: 'This credit note is posted. Reverse it instead of changing it.',
  supplier_credits_stay_within_their_amount:
    'Someone else has just used this credit note. Reload the page to see what is left.',
};
