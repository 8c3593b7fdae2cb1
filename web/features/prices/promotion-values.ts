import type { BodySent } from '#domain/kernel/call';
import { poundsFromPence } from '#domain/kernel/money';
import type { PromotionKind } from '#domain/pricing/price-rules';
import {
  type AppliesTo,
  hasPercent,
  isPricedDeal,
  type PromotionDetail,
  type promotions,
} from '#domain/pricing/promotion.contract';
import { today } from '../../ui/form/dated-fields';
import { typedPounds } from '../../ui/form/typed-figures';
import { percentTyped, typedPercent } from './percent-field';

/** A chosen product or category. */
export type Chosen = {
  readonly key: string;
  /** As it is stored; undefined if it was chosen here. */
  readonly id?: number;
  readonly of: number;
  readonly name: string;
};

/** A mix and match group as entered. */
export type GroupValues = {
  key: string;
  id?: number;
  units: string;
  products: Chosen[];
  categories: Chosen[];
};

let lastKey = 0;
export const blankGroup = (): GroupValues => ({
  key: `group-${++lastKey}`,
  units: '1',
  products: [],
  categories: [],
});

export const chosenHere = (of: number, name: string): Chosen => ({ key: String(of), of, name });
const stored = ({ id, name }: { readonly id: number; readonly name: string }): Chosen => ({
  ...chosenHere(id, name),
  id,
});

/** The form as entered. Fields of other kinds keep their values and are not sent. */
export type PromotionValues = {
  name: string;
  kind: PromotionKind;
  percent_off: string;
  price: string;
  /** Whether a deal's price includes VAT: 'yes' or 'no', as in the field. */
  price_includes_vat: 'yes' | 'no';
  buy_units: string;
  get_units: string;
  applies_to: AppliesTo;
  products: Chosen[];
  categories: Chosen[];
  groups: GroupValues[];
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
  price_includes_vat: 'yes',
  buy_units: '2',
  get_units: '1',
  applies_to: 'everything',
  products: [],
  categories: [],
  groups: [blankGroup(), blankGroup()],
  starts_on: today(),
  ends_on: '',
  status: 'active',
});

export const valuesOf = (promotion: PromotionDetail): PromotionValues => ({
  name: promotion.name,
  kind: promotion.kind,
  percent_off: promotion.percent_off === null ? '' : percentTyped(promotion.percent_off),
  price: promotion.price === null ? '' : poundsFromPence(promotion.price),
  price_includes_vat: promotion.price_includes_vat ? 'yes' : 'no',
  buy_units: String(promotion.buy_units ?? 2),
  get_units: String(promotion.get_units ?? 1),
  // Groups belong to mix and match. Other kinds start with nothing chosen, shown as everything.
  applies_to: promotion.applies_to === 'groups' ? 'everything' : promotion.applies_to,
  products: promotion.products.map(stored),
  categories: promotion.categories.map(stored),
  groups:
    promotion.groups.length === 0
      ? [blankGroup(), blankGroup()]
      : promotion.groups.map(({ id, units, products, categories }) => ({
          ...blankGroup(),
          id,
          units: String(units),
          products: products.map(stored),
          categories: categories.map(stored),
        })),
  starts_on: promotion.starts_on,
  ends_on: promotion.ends_on,
  status: promotion.status,
  version: promotion.version,
});

const blankAsNull = (text: string) => (text.trim() === '' ? null : text);

/** The form converted to the contract's fields. */
export function bodyOf(values: PromotionValues): BodySent<typeof promotions.update> {
  const { kind, percent_off, price, price_includes_vat, buy_units, get_units, products, categories } = values;
  const applies_to = kind === 'mix_and_match' ? 'groups' : values.applies_to;
  const units = (text: string, isAsked: boolean) =>
    isAsked && blankAsNull(text) !== null ? Number(text) : null;
  const isSet = kind === 'buy_x_get_y';
  return {
    name: values.name,
    kind,
    applies_to,
    percent_off: hasPercent(kind) ? blankAsNull(typedPercent(percent_off)) : null,
    price: !hasPercent(kind) && blankAsNull(price) !== null ? typedPounds(price) : null,
    price_includes_vat: !isPricedDeal(kind) || price_includes_vat === 'yes',
    buy_units: units(buy_units, isSet || kind === 'n_for_price'),
    get_units: units(get_units, isSet),
    product_ids: applies_to === 'products' ? idsOf(products) : [],
    category_ids: applies_to === 'categories' ? idsOf(categories) : [],
    groups: kind === 'mix_and_match' ? values.groups.map(groupBody) : [],
    starts_on: values.starts_on,
    ends_on: values.ends_on,
    status: values.status,
    ...(values.version === undefined ? {} : { version: values.version }),
  };
}

const idsOf = (chosen: readonly Chosen[]) => chosen.map(({ of }) => of);

const groupBody = ({ id, units, products, categories }: GroupValues) => ({
  ...(id === undefined ? {} : { id }),
  units: Number(units),
  product_ids: idsOf(products),
  category_ids: idsOf(categories),
});
