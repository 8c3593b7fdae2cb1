import type { ConstraintWords } from '../../platform/http/constraint-words';

/** What a person reads when the database refuses something about sales and refunds. */
export const saleConstraints: ConstraintWords = {
  refunds_are_approved: 'This refund is above the limit. Have it approved, then try again.',
  sales_stay_as_posted: 'This sale is posted. Refund, cancel or edit it instead.',
  sales_client_id_is_taken: 'This sale was posted already. Look for it in the list of sales.',
  credit_notes_client_id_is_taken: 'This refund was posted already. Look for it on the page of its sale.',
  credit_notes_are_reversed_once: 'This was reversed already. Reload the page.',
  sales_are_replaced_once: 'This sale was edited by somebody else. Reload the page.',
  sales_are_refunded_within_their_amount:
    'Somebody else has just refunded this sale. Reload the page to see what is left.',
  sale_lines_are_refunded_within_what_was_sold:
    'Somebody else has just refunded this sale. Reload the page to see what is left.',
  refund_tenders_are_of_something: 'Each amount that is paid back is above nothing. Leave out the others.',
  sales_customer_exists: 'This customer is no longer there, or has sales. Reload the page.',
  sale_invoice_addresses_stay: 'What was on an invoice is kept. Enter the right name and address instead.',
  sale_exceptions_stay: 'What a till sent stays as it was sent. It can be marked as looked at.',
  unbooked_sales_stay_as_sent: 'What a till sent stays as it was sent.',
  unbooked_sales_are_kept_once: 'This sale is among those to look at already.',
};
