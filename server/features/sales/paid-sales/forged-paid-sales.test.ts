import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { toPence } from '#domain/kernel/money';
import { quotes } from '#domain/quotes/quote.contract';
import { saleExceptions } from '#domain/sales/sale-exceptions.contract';
import { sales } from '#domain/sales/sale.contract';
import { someApprovals } from '../../../../tests/support/approvals';
import { breachesOf } from '../../../../tests/support/books';
import { charged, type PaidSent, paidSales } from '../../../../tests/support/paid-sales';
import { quoted, quoteSent } from '../../../../tests/support/quotes';
import { customerWithCredit, openTill, stockedProduct } from '../../../../tests/support/shop';
import { type Caller, startTestApp, type TestApp } from '../../../../tests/support/test-app';

let app: TestApp;
/** May sell, and nothing more. */
let seller: Caller & { readonly userId: number };
/** May change prices, give any discount and sell on account. */
let boss: Caller & { readonly userId: number };
let manager: Caller & { readonly userId: number };
let till: number;
let ada: number;
/** £500.00 with VAT. */
let bicycle: number;
let tea: number;
beforeAll(async () => {
  app = await startTestApp();
  seller = await app.as('create_sale');
  boss = await app.as(
    'view_pos',
    'create_sale',
    'edit_sale',
    'view_sale',
    'override_price',
    'override_discount',
    'sell_on_account',
  );
  manager = await app.as('approve_variance', 'view_pos', 'create_sale', 'view_sale');
  till = await openTill(app.db);
  ada = await customerWithCredit(app.db, 500_000, 'Ada Byrne');
  bicycle = await stockedProduct(app.db, { name: 'Bicycle', price: toPence(50_000), pieces: '100' });
  tea = await stockedProduct(app.db, { name: 'Tea' });
});
afterAll(() => app.close());

const { paid, recorded, record } = paidSales(() => ({ app, seller, manager, till }));
const named = async (id: number) =>
  (await sql<{ name: string }>`select name from users where id = ${id}`.execute(app.db)).rows[0]?.name;

/** A penny: no VAT in it that rounds to a penny (rule V4). */
const penny = {
  list_price: '500.00',
  unit_price: '0.01',
  amount: '0.01',
  net: '0.01',
  vat: '0.00',
  gross: '0.01',
};
/** A bicycle for a penny, with a price entered by hand. */
const forAPenny = (more: Partial<PaidSent> = {}): PaidSent =>
  paid(bicycle, {
    lines: [{ product_id: bicycle, quantity: '1', unit_price: '0.01', price_reason: 'x' }],
    expected_total: '0.01',
    tenders: [{ method: 'cash', tendered: '0.01' }],
    charged: [charged(penny)],
    ...more,
  });

test('067 A-MASS whoever is named as the cashier lends the sender no rights to change prices or discounts', async () => {
  const forged = await recorded(forAPenny({ sold_by: boss.userId }));
  expect([forged.sale.gross, forged.sale.sold_by, forged.kinds]).toEqual([
    1,
    await named(boss.userId),
    ['approval'],
  ]);
  expect(forged.words[0]).toContain(
    `${await named(boss.userId)} (sent by ${await named(seller.userId)}) sold Bicycle at £0.01`,
  );
  // Half of £500.00, above the limit of 10 %: £250.00 with £41.67 VAT.
  const half = charged({
    list_price: '500.00',
    unit_price: '500.00',
    amount: '500.00',
    line_discount: '250.00',
    net: '208.33',
    vat: '41.67',
    gross: '250.00',
  });
  const discount = await recorded(
    paid(bicycle, {
      lines: [{ product_id: bicycle, quantity: '1', discount_amount: '250.00' }],
      expected_total: '250.00',
      tenders: [{ method: 'cash', tendered: '250.00' }],
      charged: [half],
      sold_by: boss.userId,
    }),
  );
  expect(discount.kinds).toEqual(['approval']);
  expect(discount.sale.exceptions[0]).toMatchObject({ amount: 25_000 });
});

test('067 W7 nor to sell on account', async () => {
  const account = { customer_id: ada, tenders: [{ method: 'account' as const, tendered: '2.40' }] };
  const { kinds, sale } = await recorded(paid(tea, { ...account, sold_by: boss.userId }));
  expect([kinds, sale.outstanding]).toEqual([['credit'], 240]);
  expect((await recorded(paid(tea, { ...account, sold_by: null }), boss)).kinds).toEqual([]);
});

test('F97 067 sales that another user sends for the cashier are posted, without exception where both have the right', async () => {
  expect((await recorded(forAPenny(), boss)).kinds, 'their own sale').toEqual([]);
  const chief = await app.as('create_sale', 'override_price');
  const sent = await recorded(forAPenny({ sold_by: boss.userId }), chief);
  expect([sent.kinds, sent.sale.sent_by]).toEqual([[], await named(chief.userId)]);
  // At the list price nobody needs a right.
  expect((await recorded(paid(tea, { sold_by: boss.userId }))).kinds).toEqual([]);
});

test('067 a sale that was kept is judged by who sent it, not by the manager who posts it', async () => {
  const { rows } = await sql<{ id: number }>`select (max(id) + 1)::bigint as id from products`.execute(
    app.db,
  );
  const missing = rows[0]?.id ?? 0;
  const lines = [{ product_id: missing, quantity: '1', unit_price: '0.01', price_reason: 'x' }];
  for (const sold_by of [undefined, boss.userId])
    expect((await record(forAPenny({ lines, ...(sold_by ? { sold_by } : {}) }))).reply.kept).toContain(
      'no longer exists',
    );
  expect(await stockedProduct(app.db, { price: toPence(50_000) })).toBe(missing);
  const { reply } = await manager.call(saleExceptions.list, { query: { kind: 'not_booked', state: 'open' } });
  expect(reply.data).toHaveLength(2);
  const admin = await app.as('admin');
  const posted = [];
  for (const { id } of reply.data.toSorted((one, other) => one.id - other.id)) {
    const { reply: booked } = await admin.call(saleExceptions.postAgain, { params: { id } });
    const sale = (await manager.call(sales.get, { params: { id: booked.sale?.id ?? 0 } })).reply;
    posted.push([sale.sold_by, sale.sent_by, sale.exceptions.map(({ kind }) => kind)]);
  }
  const [by, forged] = [await named(seller.userId), await named(boss.userId)];
  expect(posted.map(([soldBy, sentBy]) => [soldBy, sentBy])).toEqual([
    [by, null],
    [forged, by],
  ]);
  for (const [, , kinds] of posted) expect(kinds).toContain('approval');
  expect(await breachesOf(app.db)).toEqual([]);
});

test('067 a price that makes the sale impossible to calculate does not hide what was charged', async () => {
  // Two at nine thousand million pounds each are more than a line can be.
  const { kinds, sale } = await recorded(
    forAPenny({
      lines: [{ product_id: bicycle, quantity: '2', unit_price: '9000000000.00', price_reason: 'x' }],
    }),
  );
  expect([sale.gross, kinds]).toEqual([1, ['price']]);
});

/** Two teas for £4.00 instead of £4.80: £3.33 and 67p VAT. */
const quoteForAda = () =>
  quoted(boss, quoteSent(ada, [{ product_id: tea, quantity: '2', unit_price: '2.00' }], 400));
const asQuoted = charged({ unit_price: '2.00', amount: '4.00', net: '3.33', vat: '0.67', gross: '4.00' });
const stateOf = async (id: number) => (await boss.call(quotes.get, { params: { id } })).reply.state;

test('067 044 A-IDOR naming another customer’s quote neither hides prices nor invoices it', async () => {
  const quote = await quoteForAda();
  const { kinds, words } = await recorded(
    forAPenny({ quote_id: quote.id, customer_id: null, lines: [{ product_id: bicycle, quantity: '1' }] }),
  );
  expect(kinds.toSorted()).toEqual(['price', 'quote']);
  expect(words.join(' ')).toContain(`${quote.number} is for another customer.`);
  expect(words.join(' ')).toContain('Bicycle at £0.01 instead of £500.00');
  expect(await stateOf(quote.id)).toBe('open');
});

test('067 044 a quote agrees its own lines at no less than their prices; all others are compared', async () => {
  const quote = await quoteForAda();
  const from = (more: Partial<PaidSent>) => ({ quote_id: quote.id, customer_id: ada, ...more });
  const other = await recorded(forAPenny(from({ lines: [{ product_id: bicycle, quantity: '1' }] })));
  expect(other.kinds).toEqual(['price']);
  const second = await quoteForAda();
  const cheaper = await recorded(
    paid(tea, {
      ...from({ quote_id: second.id }),
      lines: [{ product_id: tea, quantity: '2', unit_price: '2.00' }],
      expected_total: '0.01',
      tenders: [{ method: 'cash', tendered: '0.01' }],
      charged: [charged({ ...penny, list_price: '2.40' })],
    }),
  );
  expect([cheaper.kinds, cheaper.sale.exceptions[0]?.amount]).toEqual([['price'], -399]);
});

test('067 044 a quote sold as agreed, and sent later by a cashier without rights, is invoiced without exception', async () => {
  const quote = await quoteForAda();
  const { kinds, sale } = await recorded(
    paid(tea, {
      quote_id: quote.id,
      customer_id: ada,
      lines: [{ product_id: tea, quantity: '2', unit_price: '2.00' }],
      expected_total: '4.00',
      tenders: [{ method: 'cash', tendered: '4.00' }],
      charged: [asQuoted],
    }),
  );
  expect([kinds, sale.gross, await stateOf(quote.id)]).toEqual([[], 400, 'invoiced']);
  const { reply } = await boss.call(quotes.get, { params: { id: quote.id } });
  expect(reply.sale?.id).toBe(sale.id);
});

test('066 067 an approval of a sale that arrives after a day, or whose approver lost the right, leaves an exception', async () => {
  const on = someApprovals(app);
  const chief = await on.approver('override_price');
  const approvedPenny = async () => {
    const body = forAPenny({ client_id: randomUUID() });
    const live = { ...body, was_offline: false };
    const { charged: _charged, sent_at: _sentAt, ...complete } = live;
    const needs = on.needsOf(await seller.call(sales.complete, { body: complete }));
    const { reply } = await on.give(seller, chief, body.client_id, needs);
    return { ...body, approvals: reply.approvals };
  };
  expect((await recorded(await approvedPenny())).kinds, 'within the day').toEqual([]);
  const late = await approvedPenny();
  await sql`alter table approvals disable trigger user`.execute(app.db);
  await sql`update approvals set approved_at = approved_at - interval '25 hours' where used_at is null`.execute(
    app.db,
  );
  await sql`alter table approvals enable trigger user`.execute(app.db);
  const old = await recorded(late);
  expect([old.kinds, old.words[0]]).toEqual([
    ['approval'],
    expect.stringContaining(`The approval by ${await named(chief.userId)} is more than a day old.`),
  ]);
  const revoked = await approvedPenny();
  await sql`delete from user_roles where user_id = ${chief.userId}`.execute(app.db);
  const without = await recorded(revoked);
  expect([without.kinds, without.words[0]]).toEqual([
    ['approval'],
    expect.stringContaining('who approved it, no longer has the permission.'),
  ]);
});
