import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { customers } from '#domain/customers/customer.contract';
import { addDays, londonDate } from '#domain/kernel/dates';
import { quotes } from '#domain/quotes/quote.contract';
import { someApprovals } from '../../../tests/support/approvals';
import { agedQuote, quoted, quoteSent } from '../../../tests/support/quotes';
import { customerWithCredit, stockedProduct } from '../../../tests/support/shop';
import { type Caller, startTestApp, type TestApp } from '../../../tests/support/test-app';

let app: TestApp;
let desk: Caller;
let manager: Caller;
let ada: number;
beforeAll(async () => {
  app = await startTestApp();
  desk = await app.as('view_pos', 'create_sale', 'edit_sale', 'view_sale');
  manager = await app.as('view_pos', 'create_sale', 'edit_sale', 'override_price', 'override_discount');
  ada = await customerWithCredit(app.db, 50_000, 'Ada Byrne');
});
afterAll(() => app.close());

const today = () => londonDate(new Date());

test('the prices of an expired quote are confirmed by a user who has seen today’s and may keep them', async () => {
  const mug = await stockedProduct(app.db, { price: 500 as never, name: 'Blue mug' });
  const quote = await quoted(desk, quoteSent(ada, [{ product_id: mug, quantity: '3' }], 1500));
  const confirm = (expected_total: string, who: Caller, more: object = {}) =>
    who.call(quotes.confirm, { params: { id: quote.id }, body: { expected_total, ...more } });
  expect((await confirm('15.00', manager)).refusal.message).toContain('do not need confirming');
  await agedQuote(app.db, quote);
  await sql`update products set price_pence = 600 where id = ${mug}`.execute(app.db);
  const { reply: compared } = await desk.call(quotes.prices, { params: { id: quote.id } });
  expect(compared).toMatchObject({
    problem: null,
    quoted: 1500,
    today: 1800,
    lines: [{ description: 'Blue mug', quoted_price: 500, today_price: 600, quoted: 1500, today: 1800 }],
  });
  expect((await confirm('15.00', manager)).refusal).toMatchObject({ current: { total: 1800 } });
  const refused = await confirm('18.00', desk);
  expect(refused).toMatchObject({ status: 403 });
  expect(refused.refusal.message).toContain('Blue mug would cost more at today’s prices');
  expect((await confirm('18.00', manager, { version: 77 })).status).toBe(409);
  const { reply } = await confirm('18.00', manager);
  expect(reply).toMatchObject({ state: 'open', gross: 1500, valid_until: addDays(today(), 30), revision: 1 });
});

test('P15 F05 confirming an expired quote needs the approvals of its prices and discounts again, as revising it does', async () => {
  const on = someApprovals(app);
  const chief = await on.approver('override_price', 'override_discount');
  const mug = await stockedProduct(app.db, { price: 500 as never, cost: 300, name: 'Green mug' });
  const line = { product_id: mug, quantity: '3', price_reason: 'Loyal customer' };
  const confirm = (id: number, expected_total: string, more: object = {}) =>
    desk.call(quotes.confirm, { params: { id }, body: { expected_total, ...more } });
  // Each costs £3.00: £7.50 without VAT for three is below cost as well.
  for (const [kinds, lines, total, more] of [
    [['price'], [{ ...line, unit_price: '4.00' }], 1200, {}],
    [
      ['price', 'discount'],
      [{ product_id: mug, quantity: '3', discount_percent: '40', discount_reason: 'Old stock' }],
      900,
      {},
    ],
    [
      ['price', 'discount'],
      [{ product_id: mug, quantity: '3' }],
      900,
      { discount_amount: '6.00', discount_reason: 'A good customer' },
    ],
  ] as const) {
    const body = quoteSent(ada, [...lines], total, more);
    const quote = await quoted(manager, body);
    await agedQuote(app.db, quote);
    const pounds = (total / 100).toFixed(2);
    const refused = await confirm(quote.id, pounds);
    const revised = await desk.call(quotes.revise, {
      params: { id: quote.id },
      body: quoteSent(ada, [...lines], total, more),
    });
    expect([refused.status, revised.status]).toEqual([403, 403]);
    const needs = on.needsOf(refused);
    expect(needs).toEqual(on.needsOf(revised));
    expect(needs.map(need => (need as { kind: string }).kind)).toEqual(kinds);
    const { client_id } = (await desk.call(quotes.prices, { params: { id: quote.id } })).reply;
    const given = (await on.give(desk, chief, client_id, needs)).reply.approvals;
    const confirmed = await confirm(quote.id, pounds, { approvals: given });
    expect(confirmed.refusal).toBeUndefined();
    expect(confirmed.reply).toMatchObject({ state: 'open', gross: total, revision: 1 });
  }
  // A user with the permissions needs no one else.
  const own = await quoted(manager, quoteSent(ada, [{ ...line, unit_price: '4.00' }], 1200));
  await agedQuote(app.db, own);
  const kept = await manager.call(quotes.confirm, {
    params: { id: own.id },
    body: { expected_total: '12.00' },
  });
  expect(kept.status).toBe(200);
});

test('the prices of an expired quote for an inactive customer are not confirmed; the answer says what to do', async () => {
  const admin = await app.as('admin');
  const { reply: ivo } = await admin.call(customers.create, { body: { name: 'Ivo Idle' } });
  const tea = await stockedProduct(app.db);
  const quote = await quoted(desk, quoteSent(ivo.id, [{ product_id: tea, quantity: '2' }], 480));
  await agedQuote(app.db, quote);
  await sql`update customers set status = 'inactive' where id = ${ivo.id}`.execute(app.db);
  const refused = await manager.call(quotes.confirm, {
    params: { id: quote.id },
    body: { expected_total: '4.80' },
  });
  expect([refused.status, refused.refusal.message, refused.refusal.errors]).toEqual([
    409,
    `${quote.number} is for Ivo Idle, who is inactive. Make the customer active, or revise the quote for another customer.`,
    undefined,
  ]);
});
