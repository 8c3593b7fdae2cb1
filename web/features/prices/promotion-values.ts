import type { BodySent } from '#domain/kernel/call';
import { poundsFromPence } from '#domain/kernel/money';
import type { PromotionKind } from '#domain/pricing/price-rules';
import type { AppliesTo, PromotionDetail, promotions } from '#domain/pricing/promotion.contract';
import { today } from '../../ui/dated-fields';
import { typedPounds } from '../../ui/typed-figures';
import { percentTyped, typedPercent } from './percent-field';

export type Named = { readonly id: number; readonly name: string };

/** The form as it is typed. Fields of another kind than the chosen one keep what they hold, and are not sent. */
export type PromotionValues = {
  name: string;
  kind: PromotionKind;
  percent_off: string;
  price: string;
  buy_units: string;
  get_units: string;
  applies_to: AppliesTo;
  products: Named[];
  categories: Named[];
  starts_on: string;
  ends_on: string;
  status: PromotionDetail['status'];
  version?: number;
};

export const blankPromotion = (): PromotionValues => ({
  name: '',
  kind: 'percentage',
  percent_off: '',
  price: '',
  buy_units: '2',
  get_units: '1',
  applies_to: 'everything',
  products: [],
  categories: [],
  starts_on: today(),
  ends_on: '',
  status: 'active',
});

export const valuesOf = (promotion: PromotionDetail): PromotionValues => ({
  name: promotion.name,
  kind: promotion.kind,
  percent_off: promotion.percent_off === null ? '' : percentTyped(promotion.percent_off),
  price: promotion.price === null ? '' : poundsFromPence(promotion.price),
  buy_units: String(promotion.buy_units ?? 2),
  get_units: String(promotion.get_units ?? 1),
  applies_to: promotion.applies_to,
  products: promotion.products.map(({ id, name }) => ({ id, name })),
  categories: promotion.categories,
  starts_on: promotion.starts_on,
  ends_on: promotion.ends_on,
  status: promotion.status,
  version: promotion.version,
});

const blankAsNull = (text: string) => (text.trim() === '' ? null : text);

/** What is sent for the form, in the contract's terms. */
export function bodyOf(values: PromotionValues): BodySent<typeof promotions.update> {
  const { kind, applies_to, percent_off, price, buy_units, get_units, products, categories, ...rest } =
    values;
  const isSet = kind === 'buy_x_get_y';
  const units = (text: string) => (isSet && blankAsNull(text) !== null ? Number(text) : null);
  return {
    ...rest,
    kind,
    applies_to,
    percent_off: kind === 'fixed_price' ? null : blankAsNull(typedPercent(percent_off)),
    price: kind === 'fixed_price' && blankAsNull(price) !== null ? typedPounds(price) : null,
    buy_units: units(buy_units),
    get_units: units(get_units),
    product_ids: applies_to === 'products' ? products.map(({ id }) => id) : [],
    category_ids: applies_to === 'categories' ? categories.map(({ id }) => id) : [],
  };
}
