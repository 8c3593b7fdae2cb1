import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { BodySent } from '#domain/kernel/call';
import { saleExceptions } from '#domain/sales/sale-exceptions.contract';
import { sales } from '#domain/sales/sale.contract';
import { vatReturns } from '#domain/vat-returns/vat-return.contract';
import { breachesOf } from '../../../../tests/support/books';
import { charged } from '../../../../tests/support/paid-sales';
import { openTill, shopFloor, stockedProduct } from '../../../../tests/support/shop';
import { type Caller, startTestApp, type TestApp } from '../../../../tests/support/test-app';

let now = new Date('2026-04-02T09:00:00Z');
let app: TestApp;
let admin: Caller;
let seller: Caller;
let till: number;
let product: number;
beforeAll(async () => {
  app = await startTestApp({ clock: () => now });
  admin = await app.as('admin');
  seller = await app.as('view_pos', 'create_sale');
  till = await openTill(app.db);
  await sql`update till_sessions set opened_at = '2026-03-01T08:00:00Z' where id = ${till}`.execute(app.db);
  product = await stockedProduct(app.db);
});
afterAll(() => app.close());

const { sent } = shopFloor(() => ({ app, seller, till }));
const day = 86_400_000;

/** One unit at £2.40 with 40p VAT, sold offline. */
const paid = (soldAt: Date, sentAt: Date): BodySent<typeof sales.recordPaid> => ({
  ...sent([{ product_id: product, quantity: '1' }], 240, {
    was_offline: true,
    sold_at: soldAt.toISOString(),
  }),
  charged: [charged()],
  sent_at: sentAt.toISOString(),
});
const record = async (soldAt: Date, sentAt = now) =>
  (await seller.call(sales.recordPaid, { body: paid(soldAt, sentAt) })).reply;
const saleOf = async (id: number | undefined) =>
  (await admin.call(sales.get, { params: { id: id ?? 0 } })).reply;
const returnTo = async (to: string) => (await admin.call(vatReturns.get, { query: { to } })).reply;
const lock = (through: string | null) =>
  sql`update books_lock set locked_through = ${through}`.execute(app.db);

// These are told in order: the return is filed in between, and the clock goes on.
test('V10 V24 a sale that arrives after its day was closed is in the VAT return of the day it was made', async () => {
  await lock('2026-03-31');
  const { sale } = await record(new Date('2026-03-31T15:00:00Z'));
  expect(await saleOf(sale?.id)).toMatchObject({ business_date: '2026-04-01', tax_point: '2026-03-31' });
  expect(await returnTo('2026-03-31')).toMatchObject({ box_1: 40, box_6: 200 });
  expect(await returnTo('2026-06-30')).toMatchObject({ box_1: 0, box_6: 0 });
  expect(await breachesOf(app.db)).toEqual([]);
});

test('V25 when that return is filed, the sale is a late entry in the next one', async () => {
  await admin.call(vatReturns.file, { body: { to: '2026-03-31' } });
  const { sale } = await record(new Date('2026-03-31T16:00:00Z'));
  expect(await saleOf(sale?.id)).toMatchObject({ business_date: '2026-04-01', tax_point: '2026-03-31' });
  expect(await returnTo('2026-03-31')).toMatchObject({ box_1: 40, box_6: 200 });
  expect(await returnTo('2026-06-30')).toMatchObject({ box_1: 40, box_6: 200, late: { entry_count: 1 } });
  expect(await breachesOf(app.db)).toEqual([]);
});

test('F24 a kept sale that a manager posts later has the time it was judged to have when it arrived', async () => {
  now = new Date('2026-04-06T09:00:00Z');
  const arrived = now.getTime();
  seller = await app.as('view_pos', 'create_sale');
  await lock('2026-04-06');
  // The till's clock is three days ahead.
  const reply = await record(new Date(arrived + 3 * day - 20 * 60_000), new Date(arrived + 3 * day));
  expect(reply.sale).toBeNull();
  await lock('2026-04-03');
  now = new Date('2026-04-08T09:00:00Z');
  admin = await app.as('admin');
  const { data } = (await admin.call(saleExceptions.list, { query: { kind: 'not_booked', state: 'open' } }))
    .reply;
  const posted = await admin.call(saleExceptions.postAgain, { params: { id: data[0]?.id ?? 0 } });
  expect(posted.status).toBe(200);
  const { rows } = await sql<{ id: number }>`select max(id) as id from sales`.execute(app.db);
  const sale = await saleOf(rows[0]?.id);
  expect(sale).toMatchObject({
    business_date: '2026-04-06',
    tax_point: '2026-04-06',
    sold_at: new Date(arrived - 20 * 60_000),
    till_time: new Date(arrived + 3 * day - 20 * 60_000),
  });
  expect(sale.exceptions.map(({ kind }) => kind)).toContain('clock');
  expect(await breachesOf(app.db)).toEqual([]);
});
