import { formatPounds } from '../kernel/money';
import { no, type RuleResult, yes } from '../kernel/rule-result';
import type { CalculatedSale, SaleToCalculate } from './calculate-sale';

/**
 * Whether manual discounts are within the amounts they reduce (rule M5): the line, or the basket after line
 * discounts. More is a typing error. The error names the line.
 */
export function discountsWithin(
  { entries, discount }: Pick<SaleToCalculate, 'entries' | 'discount'>,
  { lines }: Pick<CalculatedSale, 'lines'>,
): RuleResult {
  for (const [index, { discount_amount = 0 }] of entries.entries()) {
    const amount = lines[index]?.amount ?? 0;
    if (discount_amount > amount)
      return no(
        `Line ${index + 1} is ${formatPounds(amount)}, so it cannot have ${formatPounds(discount_amount)} off. Enter a smaller discount.`,
        `lines.${index}.discount_amount`,
      );
  }
  if (discount?.kind !== 'amount') return yes;
  const remaining = lines.reduce((all, line) => all + line.amount - line.lineDiscount, 0);
  return discount.pence <= remaining
    ? yes
    : no(
        `The basket is ${formatPounds(remaining)}, so it cannot have ${formatPounds(discount.pence)} off. Enter a smaller discount.`,
        'discount_amount',
      );
}
