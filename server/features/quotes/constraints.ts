import type { ConstraintWords } from '../../platform/http/constraint-words';

/** What a person reads when the database refuses something about quotes. */
export const quoteConstraints: ConstraintWords = {
  quotes_become_one_sale: 'This quote was invoiced already. Reload the page.',
  sales_invoice_a_quote_once: 'This quote was invoiced already. Reload the page.',
  quotes_go_step_by_step: 'This quote was changed by somebody else. Reload the page.',
  quote_revisions_stay: 'A quote stays as it was offered. Make a revision instead.',
  quote_revisions_client_id_is_taken: 'This quote was saved already. Look for it in the list of quotes.',
  quotes_customer_exists: 'This customer is no longer there, or has quotes. Reload the page.',
};
