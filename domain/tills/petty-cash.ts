import { formatPounds, type Pence, toPence } from '../kernel/money';
import { type SplitAmount, type VatCode, type VatRate, vatWithin } from '../kernel/vat';
import { no, type RuleResult, yes } from '../kernel/rule-result';

type PettyCash = {
  readonly amount: Pence;
  readonly vatCode: VatCode | null;
  /** As printed; null to calculate it from the rate. */
  readonly vat: Pence | null;
  readonly rate: VatRate;
  readonly reference: string | null;
  readonly vatNumber: string | null;
};

/** Net and VAT of cash paid out: the printed VAT, or calculated from the rate (rules V4, V18). */
export function splitPettyCash({ amount, vatCode, vat, rate }: PettyCash): SplitAmount {
  const within = vatCode === null ? toPence(0) : (vat ?? vatWithin(amount, rate));
  return { net: toPence(amount - within), vat: within, gross: amount };
}

/**
 * Whether the VAT can be reclaimed: with the seller's invoice, and no more than the rate allows (rule V18).
 */
export function canRecoverVat(cash: PettyCash): RuleResult {
  const { vat } = splitPettyCash(cash);
  if (vat === 0) return yes;
  if (cash.reference === null)
    return no('You need a receipt to reclaim VAT. Enter the receipt number or choose no VAT.', 'reference');
  if (cash.vatNumber === null)
    return no('Enter the supplier’s VAT number from the receipt, or choose no VAT.', 'vat_number');
  const maxVat = toPence(vatWithin(cash.amount, cash.rate) + 1);
  return vat <= maxVat
    ? yes
    : no(
        `Enter at most ${formatPounds(maxVat)}, the VAT in ${formatPounds(cash.amount)} at this rate.`,
        'vat',
      );
}
