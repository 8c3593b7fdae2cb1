import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { customers } from '#domain/customers/customer.contract';
import { addDays, londonDate } from '#domain/kernel/dates';
import { quotes } from '#domain/quotes/quote.contract';
import { sales } from '#domain/sales/sale.contract';
import { breachesOf } from '../../../tests/support/books';
import { agedQuote, invoiced, quoted, quoteSent, saleOfQuote } from '../../../tests/support/quotes';
import { customerWithCredit, stockedProduct } from '../../../tests/support/shop';
import { type Caller, startTestApp, type TestApp } from '../../../tests/support/test-app';

let app: TestApp;
/** Sells at the desk, without permission to override prices or exceed the discount limit. */
let desk: Caller;
let manager: Caller;
let ada: number;
beforeAll(async () => {
  app = await startTestApp({ connections: 20 });
  desk = await app.as('view_pos', 'create_sale', 'edit_sale', 'view_sale', 'void_sale');
  manager = await app.as(
    'view_pos',
    'create_sale',
    'edit_sale',
    'override_price',
    'override_discount',
    'void_sale',
  );
  ada = await customerWithCredit(app.db, 500_000, 'Ada Byrne');
});
afterAll(() => app.close());

const sell = (body: object, who: Caller = desk) => who.call(sales.complete, { body: { ...body } });
const get = async (id: number) => (await desk.call(quotes.get, { params: { id } })).reply;
const cancel = (id: number) =>
  desk.call(sales.cancel, {
    params: { id },
    body: { client_id: crypto.randomUUID(), reason: 'Changed their mind' },
  });
/** Ten at £8 instead of £10, a £1 line discount, and £5 off the basket. */
const agreed = async () => {
  const product = await stockedProduct(app.db, { price: 1000 as never, cost: 700, pieces: '60' });
  const line = { product_id: product, quantity: '10', unit_price: '8.00', discount_amount: '20.00' };
  return { product, line, more: { discount_amount: '15.00', discount_reason: 'Whole lot' } };
};

test('agreed terms were approved with the quote: any cashier can invoice it, at those prices only', async () => {
  const { line, more, product } = await agreed();
  const refused = await desk.call(quotes.create, { body: quoteSent(ada, [line], 4500, more) });
  expect(refused).toMatchObject({ status: 403 });
  expect(JSON.stringify(refused.refusal.current)).toMatch(/price.*discount/);
  const quote = await quoted(manager, quoteSent(ada, [line], 4500, more));
  // The list price has since risen, which makes no difference.
  await sql`update products set price_pence = 1400 where id = ${product}`.execute(app.db);
  const body = saleOfQuote(quote);
  const [own] = body.lines;
  const needs = async (changes: object) => (await sell({ ...body, ...changes })).status;
  const card = (total: string) => ({
    expected_total: total,
    tenders: [{ method: 'credit_card', tendered: total }],
  });
  expect(
    await needs({ ...card('39.75'), lines: [{ ...own, unit_price: '7.99', discount_amount: '25.15' }] }),
  ).toBe(403);
  expect(await needs({ ...card('37.00'), lines: [{ ...own, quantity: '9' }] })).toBe(403);
  expect(await needs({ ...card('44.00'), discount_amount: '16.00' })).toBe(403);
  expect(await needs({ ...card('45.00'), quote_id: null })).toBe(403);
  const { reply: sale, status } = await sell(body);
  expect(status).toBe(200);
  expect(sale).toMatchObject({ gross: 4500, quote: { id: quote.id, number: quote.number }, channel: 'desk' });
  expect(await get(quote.id)).toMatchObject({
    state: 'invoiced',
    sale: { id: sale.id, number: sale.number },
    can: { invoice: { allowed: false, reason: `${quote.number} has been invoiced as ${sale.number}.` } },
  });
  expect((await app.audits(5)).map(({ action }) => action)).toEqual(
    expect.arrayContaining(['invoiced', 'sold']),
  );
  expect(await breachesOf(app.db)).toEqual([]);
});

test('a quote shows its sale with payments and credit notes, each only to users who may see the other', async () => {
  const product = await stockedProduct(app.db);
  const quote = await quoted(desk, quoteSent(ada, [{ product_id: product, quantity: '2' }], 480));
  expect(await get(quote.id)).toMatchObject({ invoice: null });
  const sale = await invoiced(desk, quote);
  await cancel(sale.id);
  const cancelled = (await desk.call(sales.get, { params: { id: sale.id } })).reply;
  const other = await invoiced(desk, quote);
  expect(await get(quote.id)).toMatchObject({
    invoice: {
      id: other.id,
      number: other.number,
      gross: 480,
      payment_state: 'paid',
      tenders: [{ method: 'credit_card', applied: 480 }],
      receipts: [],
      credit_notes: [],
    },
  });
  expect(cancelled.credit_notes).toMatchObject([{ gross: 480 }]);
  expect(cancelled.quote).toEqual({
    id: quote.id,
    number: quote.number,
    quoted_on: quote.quoted_on,
    gross: 480,
  });
  const [quoting, till] = [await app.as('edit_sale'), await app.as('view_pos')];
  const seen = await quoting.call(quotes.get, { params: { id: quote.id } });
  expect(seen).toMatchObject({
    status: 200,
    reply: {
      sale: null,
      invoice: null,
      can: { invoice: { allowed: false, reason: `${quote.number} has already been invoiced.` } },
    },
  });
  const listed = await quoting.call(quotes.list, { query: { search: quote.number } });
  expect(listed.reply.data).toMatchObject([{ number: quote.number, state: 'invoiced', sale: null }]);
  const selling = await app.as('create_sale');
  const again = await sell(saleOfQuote(await get(quote.id)), selling);
  expect(again.status).toBe(409);
  expect(again.refusal.message).toBe(`${quote.number} has already been invoiced.`);
  const shown = await till.call(sales.get, { params: { id: other.id } });
  expect(shown).toMatchObject({ status: 200, reply: { quote: null } });
});

test('of fifty invoices of one quote at once, one is created and the others get its number', async () => {
  const product = await stockedProduct(app.db, { pieces: '100' });
  const quote = await quoted(desk, quoteSent(ada, [{ product_id: product, quantity: '2' }], 480));
  const answers = await Promise.all(Array.from({ length: 50 }, () => sell(saleOfQuote(quote))));
  const created = answers.filter(({ status }) => status === 200);
  expect(created).toHaveLength(1);
  const number = created[0]?.reply.number;
  const others = answers.filter(({ status }) => status === 409);
  expect(others).toHaveLength(49);
  for (const { refusal } of others)
    expect(refusal.message).toBe(`${quote.number} has been invoiced as ${number}.`);
  const { rows } = await sql`
    select count(*)::integer as sales, (select quantity::integer from stock_pools where product_id = ${product}) as left
    from sales where quote_id = ${quote.id}`.execute(app.db);
  expect(rows).toEqual([{ sales: 1, left: 98 }]);
  expect(await breachesOf(app.db)).toEqual([]);
});

test('sent twice it is one sale, and the database refuses a second one for the same quote', async () => {
  const product = await stockedProduct(app.db);
  const quote = await quoted(desk, quoteSent(ada, [{ product_id: product, quantity: '1' }], 240));
  const body = saleOfQuote(quote);
  const twice = await Promise.all([sell(body), sell(body)]);
  expect(twice.map(({ status }) => status)).toEqual([200, 200]);
  expect(new Set(twice.map(({ reply }) => reply.id)).size).toBe(1);
  await expect(
    sql`
      insert into sales (number, client_id, client_hash, channel, customer_id, customer_name, seller, price_mode, business_date,
        tax_point, due_on, line_count, units, cost_pence, net_pence, vat_pence, gross_pence, sold_by, sold_at, recorded_at, quote_id)
      select 'INV-99999', gen_random_uuid(), '', channel, customer_id, customer_name, seller, price_mode, business_date,
        tax_point, due_on, 0, 0, 0, 0, 0, 0, sold_by, sold_at, recorded_at, quote_id from sales where quote_id = ${quote.id}`.execute(
      app.db,
    ),
  ).rejects.toThrow(/sales_invoice_a_quote_once/);
});

test('L6 a quote whose sale is cancelled is open again and can be invoiced again', async () => {
  const product = await stockedProduct(app.db);
  const quote = await quoted(desk, quoteSent(ada, [{ product_id: product, quantity: '1' }], 240));
  const first = await invoiced(desk, quote);
  expect((await cancel(first.id)).reply.status).toBe('cancelled');
  const again = await get(quote.id);
  expect(again).toMatchObject({ state: 'open', sale: null });
  expect((await app.audits(5)).find(({ record_type }) => record_type === 'quote')).toMatchObject({
    action: 'reopened',
    after: { cancelled: first.number },
  });
  const second = await invoiced(desk, again);
  expect(await get(quote.id)).toMatchObject({ state: 'invoiced', sale: { number: second.number } });
  // The first one still shows its quote.
  expect((await desk.call(sales.get, { params: { id: first.id } })).reply.quote).toMatchObject({
    id: quote.id,
  });
  expect(await breachesOf(app.db)).toEqual([]);
});

test('L7 an edited sale passes its quote to its replacement', async () => {
  const { line, more } = await agreed();
  const quote = await quoted(manager, quoteSent(ada, [line], 4500, more));
  const sale = await invoiced(desk, quote);
  const { quote_id: _own, ...next } = saleOfQuote(quote, { tenders: [] });
  const replace = (body: object) =>
    desk.call(sales.replace, {
      params: { id: sale.id },
      body: { reason: 'Another address', sale: { ...next, ...body } },
    });
  expect((await replace({ quote_id: quote.id })).refusal.message).toContain('use Create invoice');
  const { reply: edited, refusal } = await replace({ delivery_address: '3 Mill Lane' });
  expect(refusal).toBeUndefined();
  expect(edited).toMatchObject({ replaces: { id: sale.id }, quote: { number: quote.number }, gross: 4500 });
  expect(await get(quote.id)).toMatchObject({ state: 'invoiced', sale: { number: edited.number } });
  await cancel(edited.id);
  expect((await get(quote.id)).state).toBe('open');
  expect(await breachesOf(app.db)).toEqual([]);
});

test('only a valid quote is invoiced: not declined, expired, missing or of another customer', async () => {
  const product = await stockedProduct(app.db);
  const make = (more: object = {}) =>
    quoted(desk, { ...quoteSent(ada, [{ product_id: product, quantity: '1' }], 240), ...more });
  const declined = await make();
  await desk.call(quotes.decline, { params: { id: declined.id }, body: {} });
  expect((await sell(saleOfQuote(declined))).refusal.message).toBe(
    `${declined.number} was declined. Reopen it first.`,
  );
  const grace = await customerWithCredit(app.db, null, 'Grace Moss');
  const other = await make();
  const forGrace = await sell(saleOfQuote(other, { customer_id: grace }));
  expect(forGrace.refusal.errors?.customer_id?.[0]).toContain(`${other.number} is for Ada Byrne`);
  expect((await sell(saleOfQuote(other, { quote_id: 999_999 }))).refusal.errors).toHaveProperty('quote_id');
  const accepted = await make();
  await desk.call(quotes.accept, { params: { id: accepted.id }, body: {} });
  const short = await make();
  await agedQuote(app.db, short);
  await agedQuote(app.db, accepted);
  expect((await sell(saleOfQuote(short))).refusal.message).toContain('Confirm its prices or revise it first');
  expect((await sell(saleOfQuote(accepted))).status).toBe(200);
  const confirmed = await desk.call(quotes.confirm, {
    params: { id: short.id },
    body: { expected_total: '2.40', valid_until: addDays(londonDate(new Date()), 7) },
  });
  expect(confirmed.status).toBe(200);
  expect((await sell(saleOfQuote(short))).status).toBe(200);
  expect(await breachesOf(app.db)).toEqual([]);
});

test('a quote follows its customer when they are merged into another', async () => {
  const product = await stockedProduct(app.db);
  const admin = await app.as('admin');
  const add = async (name: string) => (await admin.call(customers.create, { body: { name } })).reply.id;
  const [kept, other] = [await add('Kept'), await add('Other')];
  const quote = await quoted(desk, quoteSent(other, [{ product_id: product, quantity: '1' }], 240));
  await admin.call(customers.merge, { params: { id: kept }, body: { other_id: other } });
  const { reply } = await sell(saleOfQuote(quote, { customer_id: kept }));
  expect(reply).toMatchObject({ customer: { id: kept }, quote: { id: quote.id } });
  expect(await breachesOf(app.db)).toEqual([]);
});

test('a revision keeps earlier approvals and needs new ones for changes; an expired quote needs them again', async () => {
  const { line, more } = await agreed();
  const quote = await quoted(manager, quoteSent(ada, [line], 4500, more));
  const tea = await stockedProduct(app.db);
  const revise = (lines: object[], total: number) =>
    desk.call(quotes.revise, {
      params: { id: quote.id },
      body: quoteSent(ada, lines as never, total, more),
    });
  const plus = { product_id: tea, quantity: '1' };
  const { reply } = await revise([line, plus], 4740);
  expect(reply).toMatchObject({ revision: 2, gross: 4740 });
  expect((await revise([line, { ...plus, unit_price: '1.00' }], 4600)).status).toBe(403);
  await agedQuote(app.db, quote);
  expect((await revise([line, plus], 4740)).status).toBe(403);
});
