import { formatPounds } from '../kernel/money';
import { no, type Verdict, yes } from '../kernel/verdict';
import type { ReckonedSale, SaleAsked } from './reckon-sale';

/**
 * Whether every discount that somebody typed is within what it is taken off (rule M5): that of a line within its amount, that of the
 * basket within what the lines come to. What is more is a slip of the finger, not a gift; the refusal names the line.
 */
export function discountsWithin(
  { entries, discount }: Pick<SaleAsked, 'entries' | 'discount'>,
  { lines }: Pick<ReckonedSale, 'lines'>,
): Verdict {
  for (const [index, { discount_amount = 0 }] of entries.entries()) {
    const amount = lines[index]?.amount ?? 0;
    if (discount_amount > amount)
      return no(
        `Line ${index + 1} is ${formatPounds(amount)}, so it cannot have ${formatPounds(discount_amount)} off. Enter a smaller discount.`,
        `lines.${index}.discount_amount`,
      );
  }
  if (discount?.kind !== 'amount') return yes;
  const left = lines.reduce((all, line) => all + line.amount - line.lineDiscount, 0);
  return discount.pence <= left
    ? yes
    : no(
        `The basket is ${formatPounds(left)}, so it cannot have ${formatPounds(discount.pence)} off. Enter a smaller discount.`,
        'discount_amount',
      );
}
