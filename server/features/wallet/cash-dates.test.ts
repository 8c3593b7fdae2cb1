import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { addDays, londonDate } from '#domain/kernel/dates';
import { sales } from '#domain/sales/sale.contract';
import { breachesOf, someCustomer } from '../../../tests/support/books';
import { openTill, shopFloor, stockedProduct } from '../../../tests/support/shop';
import { type Caller, startTestApp, type TestApp } from '../../../tests/support/test-app';
import { walletCalls } from '../../../tests/support/wallet-calls';

let app: TestApp;
let admin: Caller;
let till: number;
beforeAll(async () => {
  app = await startTestApp();
  admin = await app.as('admin');
  till = await openTill(app.db);
});
afterAll(() => app.close());
const { receive, payOut } = walletCalls(() => ({ app, admin }));
const { sent, sold, complete } = shopFloor(() => ({ app, seller: admin, till }));

const today = londonDate(new Date());
const late = { business_date: addDays(today, -3), date_reason: 'Entered late' };
const inCash = () => ({ payment_method: 'cash', session_id: till }) as const;
const goesInto = { business_date: ['Cash goes into the till today, so choose today’s date.'] };
const leaves = { business_date: ['Cash leaves the till today, so choose today’s date.'] };

test('D7 T1 cash from or to a customer is dated today, because the tills of earlier days are closed; other money may be entered late', async () => {
  const id = await someCustomer(app.db);
  const before = await app.digest();
  expect((await receive(id, '80.00', { ...inCash(), ...late })).refusal.errors).toEqual(goesInto);
  expect(await app.digest()).toEqual(before);
  expect((await receive(id, '80.00', { ...inCash(), business_date: today })).status).toBe(200);
  expect((await receive(id, '50.00', late)).status, 'by transfer').toBe(200);
  expect((await payOut(id, '10.00', { ...inCash(), ...late })).refusal.errors).toEqual(leaves);
  expect((await payOut(id, '10.00', inCash())).status).toBe(200);
  expect((await payOut(id, '1.00', late)).status, 'by transfer').toBe(200);
  expect(await breachesOf(app.db)).toEqual([]);
});

test('D7 T1 a sale that takes cash is dated today, and so is an exchange; one paid by card may be entered late', async () => {
  const product = await stockedProduct(app.db);
  const higherPriced = await stockedProduct(app.db, { price: 500 as never });
  const line = [{ product_id: product, quantity: '1' }];
  expect((await complete(sent(line, 240, late))).refusal.errors).toEqual(goesInto);
  const byCard = { tenders: [{ method: 'credit_card' as const, tendered: '2.40' }] };
  expect((await complete(sent(line, 240, { ...late, ...byCard }))).status).toBe(200);
  const sale = await sold(line, 240);
  const exchange = (more: object) =>
    admin.call(sales.exchange, {
      params: { id: sale.id },
      body: {
        refund: {
          client_id: randomUUID(),
          session_id: till,
          reason: 'Swap',
          lines: [{ line_number: 1, quantity: '1' }],
          expected_total: '2.40',
        },
        sale: sent([{ product_id: higherPriced, quantity: '1' }], 500, {
          tenders: [{ method: 'cash', tendered: '2.60' }],
          ...more,
        }),
      },
    });
  expect((await exchange(late)).refusal.errors).toEqual({
    'sale.business_date': ['Both halves of an exchange are dated today. Leave the date blank.'],
  });
  expect((await exchange({})).status).toBe(200);
  expect(await breachesOf(app.db)).toEqual([]);
});

test('D7 F24 a paid sale that arrives days later is still posted on the day it was made', async () => {
  const product = await stockedProduct(app.db);
  const soldAt = new Date(Date.now() - 2 * 86_400_000);
  await sql`update till_sessions set opened_at = now() - interval '5 days' where id = ${till}`.execute(
    app.db,
  );
  const sale = await sold([{ product_id: product, quantity: '1' }], 240, {
    was_offline: true,
    sold_at: soldAt.toISOString(),
  });
  expect(sale.business_date).toBe(londonDate(soldAt));
  expect(await breachesOf(app.db)).toEqual([]);
});
