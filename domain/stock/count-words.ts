import { countOf } from '../kernel/count-of';
import { formatPounds, toPence } from '../kernel/money';
import type { UncountedChoice } from './count-status';
import type { CountReview } from './stock-count.contract';

/** The warning while tills hold sales that are not in stock yet; null without any. */
export const unsentWords = (sales: number): string | null =>
  sales === 0
    ? null
    : `Tills still hold ${sales === 1 ? 'one sale' : `${sales.toLocaleString('en-GB')} sales`} that the server has not received. What they sold is still in stock here and would count as missing. Wait until they are sent, then count those products again.`;

/** The warning while paid sales wait because they could not be posted; null without any. */
export const keptWords = (sales: number): string | null =>
  sales === 0
    ? null
    : `${countOf(sales, 'paid sale')} could not be posted and ${sales === 1 ? 'waits' : 'wait'} under Tills > Paid sales to review. What was sold is still in stock here and would count as missing. Post ${sales === 1 ? 'it' : 'them'} there, then count those products again.`;

/** "37 of 120 counted". */
export const progressWords = (counted: number, products: number): string =>
  `${counted.toLocaleString('en-GB')} of ${products.toLocaleString('en-GB')} counted`;

/**
 * The question before a stocktake is posted, with the figures it will post: "Post 12 variances worth
 * −£34.10?". Without `view_cost` it names no amount.
 */
export function postQuestion(review: CountReview, uncounted: UncountedChoice): string {
  const emptied = uncounted === 'nothing' ? review.uncounted_with_stock : 0;
  const differences = review.differences + emptied;
  if (differences === 0) return 'Post this stocktake? There are no variances, so stock does not change.';
  const words = `Post ${countOf(differences, 'variance')}`;
  if (review.value === undefined) return `${words}?`;
  const uncountedValue = uncounted === 'nothing' ? (review.uncounted_value ?? 0) : 0;
  return `${words} worth ${formatPounds(toPence(review.value - uncountedValue))}?`;
}
