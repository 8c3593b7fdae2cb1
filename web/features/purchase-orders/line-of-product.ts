import { formatPercent } from '#domain/kernel/percent';
import { quantity, textFromQuantity } from '#domain/kernel/quantity';
import type { ProductChoice } from '#domain/products/product.contract';
import { costInUnit, unitCost } from '#domain/kernel/unit-cost';
import { typedUnitCost } from '../../ui/form/typed-figures';
import type { LineValues, UnitChoice } from './order-form-values';

/** What a line loses with its product. The supplier's code, the price and its discount are the product's, not the line's (finding F17). */
export const withoutProduct = {
  product: null,
  supplier_code: '',
  units: [],
  unit: '',
  factor: '',
  unit_price: '',
  discount: '',
} satisfies Partial<LineValues>;

/** The values a line takes from its product: buying unit, VAT, and the last price with its discount. */
export function lineOf(product: ProductChoice, line: LineValues): Partial<LineValues> {
  const single = { unit: product.unit, factor: '1' };
  const bought = product.buying_unit
    ? { unit: product.buying_unit, factor: textFromQuantity(product.buying_factor) }
    : single;
  return {
    product: { id: product.id, sku: product.sku, name: product.name },
    description: product.name,
    ...bought,
    units: product.buying_unit ? [bought, single] : [single],
    quantity: line.quantity || '1',
    ...pricesOf(product, line),
    vat_code: product.vat_code,
  };
}

/** The discount goes with the price it was agreed on: a price that was entered gets none, a discount that was entered stays. */
function pricesOf({ last_price, last_discount_percent: percent }: ProductChoice, line: LineValues) {
  if (line.unit_price !== '') return {};
  return {
    unit_price: last_price ?? '',
    discount: line.discount || (percent == null ? '' : formatPercent(percent)),
  };
}

/** A line in another of its units. The goods cost the same, so the price follows the unit. */
export function lineInUnit(line: LineValues, chosen: UnitChoice): Partial<LineValues> {
  const { unit, factor, unit_price } = line;
  const left = line.units.map(choice =>
    choice.factor === factor ? { ...choice, price: unit_price } : choice,
  );
  const asBefore =
    chosen.price !== undefined && priceInUnit(chosen.price, chosen, { unit, factor }) === unit_price;
  return {
    unit: chosen.unit,
    factor: chosen.factor,
    units: left,
    // Back in the unit in which it was entered, nothing of it is lost to rounding.
    unit_price: asBefore && chosen.price !== undefined ? chosen.price : priceInUnit(unit_price, line, chosen),
  };
}

/** The price in another unit; as it is, if it is blank or no price yet. */
function priceInUnit(price: string, from: UnitChoice, to: UnitChoice): string {
  const typed = unitCost.safeDecode(typedUnitCost(price));
  const [held, wanted] = [from, to].map(({ factor }) => quantity.safeDecode(factor));
  if (!typed.success || !held?.success || !wanted?.success) return price;
  return costInUnit(typed.data, held.data, wanted.data) ?? price;
}
