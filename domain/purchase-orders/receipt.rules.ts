import { no, type RuleResult } from '../kernel/rule-result';
import { type CountedSince, notCountedSince } from '../stock/counted-since';

export type ReceiptState = {
  readonly number: string;
  /** Our number of its reversal. */
  readonly reversed_by: string | null;
  /** The first bill of its goods that is not reversed. */
  readonly billed_by: string | null;
  /** Our number of the first return of its goods. */
  readonly returned_by: string | null;
  /** The first bill that spread a landed cost over its goods and is not reversed. */
  readonly landed_by: string | null;
  /** A line of it that is closed short. */
  readonly closed_line: string | null;
  readonly counted_since: CountedSince | null;
};

/** A receipt entered in error can be reversed while nothing depends on it; real returns are recorded as such. */
export function canReverseReceipt(receipt: ReceiptState): RuleResult {
  const { number, reversed_by, billed_by, returned_by, landed_by, closed_line, counted_since } = receipt;
  if (reversed_by !== null) return no(`${number} has already been reversed, by ${reversed_by}.`);
  if (billed_by !== null) return no(`Goods of ${number} are on bill ${billed_by}. Reverse the bill first.`);
  if (returned_by !== null)
    return no(`Goods of ${number} were returned by ${returned_by}, so it cannot be reversed.`);
  if (landed_by !== null)
    return no(`Bill ${landed_by} spread landed cost over goods of ${number}. Reverse the bill first.`);
  if (closed_line !== null)
    return no(`${closed_line} is closed short. Reopen the order before you reverse ${number}.`);
  return notCountedSince(number, counted_since);
}
