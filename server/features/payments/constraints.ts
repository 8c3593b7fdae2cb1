import type { ConstraintWords } from '../../platform/http/constraint-words';

/** Messages for database constraints on supplier payments. */
export const paymentConstraints: ConstraintWords = {
  payments_are_allocated_within_their_amount:
    'Someone else has just used this payment. Reload the page to see what is left.',
  payments_are_for_orders_of_their_supplier:
    'A payment can only be allocated to orders from its own supplier.',
  payments_are_final: 'This payment is completed. Cancel it instead of changing it.',
  payment_allocations_name_an_order_once: 'This order is listed twice. Enter one amount for it.',
  payments_supplier_exists: 'This supplier no longer exists, or has payments. Reload the page.',
};
