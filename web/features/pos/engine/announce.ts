import { formatPounds, type Pence } from '#domain/kernel/money';
import { quantityAtPrice } from '#domain/kernel/unit-words';
import type { CalculatedSale } from '#domain/sales/calculate-sale';
import type { BasketLine } from './basket';

/** What a screen reader knows of a basket. */
export type Heard = {
  readonly clientId: string;
  readonly lines: readonly { readonly key: number; readonly name: string; readonly words: string }[];
  readonly due: Pence;
};

export const heardOf = (
  { clientId, lines }: { readonly clientId: string; readonly lines: readonly BasketLine[] },
  sale: CalculatedSale,
  due: Pence,
): Heard => ({
  clientId,
  lines: lines.map((line, index) => ({
    key: line.key,
    name: line.name,
    words: lineWords(line, sale.lines[index]),
  })),
  due,
});

/** "1 × £2.95" per scan, with what comes off the line. */
function lineWords(line: BasketLine, calculated: CalculatedSale['lines'][number] | undefined): string {
  if (!calculated) return '';
  const { quantity, unitPrice, amount, lineDiscount } = calculated;
  const price = quantityAtPrice(quantity, line.unit, unitPrice);
  return lineDiscount > 0
    ? `${price}, less ${formatPounds(lineDiscount)}, ${formatPounds(amount - lineDiscount)}`
    : price;
}

/**
 * What to say about a change, as "Green tea, 1 × £2.95, total £5.90"; null when nothing was changed. Another basket, such
 * as the next customer's, is not a change of this one.
 */
export function announcementOf(before: Heard, after: Heard): string | null {
  if (before.clientId !== after.clientId) return null;
  const changed = after.lines.flatMap(line => {
    const known = before.lines.find(({ key }) => key === line.key);
    return known?.words === line.words ? [] : [`${line.name}, ${line.words}`];
  });
  const removed = before.lines.flatMap(line =>
    after.lines.some(({ key }) => key === line.key) ? [] : [`${line.name} removed`],
  );
  // A change of price group or mode changes every line: the total is enough.
  const said = [...removed, ...(changed.length > maxLines ? [] : changed)];
  if (said.length === 0 && changed.length === 0 && before.due === after.due) return null;
  return [...said, totalWords(after.due)].join(', ');
}

const maxLines = 3;

const totalWords = (due: Pence): string =>
  due < 0 ? `to refund ${formatPounds(Math.abs(due))}` : `total ${formatPounds(due)}`;
