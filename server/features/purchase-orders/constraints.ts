import type { ConstraintWords } from '../../platform/http/constraint-words';

/** What a person reads when the database refuses something about purchase orders and supplier documents. */
export const purchaseConstraints: ConstraintWords = {
  purchase_orders_are_approved: 'This order is above what was approved. Have it approved, then try again.',
  purchase_orders_supplier_exists: 'This supplier is no longer there, or has orders. Reload the page.',
  purchase_order_lines_receive_what_was_ordered:
    'More would be received than was ordered. Reload the page to see what is still to come.',
  purchase_order_lines_bill_what_is_there: 'More would be taken back than was billed. Reload the page.',
  goods_received_lines_run_out_together:
    'Somebody else has just billed or returned these goods. Reload the page to see what is left.',
  supplier_credits_are_final: 'This credit note is posted. Reverse it instead of changing it.',
  supplier_credits_stay_within_their_amount:
    'Somebody else has just used this credit note. Reload the page to see what is left.',
};
