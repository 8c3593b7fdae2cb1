import type { ConstraintWords } from '../../platform/http/constraint-words';

/** Messages for database constraints on imported sales histories. */
export const historyConstraints: ConstraintWords = {
  sales_history_lines_are_posted_once:
    'A line of this import has been posted by another import. Check the file again.',
  sales_history_lines_account_exists: 'This account no longer exists, or is in use. Reload the page.',
  vat_returns_wait_for_undoing:
    'An import with sales in this period is being undone. File the return when that is finished.',
  undone_sales_take_nothing_back: 'The import of this sale has been undone, so it cannot be refunded.',
};
