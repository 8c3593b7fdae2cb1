import * as z from 'zod';
import { can } from '../kernel/access';
import { call, done } from '../kernel/call';
import { calendarDate, enteredDate } from '../kernel/dates';
import { id, idsFilter, recordStatus, requiredText, version } from '../kernel/fields';
import { listCalls, severalOf } from '../kernel/list-query';
import { enteredMoney, money } from '../kernel/money';
import { percentage } from '../kernel/percent';
import { promotionKind, type PromotionKind } from './price-rules';

export const appliesTo = z.enum(['everything', 'products', 'categories', 'groups'], 'Choose what it is for.');
export type AppliesTo = z.infer<typeof appliesTo>;
export const appliesToNames: Readonly<Record<AppliesTo, string>> = {
  everything: 'Everything',
  products: 'Chosen products',
  categories: 'Chosen categories',
  groups: 'Groups',
};

/** The state of a promotion on a date. */
export const promotionState = z.enum(['running', 'coming', 'ended', 'inactive'], 'Choose a status.');
export type PromotionState = z.infer<typeof promotionState>;
export const promotionStateNames: Readonly<Record<PromotionState, string>> = {
  running: 'Current',
  coming: 'Scheduled',
  ended: 'Ended',
  inactive: 'Inactive',
};

const promotionRow = z.object({
  id,
  name: z.string(),
  kind: promotionKind,
  percent_off: percentage.nullable(),
  price: money.nullable(),
  /** For the price of a deal: "N for £P" and "mix and match". */
  price_includes_vat: z.boolean(),
  buy_units: z.int().nullable(),
  get_units: z.int().nullable(),
  applies_to: appliesTo,
  /** The number of products, categories or groups. */
  chosen: z.int(),
  starts_on: calendarDate,
  ends_on: calendarDate,
  /** As of today in London. */
  state: promotionState,
  status: recordStatus,
  version,
});

const chosenThings = {
  products: z.array(z.object({ id, sku: z.string(), name: z.string() })),
  categories: z.array(z.object({ id, name: z.string() })),
};
const promotionDetail = promotionRow.extend({
  ...chosenThings,
  /** For mix and match: the units of each group per set. */
  groups: z.array(z.object({ id, units: z.int(), ...chosenThings })),
});

const units = (label: string) =>
  z
    .int(`${label} must be a whole number.`)
    .min(1, `${label} must be at least 1.`)
    .max(1000, `${label} must be at most 1,000.`);
const ids = z.array(id).max(500, 'Choose at most 500.').default([]);

const group = z
  .strictObject({
    /** Of a stored group, which keeps its id; any other is ignored. */
    id: id.optional(),
    units: units('Quantity'),
    product_ids: ids,
    category_ids: ids,
  })
  .refine(({ product_ids, category_ids }) => product_ids.length + category_ids.length > 0, {
    message: 'Choose at least one product or category.',
    path: ['product_ids'],
  });

const promotionFields = z.strictObject({
  name: requiredText('Name', 100),
  kind: promotionKind,
  /** Off the list price; for "buy X, get Y" off the items the customer gets, where 100 is free. */
  percent_off: percentage.nullish(),
  /** The unit price in each product's own mode; for a deal, the price of all its items. */
  price: enteredMoney.refine(pence => pence >= 0, 'Enter a price of zero or more.').nullish(),
  /** Whether the price of a deal includes VAT. */
  price_includes_vat: z.boolean().default(true),
  /** For "N for £P", the units per set. */
  buy_units: units('The number to buy').nullish(),
  get_units: units('The number to get').nullish(),
  applies_to: appliesTo.default('everything'),
  product_ids: ids,
  category_ids: ids,
  groups: z.array(group).max(10, 'A deal can have at most 10 groups.').default([]),
  starts_on: enteredDate,
  ends_on: enteredDate,
  status: recordStatus.default('active'),
});

type Fields = z.output<typeof promotionFields>;

/** The fields each kind has. */
export const hasPercent = (kind: PromotionKind) => kind === 'percentage' || kind === 'buy_x_get_y';
export const isPricedDeal = (kind: PromotionKind) => kind === 'n_for_price' || kind === 'mix_and_match';

/** Checks the fields a kind needs. */
function check(fields: Fields, report: (field: keyof Fields, message: string) => void): void {
  const { kind, applies_to } = fields;
  if (!hasPercent(kind) && fields.price == null) report('price', 'Enter the price.');
  if (hasPercent(kind) && fields.percent_off == null)
    report('percent_off', 'Enter a percentage from 0 to 100, such as 12.5.');
  if (kind === 'buy_x_get_y' && fields.buy_units == null)
    report('buy_units', 'Enter how many the customer buys.');
  if (kind === 'buy_x_get_y' && fields.get_units == null)
    report('get_units', 'Enter how many the customer gets.');
  if (kind === 'n_for_price' && (fields.buy_units ?? 1) < 2)
    report('buy_units', 'Enter a quantity of two or more.');
  if (kind === 'mix_and_match' && fields.groups.length === 0) report('groups', 'Add at least one group.');
  if (applies_to === 'groups' && kind !== 'mix_and_match')
    report('applies_to', 'Only mix and match promotions have groups. Choose products or categories.');
  if (kind !== 'mix_and_match' && applies_to === 'products' && fields.product_ids.length === 0)
    report('product_ids', 'Choose at least one product.');
  if (kind !== 'mix_and_match' && applies_to === 'categories' && fields.category_ids.length === 0)
    report('category_ids', 'Choose at least one category.');
  if (fields.ends_on < fields.starts_on) report('ends_on', 'Choose an end date on or after the start date.');
}

const checked = <Schema extends z.ZodType<Fields>>(schema: Schema) =>
  schema.superRefine((fields, issues) =>
    check(fields, (field, message) => issues.addIssue({ code: 'custom', path: [field], message })),
  );

export const promotions = {
  ...listCalls('/promotions', {
    summary: 'List promotions',
    access: can('view_product'),
    exportAccess: can('view_product', 'export_data'),
    listing: {
      sort: ['starts_on', 'ends_on', 'name'],
      defaultSort: { by: 'starts_on', order: 'desc' },
      filters: { state: severalOf(promotionState), ids: idsFilter },
    },
    row: promotionRow,
  }),
  get: call('GET', '/promotions/{id}', {
    summary: 'Show a promotion',
    access: can('view_product'),
    reply: promotionDetail,
  }),
  create: call('POST', '/promotions', {
    summary: 'Add a promotion',
    access: can('edit_product'),
    body: checked(promotionFields),
    reply: promotionDetail,
  }),
  update: call('PUT', '/promotions/{id}', {
    summary: 'Edit a promotion',
    access: can('edit_product'),
    body: checked(promotionFields.extend({ version: version.optional() })),
    reply: promotionDetail,
  }),
  remove: call('DELETE', '/promotions/{id}', {
    summary: 'Delete a promotion',
    access: can('edit_product'),
    reply: done,
  }),
};

export type PromotionRow = z.output<typeof promotionRow>;
export type PromotionDetail = z.output<typeof promotionDetail>;
export type PromotionWrite = Fields;
