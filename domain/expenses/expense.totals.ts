import { allocate } from '../kernel/line-amounts';
import { type Pence, sum, toPence } from '../kernel/money';

export type ExpenseAmounts = { readonly net: Pence; readonly vat: Pence; readonly gross: Pence };

/** Gross and VAT of a line as printed (rule V18); the rest is net. */
export const amountsOf = (gross: Pence, vat: Pence): ExpenseAmounts => ({
  net: toPence(gross - vat),
  vat,
  gross,
});

/** The totals of the lines (rules M4, V5). */
export const expenseTotals = (lines: readonly ExpenseAmounts[]): ExpenseAmounts => ({
  net: sum(lines.map(line => line.net)),
  vat: sum(lines.map(line => line.vat)),
  gross: sum(lines.map(line => line.gross)),
});

/**
 * The cost and the reclaimable VAT of a line: none if the line's VAT is not reclaimable, or if the business
 * was not registered on the tax point (rules V2, V18).
 */
export function costOf(
  { net, vat, gross }: ExpenseAmounts,
  isRecovered: boolean,
): { readonly cost: Pence; readonly recovered: Pence } {
  return isRecovered ? { cost: net, recovered: vat } : { cost: gross, recovered: toPence(0) };
}

/**
 * Splits a line by weights: gross and VAT are each distributed by largest remainder, so that the parts add
 * up to the penny (rule M6) and no part has more VAT than gross.
 */
export function splitAmounts({ gross, vat }: ExpenseAmounts, weights: readonly number[]): ExpenseAmounts[] {
  const vats = allocate(vat, weights);
  const nets = allocate(toPence(gross - vat), weights);
  return vats.map((part, index) => amountsOf(toPence((nets[index] ?? 0) + part), part));
}
