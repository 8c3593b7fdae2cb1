import { type Discount, discountAmount } from '../kernel/line-amounts';
import { type Pence, toPence } from '../kernel/money';
import type { Quantity } from '../kernel/quantity';
import { prorate } from '../kernel/prorate';
import { costAmount, type UnitCost } from '../kernel/unit-cost';
import { type SplitAmount, splitLine, type VatRate } from '../kernel/vat';

/** The values an order line is calculated from. Prices exclude VAT (rule P1) and are for one buying unit. */
export type OrderLineTerms = {
  readonly quantity: Quantity;
  readonly unitPrice: UnitCost;
  readonly discount: Discount | null;
  readonly rate: VatRate;
};

export type OrderLineAmounts = SplitAmount & { readonly discount: Pence };

/**
 * The effective quantity of a line (rule P1): ordered, or received once it is closed short. What was accepted above the order
 * counts as well: it was received and will be billed.
 */
export const effectiveQuantity = (line: {
  readonly quantity: Quantity;
  readonly received: Quantity;
  readonly is_closed: boolean;
}): Quantity => (line.is_closed || line.received > line.quantity ? line.received : line.quantity);

/**
 * Calculates a line for its effective quantity: ordered, or received once it is closed short (P1). Line
 * amount less discount, plus VAT (rules M4, M5, V4). A discount in pence is for the full ordered quantity; a
 * smaller quantity takes its share.
 */
export function orderLineAmounts(
  terms: OrderLineTerms,
  effective: Quantity = terms.quantity,
): OrderLineAmounts {
  const amount = costAmount(terms.unitPrice, effective);
  const share =
    terms.discount?.kind === 'amount' && effective < terms.quantity
      ? { kind: 'amount' as const, pence: prorate(terms.discount.pence, effective, terms.quantity) }
      : terms.discount;
  const discount = discountAmount(amount, share);
  return { ...splitLine(toPence(amount - discount), 'exclusive', terms.rate), discount };
}

/** The totals of an order, as sums of its lines (rule M4). */
export const orderTotals = (lines: readonly SplitAmount[]): SplitAmount => ({
  net: sumOf(lines, 'net'),
  vat: sumOf(lines, 'vat'),
  gross: sumOf(lines, 'gross'),
});

const sumOf = (lines: readonly SplitAmount[], part: keyof SplitAmount): Pence =>
  toPence(lines.reduce((sum, line) => sum + line[part], 0));
