import * as z from 'zod';
import type { BodySent } from '#domain/kernel/call';
import { enteredMoney, poundsFromPence } from '#domain/kernel/money';
import { positiveQuantity, textFromQuantity } from '#domain/kernel/quantity';
import type { ProductPrices, productPricesCalls } from '#domain/pricing/product-prices.contract';
import type { LineRules } from '../../ui/lines/merge-lines';
import { typedPounds, typedQuantity } from '../../ui/form/typed-figures';

/** One line of the grid: price group (blank for all), minimum quantity (blank for any) and price. */
export type PriceLine = {
  key: string;
  /** Of a stored price: its group and quantity, as they are stored. */
  id?: string;
  group: string;
  from_quantity: string;
  unit_price: string;
};
export type PricesValues = { lines: PriceLine[]; version?: number };

let made = 0;
export const blankLine = (): PriceLine => ({
  key: `line-${++made}`,
  group: '',
  from_quantity: '',
  unit_price: '',
});

const idOf = ({ group, from_quantity }: PriceLine): string => `${group} ${typedQuantity(from_quantity)}`;

const storedLine = (values: Omit<PriceLine, 'key' | 'id'>): PriceLine => {
  const line = { ...blankLine(), ...values };
  return { ...line, id: idOf(line) };
};

export const valuesOf = ({ group_prices, breaks, version }: ProductPrices): PricesValues => ({
  lines: [
    ...group_prices.map(({ group, unit_price }) =>
      storedLine({ group: String(group.id), from_quantity: '', unit_price: poundsFromPence(unit_price) }),
    ),
    ...breaks.map(({ group, from_quantity, unit_price }) =>
      storedLine({
        group: group ? String(group.id) : '',
        from_quantity: textFromQuantity(from_quantity),
        unit_price: poundsFromPence(unit_price),
      }),
    ),
  ],
  version,
});

/** How two users' edits of a product's prices are merged (F12): each price is known by its group and quantity. */
export const priceLineRules = (groupName: (id: string) => string): LineRules<PriceLine> => ({
  isSame: (one, other) =>
    idOf(one) === idOf(other) && typedPounds(one.unit_price) === typedPounds(other.unit_price),
  keepMine: mine => mine,
  nameOf: line =>
    isAny(line) ? groupName(line.group) : `${groupName(line.group)}, from ${line.from_quantity}`,
  valuesOf: line => [
    ['For', groupName(line.group)],
    ['From quantity', line.from_quantity],
    ['Unit price', line.unit_price && `£${line.unit_price}`],
  ],
  idOf,
});

const isAny = ({ from_quantity }: PriceLine) => from_quantity.trim() === '';
const isBlank = (line: PriceLine) => isAny(line) && line.group === '' && line.unit_price.trim() === '';

/**
 * The grid to send. Lines without a quantity are group prices, the others quantity breaks. Blank lines are
 * dropped.
 */
export function bodyOf({ lines, version }: PricesValues): BodySent<typeof productPricesCalls.save> {
  const filled = lines.filter(line => !isBlank(line));
  return {
    group_prices: filled.filter(isAny).map(({ group, unit_price }) => ({
      price_group_id: Number(group),
      unit_price: typedPounds(unit_price),
    })),
    breaks: filled
      .filter(line => !isAny(line))
      .map(({ group, from_quantity, unit_price }) => ({
        price_group_id: group === '' ? null : Number(group),
        from_quantity: typedQuantity(from_quantity),
        unit_price: typedPounds(unit_price),
      })),
    ...(version === undefined ? {} : { version }),
  };
}

/** Validates the grid against the contract and reports errors on their lines. */
export const pricesForm = z.custom<PricesValues>().superRefine(({ lines }, issues) => {
  const seen = new Set<string>();
  for (const [index, line] of lines.entries()) {
    if (isBlank(line)) continue;
    const report = (field: keyof PriceLine, message: string | undefined) =>
      message && issues.addIssue({ code: 'custom', path: ['lines', index, field], message });
    const quantity = isAny(line) ? null : positiveQuantity.safeDecode(typedQuantity(line.from_quantity));
    if (quantity === null && line.group === '')
      report('from_quantity', 'Choose a price group or enter a quantity.');
    if (quantity?.success === false) report('from_quantity', quantity.error.issues[0]?.message);
    const price = enteredMoney.safeDecode(typedPounds(line.unit_price));
    if (!price.success) report('unit_price', price.error.issues[0]?.message);
    else if (price.data < 0) report('unit_price', 'Enter a price of zero or more.');
    const key = `${line.group} ${quantity?.data ?? 'any'}`;
    if (seen.has(key)) report('from_quantity', 'This price is entered twice. Remove one.');
    seen.add(key);
  }
});
