import type { ConstraintWords } from '../../platform/http/constraint-words';

/** Messages for constraint violations about quotes. */
export const quoteConstraints: ConstraintWords = {
  quotes_become_one_sale: 'This quote has already been invoiced. Reload the page.',
  sales_invoice_a_quote_once: 'This quote has already been invoiced. Reload the page.',
  quotes_go_step_by_step: 'This quote was changed by someone else. Reload the page.',
  quote_revisions_stay: 'Saved quotes cannot be changed. Create a revision instead.',
  quote_revisions_client_id_is_taken: 'This quote has already been saved. Find it in the list of quotes.',
  quotes_customer_exists: 'This customer no longer exists or has quotes. Reload the page.',
};
