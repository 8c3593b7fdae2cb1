import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { londonDate } from '#domain/kernel/dates';
import { quantityFromText } from '#domain/kernel/quantity';
import { breachesOf } from '../../../tests/support/books';
import { openTill, shopFloor, stockedProduct } from '../../../tests/support/shop';
import { type Caller, startTestApp, type TestApp } from '../../../tests/support/test-app';

let app: TestApp;
let seller: Caller;
let till: number;
beforeAll(async () => {
  app = await startTestApp();
  seller = await app.as('view_pos', 'create_sale');
  till = await openTill(app.db);
});
afterAll(() => app.close());

const { sold } = shopFloor(() => ({ app, seller, till }));
const today = londonDate(new Date());
const holds = async () => expect(await breachesOf(app.db)).toEqual([]);

test('V5 V4 three lines of £1.99 bear 33p of VAT each, one line of three bears £1.00', async () => {
  const product = await stockedProduct(app.db, { price: 199 as never });
  const line = { product_id: product, quantity: '1' };
  expect(await sold([line, line, line], 597)).toMatchObject({ vat: 99 });
  expect(await sold([{ product_id: product, quantity: '3' }], 597)).toMatchObject({ vat: 100 });
  await holds();
});

test('V3 V9 a sale excluding VAT adds it on top, and prices including VAT are converted by unit', async () => {
  const product = await stockedProduct(app.db, { price: 240 as never, price_includes_vat: true });
  const sale = await sold([{ product_id: product, quantity: '2.5' }], 600, { price_mode: 'exclusive' });
  expect(sale).toMatchObject({ net: 500, vat: 100, gross: 600 });
  expect(sale.lines[0]).toMatchObject({ unit_price: 200, quantity: quantityFromText('2.5') });
  await holds();
});

test('V16 V10 a payment for chosen goods is taken by invoice: VAT is due when paid, not when collected', async () => {
  const product = await stockedProduct(app.db);
  const sale = await sold([{ product_id: product, quantity: '1' }], 240, {
    channel: 'desk',
    delivery_address: 'To be fetched next week',
  });
  const { rows } = await sql`
    select e.tax_point, e.vat_pence from vat_entries e join journals j on j.id = e.journal_id
    where j.document_type = 'sale' and j.document_id = ${sale.id}`.execute(app.db);
  expect(rows).toEqual([{ tax_point: today, vat_pence: 40 }]);
  expect(sale.tax_point).toBe(today);
});

test('V2 V23 a company that is not registered charges no VAT: lines are outside the scope and no number is shown', async () => {
  await sql`update vat_registration set is_registered = false`.execute(app.db);
  try {
    const product = await stockedProduct(app.db);
    const sale = await sold([{ product_id: product, quantity: '1' }], 240);
    expect(sale).toMatchObject({ vat: 0, net: 240, seller: { vat_number: null } });
    expect(sale.by_rate).toMatchObject([{ vat_code: 'O', vat: 0 }]);
  } finally {
    await sql`update vat_registration set is_registered = true`.execute(app.db);
  }
  await holds();
});
