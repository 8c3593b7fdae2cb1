import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { toPence } from '#domain/kernel/money';
import { quantityFromText, wholeUnits } from '#domain/kernel/quantity';
import { categories } from '#domain/masters/master.contract';
import { priceGroups } from '#domain/pricing/price-group.contract';
import { productPricesCalls } from '#domain/pricing/product-prices.contract';
import { promotions } from '#domain/pricing/promotion.contract';
import { priceEntries } from '#domain/pricing/price-entries';
import { prices } from '#domain/pricing/prices.contract';
import { someProduct } from '../../../tests/support/products';
import { type Caller, startTestApp, type TestApp } from '../../../tests/support/test-app';

let shop: TestApp;
let clerk: Caller;
let till: Caller;
beforeAll(async () => {
  shop = await startTestApp({ clock: () => new Date('2026-11-21T12:00:00Z') });
  clerk = await shop.as('view_product', 'edit_product');
  till = await shop.as('view_pos', 'create_sale');
});
afterAll(() => shop.close());

let named = 0;
const someGroup = async (percent_off: string) => {
  const { reply } = await clerk.call(priceGroups.create, { body: { name: `Group ${++named}`, percent_off } });
  return reply;
};
const addOffer = async (body: Record<string, unknown>) => {
  const defaults = { name: `Offer ${++named}`, starts_on: '2026-11-01', ends_on: '2026-11-30' };
  return (await clerk.call(promotions.create, { body: { ...defaults, ...body } })).reply;
};
const explained = (body: Record<string, unknown>) => till.call(prices.explain, { body });

test('V3 server and browser calculate the same prices and reasons from the same rules', async () => {
  const group = await someGroup('7.5');
  const keeper = await shop.as('create_master');
  const { reply: category } = await keeper.call(categories.create, { body: { name: 'Snacks' } });
  const crisps = await someProduct(shop.db, { category_id: category.id, price: toPence(99) });
  const cheese = await someProduct(shop.db, { price: toPence(1299), vat_code: 'Z' });
  const boxes = await someProduct(shop.db, { price: toPence(1000), price_includes_vat: false });
  await clerk.call(productPricesCalls.save, {
    params: { id: boxes },
    body: {
      group_prices: [{ price_group_id: group.id, unit_price: '9.50' }],
      breaks: [
        { from_quantity: '10', unit_price: '9.40' },
        { price_group_id: group.id, from_quantity: '20', unit_price: '9.00' },
      ],
    },
  });
  const three = await addOffer({
    kind: 'buy_x_get_y',
    buy_units: 2,
    get_units: 1,
    percent_off: '100',
    applies_to: 'categories',
    category_ids: [category.id],
  });
  const week = await addOffer({
    kind: 'percentage',
    percent_off: '25',
    applies_to: 'products',
    product_ids: [cheese],
  });
  const lines = [
    { product_id: crisps, quantity: '4' },
    { product_id: cheese, quantity: '0.355' },
    { product_id: boxes, quantity: '2', factor: '12' },
    { product_id: crisps, quantity: '1', discount_percent: '50' },
  ];
  const { status, reply } = await explained({ lines, price_group_id: group.id });
  expect(status).toBe(200);
  expect(reply.date).toBe('2026-11-21');
  expect(reply.lines).toMatchObject([
    {
      unit_price: 92,
      price_reason: `${group.name}: 7.5% off`,
      discount: 92,
      amount: 276,
      gross: 276,
      vat: 46,
    },
    {
      list_price: 1299,
      unit_price: 1202,
      amount: 346,
      vat: 0,
      promotions: [{ id: week.id, discount: 81 }],
    },
    { quantity: 24_000, unit_price: 900, price_source: 'break', amount: 21_600, vat: 4320, gross: 25_920 },
    { unit_price: 92, promotions: [], discount: 46, amount: 46 },
  ]);
  expect(reply.lines[0]?.promotions).toEqual([
    { id: three.id, name: three.name, discount: 92, reason: `${three.name}: 1 free` },
  ]);
  const sent = await till.call(prices.rules, {
    body: { product_ids: [crisps, cheese, boxes], price_group_id: group.id },
  });
  const entries = lines.map(({ quantity, factor, discount_percent, ...line }) => ({
    ...line,
    quantity: quantityFromText(quantity),
    ...(factor ? { factor: wholeUnits(12) } : {}),
    ...(discount_percent ? { discount_percent: 5000 } : {}),
  }));
  expect({ date: sent.reply.date, ...priceEntries({ entries, ...sent.reply }) }).toEqual(reply);
});

test('D1 promotions of other dates, inactive promotions and inactive groups do not apply', async () => {
  const id = await someProduct(shop.db);
  const group = await someGroup('50');
  const only = { kind: 'fixed_price', price: '2.00', applies_to: 'products', product_ids: [id] };
  await addOffer(only);
  await addOffer({ ...only, price: '0.10', status: 'inactive' });
  const amount = async (more: Record<string, unknown>) =>
    (await explained({ lines: [{ product_id: id, quantity: '1' }], ...more })).reply.lines[0]?.amount;
  expect(await amount({})).toBe(200);
  expect(await amount({ date: '2026-11-30' })).toBe(200);
  expect(await amount({ date: '2026-12-01' })).toBe(240);
  expect(await amount({ price_group_id: group.id })).toBe(120);
  await clerk.call(priceGroups.update, {
    params: { id: group.id },
    body: { name: group.name, percent_off: '50', status: 'inactive' },
  });
  expect(await amount({ price_group_id: group.id })).toBe(200);
});

test('V2 a company that is not registered charges no VAT', async () => {
  const id = await someProduct(shop.db);
  await sql`update vat_registration set is_registered = false`.execute(shop.db);
  const { reply } = await explained({ lines: [{ product_id: id, quantity: '1' }] });
  expect(reply).toMatchObject({ net: 240, vat: 0, gross: 240 });
  await sql`update vat_registration set is_registered = true`.execute(shop.db);
});

test('a line that cannot be priced is refused, and nothing is stored', async () => {
  const id = await someProduct(shop.db);
  const before = await shop.digest();
  const refused = async (line: Record<string, unknown>, more = {}) => {
    const { status, refusal } = await explained({
      lines: [
        { product_id: id, quantity: '1' },
        { product_id: id, quantity: '1', ...line },
      ],
      ...more,
    });
    expect(status).toBe(422);
    return refusal.errors;
  };
  expect(await refused({ product_id: 999_999 })).toEqual({
    'lines.1.product_id': ['This product no longer exists. Choose another.'],
  });
  expect(await refused({ quantity: '99999999999', unit_price: '9999999999.99' })).toEqual({
    'lines.1.quantity': ['A line cannot be more than £10,000,000,000.00. Reduce the quantity or price.'],
  });
  expect(await refused({ quantity: '99999999999', factor: '99999999999' })).toHaveProperty([
    'lines.1.quantity',
  ]);
  expect(await refused({ quantity: '0' })).toHaveProperty(['lines.1.quantity']);
  expect(await refused({ discount_amount: '1.00', discount_percent: '5' })).toHaveProperty([
    'lines.1.discount_percent',
  ]);
  expect(await refused({}, { price_group_id: 999_999 })).toEqual({
    price_group_id: ['This price group no longer exists. Choose another.'],
  });
  expect(await shop.digest()).toBe(before);
});
