import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { customers } from '#domain/customers/customer.contract';
import { londonDate } from '#domain/kernel/dates';
import { toUnitCost } from '#domain/kernel/unit-cost';
import { toPence } from '#domain/kernel/money';
import { pos } from '#domain/pos/pos.contract';
import { priceGroups } from '#domain/pricing/price-group.contract';
import { productPricesCalls } from '#domain/pricing/product-prices.contract';
import { promotions } from '#domain/pricing/promotion.contract';
import { productBulk } from '#domain/products/product-bulk.contract';
import { products } from '#domain/products/product.contract';
import { startChange, workOff } from '../../../tests/support/bulk-changes';
import { someProduct } from '../../../tests/support/products';
import { stockedProduct } from '../../../tests/support/shop';
import { type Caller, startTestApp, type TestApp } from '../../../tests/support/test-app';
import { withoutRandom } from '../../../tests/support/without-random';

let shop: TestApp;
let cashier: Caller;
let clerk: Caller;
let now = new Date();
const today = londonDate(now);
const later = (minutes: number) => {
  now = new Date(now.getTime() + minutes * 60_000);
};
beforeAll(async () => {
  shop = await startTestApp({ clock: () => now });
  cashier = await shop.as('view_pos', 'create_sale', 'view_customer');
  clerk = await shop.as(
    'view_product',
    'edit_product',
    'view_cost',
    'create_customer',
    'edit_customer',
    'sell_on_account',
  );
});
afterAll(() => shop.close());

const catalogue = async (query = {}) => (await cashier.call(pos.catalogue, { query })).reply;

test('a till gets every active product with barcodes, group prices, quantity breaks, promotions and rates', async () => {
  const tea = await someProduct(shop.db, {
    sku: 'TEA',
    name: 'Tea',
    price: toPence(240),
    standard_cost: toUnitCost('1.23'),
    barcodes: [
      { code: '5012345678900', factor: 1000 },
      { code: 'TEA-BOX', factor: 12_000 },
    ] as never,
  });
  await someProduct(shop.db, { sku: 'GONE', status: 'inactive' });
  const group = await clerk.call(priceGroups.create, { body: { name: 'Trade', percent_off: '10' } });
  await clerk.call(productPricesCalls.save, {
    params: { id: tea },
    body: {
      group_prices: [{ price_group_id: group.reply.id, unit_price: '2.00' }],
      breaks: [{ from_quantity: '10', unit_price: '2.10' }],
    },
  });
  await clerk.call(promotions.create, {
    body: {
      name: 'Tea time',
      kind: 'percentage',
      percent_off: '25',
      applies_to: 'products',
      product_ids: [tea],
      starts_on: today,
      ends_on: today,
    },
  });
  const { raw, reply } = await cashier.call(pos.catalogue);
  expect(reply).toMatchObject({
    products: [
      [
        tea,
        'TEA',
        'Tea',
        'Each',
        null,
        'S',
        240,
        true,
        [
          ['5012345678900', 1000],
          ['TEA-BOX', 12_000],
        ],
      ],
    ],
    group_prices: [[tea, group.reply.id, 200]],
    breaks: [[tea, null, 10_000, 210]],
    removed: [],
    next: null,
    head: {
      date: today,
      products: 1,
      groups: [{ name: 'Trade', percent_off: 1000 }],
      promotions: [{ name: 'Tea time', product_ids: [tea], category_ids: [] }],
      discount_limit: 1000,
    },
  });
  // Costs are never sent to devices.
  expect(withoutRandom(raw.toString())).not.toContain('1.23');
  expect(reply.now).toEqual(now);
  expect(reply.head?.rates).toContainEqual({ vat_code: 'S', percent: 2000 });
});

test('a second load has only changes and products no longer sold', async () => {
  const jam = await someProduct(shop.db, { sku: 'JAM', name: 'Jam' });
  later(10);
  const { as_of } = await catalogue();
  expect((await catalogue({ since: as_of.toISOString() })).products).toEqual([]);
  later(10);
  await clerk.call(products.archive, { params: { id: jam }, body: { archived: true } });
  const changed = await catalogue({ since: as_of.toISOString() });
  expect(changed).toMatchObject({ products: [], removed: [jam], head: { products: 1 } });
  later(10);
  await clerk.call(products.archive, { params: { id: jam }, body: { archived: false } });
  const { id } = await startChange(clerk, productBulk, { ids: String(jam) }, { status: 'active' });
  await workOff(shop.db, id, now);
  expect(await catalogue({ since: as_of.toISOString() })).toMatchObject({
    products: [expect.arrayContaining([jam, 'JAM'])],
    removed: [],
  });
});

test('M4 a till has the own prices of an inactive group, because only the group changes when it is active again', async () => {
  const rice = await someProduct(shop.db, { sku: 'RICE', name: 'Rice', price: toPence(200) });
  const { reply: cafes } = await clerk.call(priceGroups.create, {
    body: { name: 'Cafés', percent_off: '0' },
  });
  await clerk.call(productPricesCalls.save, {
    params: { id: rice },
    body: { group_prices: [{ price_group_id: cafes.id, unit_price: '1.50' }], breaks: [] },
  });
  const set = (status: 'active' | 'inactive') =>
    clerk.call(priceGroups.update, {
      params: { id: cafes.id },
      body: { name: 'Cafés', percent_off: '0', status },
    });
  expect((await set('inactive')).status).toBe(200);
  later(10);
  const before = await catalogue();
  const isNamed = (head: typeof before.head) => head?.groups.some(({ name }) => name === 'Cafés');
  expect(isNamed(before.head)).toBe(false);
  expect(before.group_prices).toContainEqual([rice, cafes.id, 150]);
  expect((await set('active')).status).toBe(200);
  later(10);
  const changed = await catalogue({ since: before.as_of.toISOString() });
  expect(isNamed(changed.head)).toBe(true);
});

test('a large catalogue comes page by page, each product once', async () => {
  await sql`
    insert into products (sku, name, unit_id, vat_code, price_pence, price_includes_vat, created_at, updated_at)
    select 'M' || n, 'Mass ' || n, (select min(id) from units), 'S', n, true, ${now}, ${now} from generate_series(1, 5500) n`.execute(
    shop.db,
  );
  const seen: number[] = [];
  let after: number | null = null;
  let pages = 0;
  do {
    const page = await catalogue(after === null ? {} : { after: String(after) });
    expect(page.head === null).toBe(pages > 0);
    seen.push(...page.products.map(([id]) => id));
    after = page.next;
    pages += 1;
  } while (after !== null);
  expect(pages).toBe(3);
  expect(new Set(seen).size).toBe(5503);
});

test('customers are on a device only for users who may view them; erased and inactive ones are removed', async () => {
  const { reply: ann } = await clerk.call(customers.create, {
    body: { name: 'Ann Archer', credit_limit: '50.00', payment_terms_days: 45 },
  });
  later(10);
  const first = (await cashier.call(pos.customers)).reply;
  expect(first).toMatchObject({
    total: 1,
    customers: [{ id: ann.id, name: 'Ann Archer', has_credit: true, payment_terms_days: 45 }],
  });
  later(10);
  await clerk.call(customers.update, {
    params: { id: ann.id },
    body: { name: 'Ann Archer', status: 'inactive' },
  });
  expect(
    (await cashier.call(pos.customers, { query: { since: first.as_of.toISOString() } })).reply,
  ).toMatchObject({
    total: 0,
    customers: [],
    removed: [ann.id],
  });
  const blind = await shop.as('view_pos', 'create_sale');
  expect((await blind.call(pos.customers)).status).toBe(403);
});

test('W5 W7 a customer’s balance, credit limit and wallet are shown before payment', async () => {
  const { reply: bob } = await clerk.call(customers.create, { body: { name: 'Bob', credit_limit: '80.00' } });
  expect((await cashier.call(pos.account, { params: { id: bob.id } })).reply).toEqual({
    balance: 0,
    credit_limit: 8000,
    wallet: 0,
  });
  expect((await cashier.call(pos.account, { params: { id: 999_999 } })).status).toBe(404);
});

test('F31 a till gets stock levels and whether they may go below zero, then only changes', async () => {
  const counted = await stockedProduct(shop.db, { pieces: '3' });
  const free = await stockedProduct(shop.db, { pieces: '2', stock_policy: 'allow' });
  const asks = await stockedProduct(shop.db, { pieces: '1', stock_policy: 'ask' });
  const service = await someProduct(shop.db, { is_stocked: false });
  const first = (await cashier.call(pos.stock, { query: {} })).reply;
  expect(first.levels).toContainEqual([counted, 3000, false, false]);
  expect(first.levels).toContainEqual([free, 2000, true, false]);
  expect(first.levels).toContainEqual([asks, 1000, false, true]);
  expect(first.levels.map(([id]) => id)).not.toContain(service);
  later(10);
  const quiet = (await cashier.call(pos.stock, { query: { since: now.toISOString() } })).reply;
  expect(quiet.levels).toEqual([]);
});
