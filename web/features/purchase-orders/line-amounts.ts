import type { Discount } from '#domain/kernel/line-amounts';
import { money, type Pence } from '#domain/kernel/money';
import { percentage } from '#domain/kernel/percent';
import { positiveQuantity, type Quantity } from '#domain/kernel/quantity';
import { isWithinReach, type UnitCost, unitCost } from '#domain/kernel/unit-cost';
import type { SplitAmount, VatCode } from '#domain/kernel/vat';
import {
  type OrderLineAmounts,
  orderLineAmounts,
  orderTotals,
} from '#domain/purchase-orders/purchase-order.totals';
import { typedQuantity, typedUnitCost } from '../../ui/form/typed-figures';
import { discountBody, type LineValues } from './order-form-values';

type Amounts = OrderLineAmounts | null;
export type VatRates = ReadonlyMap<VatCode, number>;

const cached = new WeakMap<LineValues, { readonly rate: number; readonly amounts: Amounts }>();

/**
 * The amounts of a line as far as it is entered; null while something is missing or invalid (rule P1). Each copy of a
 * line is calculated once, so that a key pressed in one of five hundred lines costs one calculation (finding F11).
 */
export function amountsOf(line: LineValues, rates: VatRates): Amounts {
  const rate = rates.get(line.vat_code) ?? 0;
  const before = cached.get(line);
  if (before?.rate === rate) return before.amounts;
  const amounts = calculated(line, rate);
  cached.set(line, { rate, amounts });
  return amounts;
}

/** The totals of the lines that are complete. */
export const totalsOf = (lines: readonly LineValues[], rates: VatRates): SplitAmount =>
  orderTotals(lines.map(line => amountsOf(line, rates)).filter(amounts => amounts !== null));

function calculated(line: LineValues, rate: number): Amounts {
  const quantity = read<Quantity>(positiveQuantity.safeDecode(typedQuantity(line.quantity)));
  const unitPrice = read<UnitCost>(unitCost.safeDecode(typedUnitCost(line.unit_price)));
  const discount = discountOf(line.discount);
  if (quantity === null || unitPrice === null || unitPrice.startsWith('-') || discount === undefined)
    return null;
  if (!isWithinReach(unitPrice, quantity)) return null;
  return orderLineAmounts({ quantity, unitPrice, discount, rate });
}

function discountOf(text: string): Discount | null | undefined {
  const body = discountBody(text);
  if (body.discount_percent !== undefined) {
    const hundredths = read<number>(percentage.safeDecode(body.discount_percent));
    return hundredths === null ? undefined : { kind: 'percent', hundredths };
  }
  if (body.discount_amount === undefined) return null;
  const pence = read<Pence>(money.safeDecode(body.discount_amount));
  return pence === null || pence < 0 ? undefined : { kind: 'amount', pence };
}

const read = <T>(parsed: { success: boolean; data?: T | undefined }): T | null =>
  parsed.success ? (parsed.data ?? null) : null;
