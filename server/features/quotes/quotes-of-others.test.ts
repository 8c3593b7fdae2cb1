import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { customers } from '#domain/customers/customer.contract';
import type { Pence } from '#domain/kernel/money';
import { type QuoteDetail, quotes } from '#domain/quotes/quote.contract';
import { sales } from '#domain/sales/sale.contract';
import { breachesOf } from '../../../tests/support/books';
import { invoiced, quoted, quoteSent, saleOfQuote } from '../../../tests/support/quotes';
import { customerWithCredit, stockedProduct } from '../../../tests/support/shop';
import { type Caller, startTestApp, type TestApp } from '../../../tests/support/test-app';

let app: TestApp;
/** Sells at the desk, without permission to override prices or exceed the discount limit. */
let desk: Caller;
let manager: Caller;
/** A Trade customer, who pays £6.00 for what costs others £10.00. */
let ada: number;
let bob: number;
let product: number;
beforeAll(async () => {
  app = await startTestApp();
  desk = await app.as('view_pos', 'create_sale', 'edit_sale', 'view_sale');
  manager = await app.as('view_pos', 'create_sale', 'edit_sale', 'override_price', 'override_discount');
  ada = await customerWithCredit(app.db, null, 'Ada Byrne');
  bob = await customerWithCredit(app.db, null, 'Bob Cole');
  product = await stockedProduct(app.db, { price: 1000 as Pence, cost: 200, pieces: '200' });
  await sql`
    with trade as (
      insert into price_groups (name, percent_off, created_at, updated_at) values ('Trade', 40, now(), now()) returning id)
    update customers set price_group_id = (select id from trade) where id = ${ada}`.execute(app.db);
});
afterAll(() => app.close());

const ten = (more: object = {}) => [{ product_id: product, quantity: '10', ...more }];
const revise = (quote: QuoteDetail, customer: number, lines: object[], total: number, more: object = {}) =>
  desk.call(quotes.revise, {
    params: { id: quote.id },
    body: quoteSent(customer, lines as never, total, more),
  });
/** The status, and the approvals that were missing. */
const kindsOf = ({ status, refusal }: { status: number; refusal: { current?: unknown } | undefined }) => [
  status,
  [...JSON.stringify(refusal?.current ?? null).matchAll(/"kind":"(\w+)"/g)].map(([, kind]) => kind),
];

test('P15 045 183 a revision for another customer does not pass on the prices and discounts of the first', async () => {
  const quote = await quoted(desk, quoteSent(ada, ten(), 6000));
  expect(kindsOf(await revise(quote, bob, ten({ unit_price: '6.00' }), 6000))).toEqual([403, ['price']]);
  const approved = await quoted(
    manager,
    quoteSent(ada, ten({ unit_price: '5.00', discount_amount: '20.00' }), 2000, { discount_amount: '10.00' }),
  );
  const same = [
    ten({ unit_price: '5.00', discount_amount: '20.00' }),
    2000,
    { discount_amount: '10.00' },
  ] as const;
  const [status, kinds] = kindsOf(await revise(approved, bob, ...same));
  expect(status).toBe(403);
  expect(kinds).toEqual(expect.arrayContaining(['price', 'discount']));
  // Its own customer keeps them, and list prices need no approval for anyone.
  expect((await revise(approved, ada, ...same)).status).toBe(200);
  expect((await revise(quote, bob, ten(), 10_000)).reply).toMatchObject({
    gross: 10_000,
    customer: { id: bob },
  });
});

test('P15 045 183 an edit for another customer does not pass on the prices of the quote, which is open again', async () => {
  const quote = await quoted(desk, quoteSent(ada, ten(), 6000));
  const sale = await invoiced(desk, quote);
  const { quote_id: _own, ...next } = saleOfQuote(quote, { tenders: [] });
  const edit = (id: number, more: object) =>
    desk.call(sales.replace, {
      params: { id },
      body: { reason: 'The wrong customer', sale: { ...next, ...more } },
    });
  expect(kindsOf(await edit(sale.id, { customer_id: bob }))).toEqual([403, ['price']]);
  const { reply } = await edit(sale.id, {
    client_id: crypto.randomUUID(),
    customer_id: bob,
    lines: ten(),
    expected_total: '100.00',
    tenders: [{ method: 'credit_card', tendered: '40.00' }],
  });
  expect(reply).toMatchObject({ gross: 10_000, customer: { id: bob }, quote: null });
  const released = (await desk.call(quotes.get, { params: { id: quote.id } })).reply;
  expect(released).toMatchObject({ state: 'open', sale: null, customer: { id: ada } });
  expect((await app.audits(5)).find(({ record_type }) => record_type === 'quote')).toMatchObject({
    action: 'reopened',
    after: { cancelled: sale.number },
  });
  expect(await breachesOf(app.db)).toEqual([]);
});

test('P15 045 183 after a merge, the customer who is kept has the quoted prices', async () => {
  const admin = await app.as('admin');
  const other = await customerWithCredit(app.db, null, 'Ada Byrne (old)');
  const lines = ten({ unit_price: '4.00' });
  const make = () => quoted(manager, quoteSent(other, lines, 4000));
  const [open, sold] = [await make(), await make()];
  const sale = await invoiced(desk, sold);
  await admin.call(customers.merge, { params: { id: bob }, body: { other_id: other } });
  expect((await revise(open, bob, lines, 4000)).status).toBe(200);
  const { quote_id: _own, ...next } = saleOfQuote(sold, { tenders: [], customer_id: bob });
  const { reply } = await desk.call(sales.replace, {
    params: { id: sale.id },
    body: { reason: 'Another address', sale: { ...next, delivery_address: '3 Mill Lane' } },
  });
  expect(reply).toMatchObject({ gross: 4000, quote: { number: sold.number } });
  expect(await breachesOf(app.db)).toEqual([]);
});
