import { allocate } from '../kernel/line-amounts';
import { formatPounds, type Pence, sum, toPence } from '../kernel/money';
import { no, type RuleResult, yes } from '../kernel/rule-result';
import { type VatRate, vatWithin } from '../kernel/vat';

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

/**
 * Invoices may add VAT up line by line, so the printed VAT may be a few pence above the rate of the total.
 */
const printedVatTolerance = 10;

/**
 * Whether printed VAT is possible for a gross at a rate. Less is accepted: deposits and discounts may bear
 * none.
 */
export function vatCanBe(vat: Pence, gross: Pence, rate: VatRate): RuleResult {
  const maxVat = rate === 0 ? 0 : Math.min(gross, vatWithin(gross, rate) + printedVatTolerance);
  if (vat <= maxVat) return yes;
  return rate === 0
    ? no('This code has no VAT. Enter 0.00, or choose another code.', 'vat')
    : no(
        `The VAT in ${formatPounds(gross)} is ${formatPounds(vatWithin(gross, rate))}. Check the amount or the code.`,
        'vat',
      );
}
