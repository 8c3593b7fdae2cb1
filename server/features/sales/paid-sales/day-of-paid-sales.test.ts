import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { formatDate, londonDate } from '#domain/kernel/dates';
import { sales } from '#domain/sales/sale.contract';
import { minutesAgo, paidSales } from '../../../../tests/support/paid-sales';
import { openTill, stockedProduct } from '../../../../tests/support/shop';
import { type Caller, startTestApp, type TestApp } from '../../../../tests/support/test-app';

let app: TestApp;
let manager: Caller & { readonly userId: number };
let seller: Caller & { readonly userId: number };
let till: number;
beforeAll(async () => {
  app = await startTestApp();
  manager = await app.as('approve_variance', 'view_pos', 'create_sale', 'view_sale');
  seller = await app.as('view_pos', 'create_sale');
  till = await openTill(app.db);
});
afterAll(() => app.close());

const { paid, recorded } = paidSales(() => ({ app, seller, manager, till }));
const today = londonDate(new Date());

test('D6 F24 without the time of sending, too, no sale is dated before its till session was opened', async () => {
  const product = await stockedProduct(app.db);
  const session = await openTill(app.db);
  const monthAgo = minutesAgo(60 * 24 * 30);
  const {
    sent_at: _sentAt,
    charged: _charged,
    ...bare
  } = paid(product, {
    session_id: session,
    sold_at: monthAgo.toISOString(),
  });
  const { status, reply } = await seller.call(sales.complete, { body: bare });
  expect([status, reply.business_date]).toEqual([200, today]);
  const { reply: seen } = await manager.call(sales.get, { params: { id: reply.id } });
  expect([seen.till_time, seen.exceptions.map(({ kind }) => kind)]).toEqual([monthAgo, ['clock']]);
});

test('D6 a sale of an earlier day is listed when nothing proves its day: no till session, or no time of sending', async () => {
  const product = await stockedProduct(app.db);
  const sold_at = minutesAgo(60 * 24 * 3).toISOString();
  const soldOn = londonDate(new Date(sold_at));
  const day = formatDate(soldOn);
  const byCard = { tenders: [{ method: 'credit_card' as const, tendered: '2.40' }] };
  const noSession = await recorded(paid(product, { ...byCard, session_id: null, sold_at }));
  expect([noSession.sale.business_date, noSession.kinds]).toEqual([soldOn, ['date']]);
  expect(noSession.words).toEqual([
    `Sold on ${day} and sent on ${formatDate(today)}. The day could not be checked, because its till session is not known.`,
  ]);
  await sql`update till_sessions set opened_at = now() - interval '5 days' where id = ${till}`.execute(
    app.db,
  );
  const { sent_at: _sentAt, ...unsent } = paid(product, { sold_at });
  const noSending = await recorded(unsent);
  expect([noSending.sale.business_date, noSending.kinds]).toEqual([soldOn, ['date']]);
  expect(noSending.words[0]).toContain('because the time of sending is missing.');
  // With both, and for a sale of today, there is nothing to look at.
  expect((await recorded(paid(product, { sold_at }))).kinds).toEqual([]);
  const now = new Date().toISOString();
  expect((await recorded(paid(product, { ...byCard, session_id: null, sold_at: now }))).kinds).toEqual([]);
});
