import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { categories } from '#domain/masters/master.contract';
import { priceGroups } from '#domain/pricing/price-group.contract';
import { productPricesCalls } from '#domain/pricing/product-prices.contract';
import { promotions } from '#domain/pricing/promotion.contract';
import { products } from '#domain/products/product.contract';
import { someCustomer } from '../../../tests/support/books';
import { someProduct } from '../../../tests/support/products';
import { type Caller, startTestApp, type TestApp } from '../../../tests/support/test-app';

let shop: TestApp;
let clerk: Caller;
beforeAll(async () => {
  shop = await startTestApp({ clock: () => new Date('2026-11-21T12:00:00Z') });
  clerk = await shop.as('view_product', 'edit_product', 'delete_product', 'export_data', 'delete_master');
});
afterAll(() => shop.close());

let named = 0;
const someGroup = async (percent_off = '10') => {
  const { reply } = await clerk.call(priceGroups.create, { body: { name: `Group ${++named}`, percent_off } });
  return reply;
};
const month = { starts_on: '2026-11-01', ends_on: '2026-11-30' };
const offer = (body: Record<string, unknown>) => ({ name: `Offer ${++named}`, ...month, ...body });
const addOffer = async (body: Record<string, unknown>) =>
  (await clerk.call(promotions.create, { body: offer(body) })).reply;

describe('price groups', () => {
  test('are added, edited, found, exported and deleted, and each step is in the audit log', async () => {
    const added = await clerk.call(priceGroups.create, { body: { name: ' Trade ', percent_off: '12.5' } });
    expect(added.reply).toMatchObject({ name: 'Trade', percent_off: 1250, products: 0, status: 'active' });
    const params = { id: added.reply.id };
    expect(await shop.audits()).toMatchObject([
      { action: 'created', record_type: 'price_group', after: { name: 'Trade', percent_off: '12.50' } },
    ]);
    const edited = await clerk.call(priceGroups.update, {
      params,
      body: { name: 'Trade', percent_off: '15', version: 1 },
    });
    expect(edited.reply).toMatchObject({ percent_off: 1500, version: 2 });
    expect(await shop.audits()).toMatchObject([
      { before: { percent_off: '12.50' }, after: { percent_off: '15.00' } },
    ]);
    const late = await clerk.call(priceGroups.update, { params, body: { name: 'Late', version: 1 } });
    expect([late.status, late.refusal.current]).toMatchObject([409, { name: 'Trade', percent_off: '15.00' }]);
    const list = await clerk.call(priceGroups.list, { query: { search: 'trad', status: 'active' } });
    expect(list.reply).toMatchObject({ total: 1, data: [{ name: 'Trade' }] });
    const file = await clerk.call(priceGroups.export, { query: { format: 'csv' } });
    expect(file.raw.toString()).toContain('Trade,15.00,0,active');
    expect((await clerk.call(priceGroups.remove, { params })).status).toBe(200);
    expect((await clerk.call(priceGroups.remove, { params })).status).toBe(404);
  });

  test('names are unique ignoring case, percentages are validated, and a refusal changes nothing', async () => {
    await clerk.call(priceGroups.create, { body: { name: 'Staff' } });
    const before = await shop.digest();
    const refused = async (body: Record<string, unknown>) =>
      (await clerk.call(priceGroups.create, { body })).refusal.errors;
    expect(await refused({ name: 'STAFF' })).toEqual({
      name: ['There is already a price group called “STAFF”.'],
    });
    for (const percent_off of ['100.01', '-1', 5])
      expect(await refused({ name: 'x', percent_off })).toEqual({
        percent_off: ['Enter a percentage from 0 to 100, such as 12.5.'],
      });
    expect(await shop.digest()).toBe(before);
  });

  test('of two users who add the same name at once, one is refused', async () => {
    const body = { name: 'At once' };
    const both = await Promise.all([1, 2].map(() => clerk.call(priceGroups.create, { body })));
    expect(both.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(both.filter(({ status }) => status === 422)).toHaveLength(1);
  });

  test('a group with prices is not deleted: 409 says what to do instead', async () => {
    const group = await someGroup();
    const id = await someProduct(shop.db);
    await clerk.call(productPricesCalls.save, {
      params: { id },
      body: {
        group_prices: [],
        breaks: [{ price_group_id: group.id, from_quantity: '2', unit_price: '1.00' }],
      },
    });
    const { status, refusal } = await clerk.call(priceGroups.remove, { params: { id: group.id } });
    expect([status, refusal.message]).toEqual([
      409,
      `Some products have prices for “${group.name}”, so it cannot be deleted. Make it inactive instead.`,
    ]);
  });
});

test('a group with customers is not deleted: 409 says how many there are', async () => {
  const group = await someGroup();
  for (const many of ['1 customer is', '2 customers are']) {
    const id = await someCustomer(shop.db, `${group.name} ${many}`);
    await sql`update customers set price_group_id = ${group.id} where id = ${id}`.execute(shop.db);
    const { status, refusal } = await clerk.call(priceGroups.remove, { params: { id: group.id } });
    expect([status, refusal.message]).toEqual([
      409,
      `${many} in “${group.name}”, so it cannot be deleted. Make it inactive instead.`,
    ]);
  }
});

describe('the prices of a product', () => {
  test('are replaced as a whole, with audit entry, version and price history', async () => {
    const group = await someGroup();
    const id = await someProduct(shop.db);
    const save = (body: Record<string, unknown>) =>
      clerk.call(productPricesCalls.save, { params: { id }, body });
    const first = await save({
      version: 1,
      group_prices: [{ price_group_id: group.id, unit_price: '2.00' }],
      breaks: [
        { from_quantity: '10', unit_price: '2.10' },
        { price_group_id: group.id, from_quantity: '2.5', unit_price: '1.90' },
      ],
    });
    expect(first.reply).toEqual({
      id,
      price: 240,
      price_includes_vat: true,
      group_prices: [{ group: { id: group.id, name: group.name }, unit_price: 200 }],
      breaks: [
        { group: null, from_quantity: 10_000, unit_price: 210 },
        { group: { id: group.id, name: group.name }, from_quantity: 2500, unit_price: 190 },
      ],
      version: 2,
    });
    expect(await shop.audits()).toMatchObject([
      {
        record_type: 'product',
        before: { group_prices: [], quantity_breaks: [] },
        after: {
          group_prices: [`${group.name} 2.00`],
          quantity_breaks: ['from 10 2.10', `${group.name} from 2.5 1.90`],
        },
      },
    ]);
    expect((await save({ group_prices: [], breaks: [], version: 1 })).status).toBe(409);
    await save({ group_prices: [], breaks: [{ from_quantity: '10', unit_price: '2.05' }], version: 2 });
    const { reply } = await clerk.call(products.get, { params: { id } });
    const history = reply.price_changes.map(({ price, price_group, from_quantity }) => [
      price,
      price_group,
      from_quantity,
    ]);
    expect(history.at(-1)).toEqual([240, null, null]);
    expect(history).toHaveLength(7);
    expect(history.slice(0, 3)).toEqual(
      expect.arrayContaining([
        [205, null, 10_000],
        [null, group.name, null],
        [null, group.name, 2500],
      ]),
    );
    expect((await clerk.call(productPricesCalls.get, { params: { id } })).reply.version).toBe(3);
    expect(
      (await clerk.call(products.update, { params: { id }, body: { ...form, version: 2 } })).status,
    ).toBe(409);
  });
  const form = { sku: 'Other', name: 'Other', unit_id: 1, price: '1.00' };

  test('duplicate groups or quantities, empty lines and missing groups are refused by field', async () => {
    const group = await someGroup();
    const id = await someProduct(shop.db);
    const before = await shop.digest();
    const refused = async (body: Record<string, unknown>) => {
      const { status, refusal } = await clerk.call(productPricesCalls.save, {
        params: { id },
        body: { group_prices: [], breaks: [], ...body },
      });
      expect(status).toBe(422);
      return Object.keys(refusal.errors ?? {});
    };
    const price = { price_group_id: group.id, unit_price: '1.00' };
    const from = (quantity: string) => ({ from_quantity: quantity, unit_price: '1.00' });
    expect(await refused({ group_prices: [price, price] })).toEqual(['group_prices.1.price_group_id']);
    expect(await refused({ breaks: [from('2'), from('2.000')] })).toEqual(['breaks.1.from_quantity']);
    expect(await refused({ breaks: [from('0')] })).toEqual(['breaks.0.from_quantity']);
    expect(await refused({ breaks: [{ ...from('1'), unit_price: '-0.01' }] })).toEqual([
      'breaks.0.unit_price',
    ]);
    expect(await refused({ group_prices: [{ ...price, price_group_id: 999_999 }] })).toEqual([
      'group_prices',
    ]);
    expect(await refused({ breaks: [{ ...from('1'), price_group_id: 999_999 }] })).toEqual(['breaks']);
    expect(await shop.digest()).toBe(before);
    const gone = await clerk.call(productPricesCalls.get, { params: { id: 999_999 } });
    expect([gone.status, gone.refusal.message]).toEqual([404, 'Product not found.']);
  });
});

describe('promotions', () => {
  test('are added, edited, listed by state and deleted, with audit entries', async () => {
    const id = await someProduct(shop.db);
    const { reply: added } = await clerk.call(promotions.create, {
      body: offer({
        kind: 'buy_x_get_y',
        buy_units: 2,
        get_units: 1,
        percent_off: '100',
        applies_to: 'products',
        product_ids: [id, id],
        price: '9.00',
      }),
    });
    expect(added).toMatchObject({ chosen: 1, products: [{ id }], price: null, state: 'running', version: 1 });
    expect(await shop.audits()).toMatchObject([{ action: 'created', record_type: 'promotion' }]);
    const params = { id: added.id };
    const edit = { ...month, name: added.name, kind: 'percentage', percent_off: '20', version: 1 };
    const { reply: edited } = await clerk.call(promotions.update, { params, body: edit });
    expect(edited).toMatchObject({
      kind: 'percentage',
      buy_units: null,
      applies_to: 'everything',
      products: [],
    });
    const late = await clerk.call(promotions.update, { params, body: edit });
    expect([late.status, late.refusal.current]).toMatchObject([409, { version: 2, percent_off: '20.00' }]);
    await clerk.call(promotions.update, { params, body: { ...edit, status: 'inactive', version: 2 } });
    const states = { coming: '2026-11-22', ended: '2026-11-20' };
    await addOffer({ kind: 'fixed_price', price: '1.00', starts_on: states.coming, status: 'inactive' });
    for (const state of ['inactive', 'running', 'coming', 'ended'] as const) {
      const { reply } = await clerk.call(promotions.list, { query: { state, search: added.name } });
      expect(reply.total).toBe(state === 'inactive' ? 1 : 0);
    }
    const file = await clerk.call(promotions.export, { query: { search: added.name } });
    expect(file.raw.toString()).toContain(
      'Percentage off,20.00,,,,Everything,2026-11-01,2026-11-30,Inactive',
    );
    expect((await clerk.call(promotions.remove, { params })).status).toBe(200);
    expect((await clerk.call(promotions.get, { params })).status).toBe(404);
  });

  test.each<[string, Record<string, unknown>, string]>([
    ['a percentage without one', { kind: 'percentage' }, 'percent_off'],
    ['a fixed price without one', { kind: 'fixed_price' }, 'price'],
    ['no quantity to buy', { kind: 'buy_x_get_y', percent_off: '100', get_units: 1 }, 'buy_units'],
    ['no quantity to get', { kind: 'buy_x_get_y', percent_off: '100', buy_units: 1 }, 'get_units'],
    ['half a unit', { kind: 'buy_x_get_y', percent_off: '100', buy_units: 0.5, get_units: 1 }, 'buy_units'],
    ['an end before the start', { kind: 'fixed_price', price: '1.00', ends_on: '2026-10-31' }, 'ends_on'],
    ['an impossible date', { kind: 'fixed_price', price: '1.00', ends_on: '2026-11-31' }, 'ends_on'],
    ['no products', { kind: 'fixed_price', price: '1.00', applies_to: 'products' }, 'product_ids'],
    ['no categories', { kind: 'fixed_price', price: '1.00', applies_to: 'categories' }, 'category_ids'],
    [
      'a missing product',
      { kind: 'fixed_price', price: '1.00', applies_to: 'products', product_ids: [999_999] },
      'product_ids',
    ],
    [
      'a missing category',
      { kind: 'fixed_price', price: '1.00', applies_to: 'categories', category_ids: [999_999] },
      'category_ids',
    ],
  ])('%s is refused at its field and changes nothing', async (_, body, field) => {
    const before = await shop.digest();
    const { status, refusal } = await clerk.call(promotions.create, { body: offer(body) });
    expect([status, Object.keys(refusal.errors ?? {})]).toEqual([422, [field]]);
    expect(await shop.digest()).toBe(before);
  });

  test('a category with a promotion is not deleted', async () => {
    const keeper = await shop.as('create_master', 'delete_master');
    const { reply: category } = await keeper.call(categories.create, { body: { name: 'On offer' } });
    await addOffer({
      kind: 'percentage',
      percent_off: '1',
      applies_to: 'categories',
      category_ids: [category.id],
      status: 'inactive',
    });
    const { refusal } = await keeper.call(categories.remove, { params: { id: category.id } });
    expect(refusal.message).toBe(
      '“On offer” is used by 1 promotion, so it cannot be deleted. Set it to inactive instead.',
    );
  });
});

test('the database itself refuses invalid prices', async () => {
  const id = await someProduct(shop.db);
  const refusedBy = async (statement: string) => {
    const error: unknown = await sql
      .raw(statement)
      .execute(shop.db)
      .then(
        () => null,
        refusal => refusal,
      );
    return (error as { constraint?: string } | null)?.constraint;
  };
  const group = (percent: string) =>
    `insert into price_groups (name, percent_off, created_at, updated_at) values ('x', ${percent}, now(), now())`;
  expect(await refusedBy(group('100.01'))).toBe('price_groups_percent_is_a_percentage');
  expect(await refusedBy(group('-1'))).toBe('price_groups_percent_is_a_percentage');
  const from = (quantity: string) =>
    `insert into quantity_breaks (product_id, from_quantity, unit_price_pence) values (${id}, ${quantity}, 1)`;
  expect(await refusedBy(from('0'))).toBe('quantity_breaks_begin_above_zero');
  expect(await refusedBy(`${from('5')}, (${id}, 5.000, 2)`)).toBe('quantity_breaks_have_one_price');
  const promotion = (columns: string, values: string) =>
    `insert into promotions (name, applies_to, created_at, updated_at, starts_on, ends_on, ${columns})
     values ('x', 'everything', now(), now(), '2026-11-02', ${values})`;
  expect(await refusedBy(promotion('kind, percent_off', `'2026-11-01', 'percentage', 5`))).toBe(
    'promotions_end_after_they_start',
  );
  expect(await refusedBy(promotion('kind, percent_off', `'2026-11-02', 'percentage', 101`))).toBe(
    'promotions_percent_is_a_percentage',
  );
  expect(await refusedBy(promotion('kind, percent_off', `'2026-11-02', 'fixed_price', 5`))).toBe(
    'promotions_have_the_terms_of_their_kind',
  );
});
