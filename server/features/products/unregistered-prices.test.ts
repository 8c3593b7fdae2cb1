import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { toPence } from '#domain/kernel/money';
import { toUnitCost } from '#domain/kernel/unit-cost';
import { productChoices } from '#domain/products/product-choices.contract';
import { products } from '#domain/products/product.contract';
import { someProduct } from '../../../tests/support/products';
import { type Caller, startTestApp, type TestApp } from '../../../tests/support/test-app';
import { sellingRatesOn, vatRatesOn } from './vat-rates.queries';

let app: TestApp;
let keeper: Caller;
let before = 0;
let including = 0;
beforeAll(async () => {
  app = await startTestApp();
  keeper = await app.as('view_product', 'view_cost');
  const cost = toUnitCost('5.00');
  before = await someProduct(app.db, {
    sku: 'WITHOUT',
    price: toPence(1000),
    price_includes_vat: false,
    standard_cost: cost,
  });
  including = await someProduct(app.db, { sku: 'WITH', price: toPence(1000), standard_cost: cost });
});
afterAll(() => app.close());

const priceOf = async (id: number) => (await keeper.call(products.get, { params: { id } })).reply;

test('V2 V23 prices and margins of a company that is not registered have no VAT, in the product and in the list', async () => {
  expect(await priceOf(before)).toMatchObject({ price_inc_vat: 1200, price_ex_vat: 1000 });
  expect(await priceOf(including)).toMatchObject({ price_ex_vat: 833, vat_percent: '20.00' });
  await sql`update vat_registration set is_registered = false`.execute(app.db);
  try {
    const plain = { price_inc_vat: 1000, price_ex_vat: 1000, margin_percent: '50.00' };
    for (const id of [before, including])
      expect(await priceOf(id)).toMatchObject({ ...plain, vat_percent: '0.00' });
    const { reply } = await keeper.call(products.list, { query: { sort_by: 'sku' } });
    expect(reply.data).toMatchObject([plain, plain]);
  } finally {
    await sql`update vat_registration set is_registered = true`.execute(app.db);
  }
});

test('V2 V23 the product form is told that nothing is added, while bills still have the VAT of suppliers', async () => {
  const choices = async () => (await keeper.call(productChoices)).reply;
  expect(await choices()).toMatchObject({ charges_vat: true });
  await sql`update vat_registration set is_registered = false`.execute(app.db);
  try {
    const { charges_vat, vat_rates } = await choices();
    expect(charges_vat).toBe(false);
    expect(vat_rates).toContainEqual({ code: 'S', rate: 2000 });
  } finally {
    await sql`update vat_registration set is_registered = true`.execute(app.db);
  }
});

test('V2 the days of the registration decide', async () => {
  await sql`update vat_registration set registered_from = '2026-06-01', registered_until = '2026-09-30'`.execute(
    app.db,
  );
  try {
    const rates = [];
    for (const day of ['2026-05-31', '2026-06-01', '2026-09-30', '2026-10-01'])
      rates.push((await sellingRatesOn(app.db, day))('S'));
    expect(rates).toEqual([0, 2000, 2000, 0]);
    expect((await vatRatesOn(app.db, '2026-05-31'))('S')).toBe(2000);
  } finally {
    await sql`update vat_registration set registered_from = null, registered_until = null`.execute(app.db);
  }
});
