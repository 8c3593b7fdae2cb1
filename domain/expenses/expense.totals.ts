import { allocate } from '../kernel/line-amounts';
import { formatPounds, type Pence, sum, toPence } from '../kernel/money';
import { no, type Verdict, yes } from '../kernel/verdict';
import { type VatRate, vatWithin } from '../kernel/vat';

export type ExpenseAmounts = { readonly net: Pence; readonly vat: Pence; readonly gross: Pence };

/** Of a line, the gross and the VAT as they are printed (rule V18); what is left is the net. */
export const amountsOf = (gross: Pence, vat: Pence): ExpenseAmounts => ({
  net: toPence(gross - vat),
  vat,
  gross,
});

/** The totals are those of the lines, added up (rules M4, V5). */
export const expenseTotals = (lines: readonly ExpenseAmounts[]): ExpenseAmounts => ({
  net: sum(lines.map(line => line.net)),
  vat: sum(lines.map(line => line.vat)),
  gross: sum(lines.map(line => line.gross)),
});

/**
 * What of a line is a cost, and what of its VAT comes back: none where the line's VAT is not recoverable, or where the
 * firm is not registered on the tax point (rules V2, V18).
 */
export function costOf(
  { net, vat, gross }: ExpenseAmounts,
  isRecovered: boolean,
): { readonly cost: Pence; readonly recovered: Pence } {
  return isRecovered ? { cost: net, recovered: vat } : { cost: gross, recovered: toPence(0) };
}

/**
 * A line split into parts by weights: gross and VAT are each spread by largest remainder, so that the parts come to the
 * line again, to the penny (rule M6), and no part has more VAT than gross.
 */
export function splitAmounts({ gross, vat }: ExpenseAmounts, weights: readonly number[]): ExpenseAmounts[] {
  const vats = allocate(vat, weights);
  const nets = allocate(toPence(gross - vat), weights);
  return vats.map((part, index) => amountsOf(toPence((nets[index] ?? 0) + part), part));
}

/** Papers add VAT up line by line, so what is printed may be some pence above what the rate makes of the whole. */
const roundingOnPaper = 10;

/** Whether printed VAT can be that of a gross at a rate. Less is taken: a deposit or a discount may bear none. */
export function vatCanBe(vat: Pence, gross: Pence, rate: VatRate): Verdict {
  const most = rate === 0 ? 0 : Math.min(gross, vatWithin(gross, rate) + roundingOnPaper);
  if (vat <= most) return yes;
  return rate === 0
    ? no('This code has no VAT. Enter 0.00, or choose another code.', 'vat')
    : no(
        `The VAT in ${formatPounds(gross)} is ${formatPounds(vatWithin(gross, rate))}. Check the amount or the code.`,
        'vat',
      );
}
