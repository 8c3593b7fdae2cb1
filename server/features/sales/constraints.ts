import type { ConstraintWords } from '../../platform/http/constraint-words';

/** Messages for constraint violations about sales and refunds. */
export const saleConstraints: ConstraintWords = {
  refunds_are_approved: 'This refund is above the limit. Have it approved, then try again.',
  wallet_money_returns_to_the_wallet:
    'Part of this sale was paid from the wallet and must be refunded to it. Change the refund, then try again.',
  exchanges_carry_what_was_given_up:
    'The exchange does not match the goods returned, or pays for another customer. Reload the page.',
  sale_tenders_pay_with_a_credit_note_once: 'This exchange has already been posted. Reload the page.',
  sales_stay_as_posted: 'This sale is posted. Refund, cancel or edit it instead.',
  sales_client_id_is_taken: 'This sale has already been posted. Find it in the list of sales.',
  credit_notes_client_id_is_taken: 'This refund has already been posted. Find it on the page of its sale.',
  credit_notes_are_reversed_once: 'This credit note has already been reversed. Reload the page.',
  sales_are_replaced_once: 'This sale was edited by someone else. Reload the page.',
  sales_are_refunded_within_their_amount:
    'Someone else has just refunded this sale. Reload the page to see what can still be refunded.',
  sale_lines_are_refunded_within_what_was_sold:
    'Someone else has just refunded this sale. Reload the page to see what can still be refunded.',
  refund_tenders_are_of_something: 'Each refund amount must be above zero. Remove the others.',
  sales_customer_exists: 'This customer no longer exists or has sales. Reload the page.',
  sale_invoice_addresses_stay:
    'Earlier invoice addresses cannot be changed. Add the correct name and address instead.',
  sale_exceptions_stay: 'Sale exceptions cannot be changed. Mark it as reviewed instead.',
  products_of_waiting_sales_stay:
    'A paid sale that waits to be posted needs this product. Post it first, or archive the product.',
  unbooked_sales_stay_as_sent: 'Sales sent by a till cannot be changed.',
  unbooked_sales_are_kept_once: 'This sale is already waiting for review.',
};
