import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type SaleDetail, sales } from '#domain/sales/sale.contract';
import { balanceOf, breachesOf } from '../../../tests/support/books';
import { openTill, type SaleSent, shopFloor, stockedProduct } from '../../../tests/support/shop';
import { type Caller, startTestApp, type TestApp } from '../../../tests/support/test-app';

let app: TestApp;
let seller: Caller;
let till: number;
beforeAll(async () => {
  app = await startTestApp();
  seller = await app.as('view_pos', 'view_sale', 'refund_sale', 'edit_sale');
  till = await openTill(app.db, 100_000);
});
afterAll(() => app.close());

const { sent, sold } = shopFloor(() => ({ app, seller, till }));
const holds = async () => expect(await breachesOf(app.db)).toEqual([]);
const stockOf = async (product: number) => {
  const { rows } = await sql<{ quantity: number; value: number }>`
    select quantity::float as quantity, value_pence as value from stock_pools where product_id = ${product}`.execute(
    app.db,
  );
  return rows[0];
};

test('L7 an edit is a cancellation and a new sale, linked both ways; only the difference is paid', async () => {
  const product = await stockedProduct(app.db, { price: 1000 as never, pieces: '10', cost: 400 });
  const other = await stockedProduct(app.db, { price: 300 as never });
  const old = await sold([{ product_id: product, quantity: '2' }], 2000, {
    tenders: [{ method: 'credit_card', tendered: '20.00' }],
  });
  const replace = (sale: SaleSent, refund_tenders: object[] = []) =>
    seller.call(sales.replace, {
      params: { id: old.id },
      body: { reason: 'Wrong size', sale, refund_tenders },
    });
  const lines = [
    { product_id: product, quantity: '1' },
    { product_id: other, quantity: '1' },
  ];
  // 13.00 now, 20.00 before: 7.00 goes back to the card.
  const body = sent(lines, 1300, { tenders: [] });
  const { reply, refusal } = await replace(body, [{ method: 'credit_card', amount: '7.00' }]);
  expect(refusal).toBeUndefined();
  expect(reply).toMatchObject({
    gross: 1300,
    replaces: { id: old.id, number: old.number },
    tenders: [{ method: 'exchange', applied: 1300 }],
  });
  const before = (await seller.call(sales.get, { params: { id: old.id } })).reply;
  expect(before).toMatchObject({ status: 'cancelled', replaced_by: { id: reply.id }, gross: 2000 });
  expect(await stockOf(product)).toEqual({ quantity: 9, value: 3600 });
  expect(await balanceOf(app.db, '1040')).toBe(0);
  expect((await replace(body, [{ method: 'credit_card', amount: '7.00' }])).reply.id).toBe(reply.id);
  const again = await replace(sent(lines, 1300, { tenders: [] }));
  expect(again.refusal.message).toContain('is cancelled');
  await holds();
});

test('an exchange takes goods back and sells others in one; more is paid, less goes back, and nothing is half done', async () => {
  const product = await stockedProduct(app.db, { price: 1000 as never });
  const dearer = await stockedProduct(app.db, { price: 1500 as never });
  const exchange = (sale: SaleDetail, next: SaleSent, tenders: object[]) =>
    seller.call(sales.exchange, {
      params: { id: sale.id },
      body: {
        refund: {
          client_id: randomUUID(),
          session_id: till,
          reason: 'Another size',
          lines: [{ line_number: 1, quantity: '1' }],
          expected_total: '10.00',
          tenders,
        },
        sale: next,
      },
    });
  const first = await sold([{ product_id: product, quantity: '1' }], 1000);
  const up = await exchange(
    first,
    sent([{ product_id: dearer, quantity: '1' }], 1500, { tenders: [{ method: 'cash', tendered: '5.00' }] }),
    [],
  );
  expect(up.reply.sale.tenders).toMatchObject([
    { method: 'exchange', applied: 1000 },
    { method: 'cash', applied: 500 },
  ]);
  const second = await sold([{ product_id: product, quantity: '1' }], 1000);
  const cheap = await stockedProduct(app.db, { price: 400 as never });
  const before = await app.digest();
  const wrong = await exchange(
    second,
    sent([{ product_id: cheap, quantity: '1' }], 400, { tenders: [] }),
    [],
  );
  expect(wrong.status).toBe(422);
  expect(await app.digest()).toBe(before);
  const down = await exchange(second, sent([{ product_id: cheap, quantity: '1' }], 400, { tenders: [] }), [
    { method: 'cash', amount: '6.00' },
  ]);
  expect(down.reply.sale).toMatchObject({ gross: 400, tenders: [{ method: 'exchange', applied: 400 }] });
  expect(await balanceOf(app.db, '1040')).toBe(0);
  await holds();
});
