import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { imports } from '#domain/imports/import.contract';
import { toPence } from '#domain/kernel/money';
import { priceGroups } from '#domain/pricing/price-group.contract';
import { productPricesCalls } from '#domain/pricing/product-prices.contract';
import { promotions } from '#domain/pricing/promotion.contract';
import { products } from '#domain/products/product.contract';
import { checkTable, commitTable, csvOf, settled, uploadTable } from '../../../tests/support/imports';
import { someProduct } from '../../../tests/support/products';
import { type Caller, startTestApp, type TestApp } from '../../../tests/support/test-app';

let shop: TestApp;
let keeper: Caller;
let trade: number;
beforeAll(async () => {
  shop = await startTestApp({ jobs: true, clock: () => new Date('2026-11-21T12:00:00Z') });
  keeper = await shop.as('view_product', 'create_product', 'edit_product', 'delete_product');
  trade = (await keeper.call(priceGroups.create, { body: { name: 'Trade', percent_off: '10' } })).reply.id;
});
afterAll(() => shop.close());

const priced = () => someProduct(shop.db, { price: toPence(1200), vat_code: 'S', price_includes_vat: true });
const read = async (id: number) => (await keeper.call(products.get, { params: { id } })).reply;

/** The form as it was opened, with a change. */
async function save(id: number, change: object) {
  const { sku, name, unit, vat_code, price_includes_vat, version } = await read(id);
  const body = {
    sku,
    name,
    unit_id: unit.id,
    vat_code,
    price: '12.00',
    price_includes_vat,
    version,
    ...change,
  };
  return keeper.call(products.update, { params: { id }, body });
}
const setPrices = (id: number, body: object) =>
  keeper.call(productPricesCalls.save, {
    params: { id },
    body: { group_prices: [], breaks: [], ...body },
  });
const promote = async (name: string, more: object) =>
  (
    await keeper.call(promotions.create, {
      body: {
        name,
        kind: 'fixed_price',
        price: '6.00',
        applies_to: 'products',
        starts_on: '2026-11-01',
        ends_on: '2026-11-30',
        ...more,
      },
    })
  ).reply.id;

test('V9 V3 the price mode stays while prices of groups, quantities or promotions are in it', async () => {
  const id = await priced();
  await setPrices(id, {
    group_prices: [{ price_group_id: trade, unit_price: '9.00' }],
    breaks: [
      { from_quantity: '10', unit_price: '8.00' },
      { price_group_id: trade, from_quantity: '2.5', unit_price: '7.00' },
    ],
  });
  const summer = await promote('Summer', { product_ids: [id] });
  await promote('Over', { product_ids: [id], starts_on: '2026-10-01', ends_on: '2026-11-20' });
  await promote('Half price', { product_ids: [id], kind: 'percentage', percent_off: '50', price: undefined });
  const { status, refusal } = await save(id, { price_includes_vat: false });
  expect([status, refusal.errors]).toEqual([
    422,
    {
      price_includes_vat: [
        'These other prices of the product include VAT too: price of Trade, quantity break from 10, quantity break from 2.5 for Trade, promotion Summer. Remove them before you change this, then enter them again excluding VAT.',
      ],
    },
  ]);
  expect((await save(id, { price: '13.00' })).status, 'the price itself').toBe(200);
  await expect(
    sql`update products set price_includes_vat = false where id = ${id}`.execute(shop.db),
  ).rejects.toThrow('has prices in its present mode');
  await setPrices(id, {});
  expect((await save(id, { price_includes_vat: false })).refusal.errors?.price_includes_vat?.[0]).toContain(
    'too: promotion Summer. Remove',
  );
  await expect(
    sql`update products set price_includes_vat = not price_includes_vat where id = ${id}`.execute(shop.db),
    'a promotion entered between the check and the write',
  ).rejects.toThrow('has prices in its present mode');
  await keeper.call(promotions.remove, { params: { id: summer } });
  expect((await save(id, { price_includes_vat: false, price: '10.00' })).status).toBe(200);
  await setPrices(id, { breaks: [{ from_quantity: '10', unit_price: '8.00' }] });
  expect((await save(id, { price_includes_vat: true })).refusal.errors?.price_includes_vat?.[0]).toBe(
    'These other prices of the product exclude VAT too: quantity break from 10. Remove them before you change this, then enter them again including VAT.',
  );
});

test('V9 V3 a row of an import is rejected, and an import is not undone, where other prices are in the mode', async () => {
  const [id, free] = [await priced(), await priced()];
  await setPrices(id, { breaks: [{ from_quantity: '10', unit_price: '8.00' }] });
  const content = csvOf([
    ['SKU', 'Price includes VAT'],
    [(await read(id)).sku, 'no'],
    [(await read(free)).sku, 'no'],
  ]);
  const table = await uploadTable(keeper, 'products', { name: 'modes.csv', content });
  expect((await checkTable(keeper, table)).counts).toMatchObject({ changed: 1, rejected: 1 });
  const { reply } = await keeper.call(imports.rows, {
    params: { id: table.id },
    query: { outcome: 'rejected' },
  });
  expect(reply.data[0]?.errors).toEqual([
    {
      field: 'price_includes_vat',
      message:
        'These other prices of the product include VAT too: quantity break from 10. Remove them before you change this, then enter them again excluding VAT.',
    },
  ]);
  await commitTable(keeper, table.id);
  expect([(await read(id)).price_includes_vat, (await read(free)).price_includes_vat]).toEqual([true, false]);
  const winter = await promote('Winter', { product_ids: [free] });
  await keeper.call(imports.undo, { params: { id: table.id } });
  expect(await settled(keeper, table.id)).toMatchObject({
    state: 'done',
    problem: expect.stringContaining('has other prices in its present mode (promotion Winter)'),
  });
  await keeper.call(promotions.remove, { params: { id: winter } });
  await keeper.call(imports.undo, { params: { id: table.id } });
  expect((await settled(keeper, table.id)).state).toBe('undone');
  expect((await read(free)).price_includes_vat).toBe(true);
});
