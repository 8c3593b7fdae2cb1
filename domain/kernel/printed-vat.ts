import { formatPounds, type Pence } from './money';
import { no, type RuleResult, yes } from './rule-result';
import { type VatRate, vatOn, vatWithin } from './vat';

/**
 * Invoices may add VAT up line by line, so the printed VAT may be a few pence above the rate of the total.
 */
const tolerance = 10;

const noVat = no('This code has no VAT. Enter 0.00, or choose another code.', 'vat');

/**
 * Whether printed VAT is possible for a gross at a rate (rule V18). Less is accepted: deposits and discounts may bear
 * none.
 */
export function vatCanBe(vat: Pence, gross: Pence, rate: VatRate): RuleResult {
  const expected = vatWithin(gross, rate);
  const maxVat = rate === 0 ? 0 : Math.min(gross, expected + tolerance);
  if (vat <= maxVat) return yes;
  return rate === 0
    ? noVat
    : no(
        `The VAT in ${formatPounds(gross)} is ${formatPounds(expected)}. Check the amount or the code.`,
        'vat',
      );
}

/** The same where the net is entered, as on bills and credit notes of suppliers. */
export function vatOnCanBe(vat: Pence, net: Pence, rate: VatRate): RuleResult {
  const expected = vatOn(net, rate);
  if (vat <= (rate === 0 ? 0 : expected + tolerance)) return yes;
  return rate === 0
    ? noVat
    : no(
        `The VAT on ${formatPounds(net)} is ${formatPounds(expected)}. Check the amount or the code.`,
        'vat',
      );
}
