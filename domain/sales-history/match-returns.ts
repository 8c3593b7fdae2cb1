import { type Quantity, toQuantity } from '../kernel/quantity';

/** A sold line that can be returned. */
export type SoldLine = {
  /** Its document key and line. */
  readonly key: string;
  readonly ordinal: number;
  /** What must be equal: customer, product and price. */
  readonly same: string;
  /** Ordered by time. */
  readonly at: number;
  readonly remaining: Quantity;
};

export type ReturnLine = {
  readonly row: number;
  readonly same: string;
  readonly at: number;
  /** The returned quantity, above zero. */
  readonly quantity: Quantity;
};

export type Original = { readonly key: string; readonly ordinal: number; readonly quantity: Quantity };

/**
 * Matches each return to the sales it returns from (rule V13): earlier ones of the same customer, product and price,
 * newest first, over several when one has too little left. A partly matched line is not matched at all, because a line
 * is posted in full or not. Returns the matches by row; unmatched rows are omitted.
 */
export function matchReturns(
  sold: readonly SoldLine[],
  returns: readonly ReturnLine[],
): Map<number, Original[]> {
  const bySame = new Map<string, (SoldLine & { rest: number })[]>();
  for (const line of sold) {
    const group = bySame.get(line.same) ?? [];
    group.push({ ...line, rest: line.remaining });
    bySame.set(line.same, group);
  }
  for (const group of bySame.values())
    group.sort((one, other) => other.at - one.at || other.ordinal - one.ordinal);
  const matches = new Map<number, Original[]>();
  const inTime = [...returns].sort((one, other) => one.at - other.at || one.row - other.row);
  for (const { row, same, at, quantity } of inTime) {
    const earlier = (bySame.get(same) ?? []).filter(line => line.at < at && line.rest > 0);
    let unmatched: number = quantity;
    const matched = [];
    for (const line of earlier) {
      if (unmatched === 0) break;
      const part = Math.min(unmatched, line.rest);
      matched.push({ line, part });
      unmatched -= part;
    }
    if (unmatched > 0) continue;
    for (const { line, part } of matched) line.rest -= part;
    matches.set(
      row,
      matched.map(({ line, part }) => ({ key: line.key, ordinal: line.ordinal, quantity: toQuantity(part) })),
    );
  }
  return matches;
}
