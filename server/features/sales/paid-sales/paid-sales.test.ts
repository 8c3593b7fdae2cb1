import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { addDays, londonDate } from '#domain/kernel/dates';
import { pos } from '#domain/pos/pos.contract';
import { saleExceptions } from '#domain/sales/sale-exceptions.contract';
import { sales } from '#domain/sales/sale.contract';
import { tills } from '#domain/tills/till.contract';
import { users } from '#domain/users/user.contract';
import { balanceOf, breachesOf } from '../../../../tests/support/books';
import { charged, minutesAgo, paidSales } from '../../../../tests/support/paid-sales';
import { customerWithCredit, openTill, stockedProduct } from '../../../../tests/support/shop';
import { type Caller, startTestApp, type TestApp } from '../../../../tests/support/test-app';

let app: TestApp;
let admin: Caller;
let manager: Caller & { readonly userId: number };
let seller: Caller & { readonly userId: number };
let till: number;
beforeAll(async () => {
  app = await startTestApp();
  admin = await app.as('admin');
  manager = await app.as('approve_variance', 'view_pos', 'create_sale', 'view_sale');
  seller = await app.as('view_pos', 'create_sale');
  till = await openTill(app.db);
});
afterAll(() => app.close());

const { paid, record, recorded, sent } = paidSales(() => ({ app, seller, manager, till }));
/** A device at the register of the till, as it sends itself with its receipts, and its series. */
async function newDevice() {
  const device_id = randomUUID();
  const { reply: session } = await manager.call(tills.get, { params: { id: till } });
  const { reply } = await seller.call(pos.checkIn, {
    body: { device_id, register_id: session.register.id, unsent: [] },
  });
  return { device_id, prefix: reply.prefix };
}
const today = londonDate(new Date());

test('F23 a paid sale of goods out of stock is posted below zero and listed, whatever the stock policy', async () => {
  const product = await stockedProduct(app.db, { pieces: '0', stock_policy: 'block' });
  const { sale, kinds, words } = await recorded(paid(product));
  expect(sale).toMatchObject({ gross: 240, vat: 40, payment_state: 'paid', was_offline: true });
  expect(kinds).toEqual(['stock']);
  expect(words[0]).toContain('was sold when out of stock: −1 in stock');
  const live = await seller.call(sales.complete, {
    body: sent([{ product_id: product, quantity: '1' }], 240),
  });
  expect(live.refusal.errors, 'a live sale still obeys').toHaveProperty(['lines.0.quantity']);
  await expect(
    sql`update stock_pools set quantity = -2 where product_id = ${product}`.execute(app.db),
    'and so does the database',
  ).rejects.toMatchObject({ constraint: 'stock_pools_stay_above_zero' });
  // Goods received reduce the shortfall for good.
  await admin.call(sales.refund, {
    params: { id: sale.id },
    body: {
      client_id: randomUUID(),
      session_id: till,
      reason: 'Back',
      lines: [{ line_number: 1, quantity: '1' }],
      expected_total: '2.40',
      tenders: [{ method: 'cash', amount: '2.40' }],
    },
  });
  const { rows } =
    await sql`select quantity::float, shortfall::float from stock_pools where product_id = ${product}`.execute(
      app.db,
    );
  expect(rows).toEqual([{ quantity: 0, shortfall: 0 }]);
  expect(await breachesOf(app.db)).toEqual([]);
});

test('F23 after a change of price, promotion or product a paid sale is posted at the price on the receipt', async () => {
  const product = await stockedProduct(app.db);
  await sql`update products set price_pence = 340 where id = ${product}`.execute(app.db);
  const priced = await recorded(paid(product));
  expect([priced.sale.gross, priced.sale.lines[0]?.unit_price, priced.kinds]).toEqual([240, 240, ['price']]);
  // Charged £2.40; today's list price is £3.40.
  expect(priced.sale.exceptions[0]).toMatchObject({ amount: -100 });
  await sql`update products set price_pence = 240, status = 'archived' where id = ${product}`.execute(app.db);
  expect((await recorded(paid(product))).kinds).toEqual(['product']);
  // The sender knows only the total, as in all 62 of 62 cases.
  await sql`update products set price_pence = 340, status = 'active' where id = ${product}`.execute(app.db);
  const bare = await seller.call(sales.complete, {
    body: sent([{ product_id: product, quantity: '2' }], 480, { was_offline: true }),
  });
  expect(bare.reply).toMatchObject({ gross: 480, net: 400, vat: 80 });
});

test('F23 a paid sale bears the VAT of its date, whatever the till printed', async () => {
  const product = await stockedProduct(app.db, { vat_code: 'Z' });
  const { sale, kinds } = await recorded(paid(product));
  expect([sale.gross, sale.net, sale.vat, sale.lines[0]?.vat_code, kinds]).toEqual([
    240,
    240,
    0,
    'Z',
    ['vat'],
  ]);
  expect(sale.exceptions[0]).toMatchObject({ amount: -40 });
});

test('F97 any cashier can send it, and it stays the sale of a cashier since deactivated', async () => {
  const product = await stockedProduct(app.db);
  const cashier = await app.as('view_pos', 'create_sale');
  await admin.call(users.deactivate, { params: { id: cashier.userId }, body: {} });
  expect((await record(paid(product), cashier)).status, 'the account itself is closed').toBe(401);
  const { sale, kinds, words } = await recorded(paid(product, { sold_by: cashier.userId }));
  const names = await sql<{
    name: string;
  }>`select name from users where id in (${cashier.userId}, ${seller.userId}) order by id = ${seller.userId}`.execute(
    app.db,
  );
  expect([sale.sold_by, sale.sent_by]).toEqual(names.rows.map(({ name }) => name));
  expect(kinds).toEqual(['cashier']);
  expect(words[0]).toMatch(/was deactivated on .*\d\d:\d\d/);
  const outsider = await app.as('view_product');
  expect((await record(paid(product), outsider)).status, 'sending needs permission to sell').toBe(403);
});

test('F24 a sale with a clock ahead is dated by the server, and the till’s time is kept', async () => {
  const product = await stockedProduct(app.db);
  const threeDays = 3 * 86_400_000;
  const soldAt = new Date(Date.now() + threeDays - 5 * 60_000);
  const wrong = await recorded(
    paid(product, { sold_at: soldAt.toISOString(), sent_at: new Date(Date.now() + threeDays).toISOString() }),
  );
  expect([wrong.kinds, wrong.sale.business_date]).toEqual([['clock'], londonDate(wrong.sale.sold_at)]);
  expect(wrong.words[0]).toContain('3 days ahead');
  expect(wrong.sale.till_time).toEqual(soldAt);
  expect(Math.abs(wrong.sale.sold_at.getTime() - minutesAgo(5).getTime())).toBeLessThan(60_000);
  // The clock was corrected before sending: no sale is later than now.
  const setRight = await recorded(paid(product, { sold_at: soldAt.toISOString() }));
  expect([setRight.kinds, setRight.sale.business_date, setRight.sale.till_time]).toEqual([
    ['clock'],
    today,
    soldAt,
  ]);
  // Nor earlier than its till session.
  const behind = await recorded(paid(product, { sold_at: minutesAgo(60 * 24 * 400).toISOString() }));
  expect([behind.kinds, behind.sale.business_date]).toEqual([['clock'], today]);
});

test('F23 a paid sale of a session that is not known is posted to the last one of the device’s register', async () => {
  const product = await stockedProduct(app.db);
  const { device_id } = await newDevice();
  const { sale, words } = await recorded(paid(product, { session_id: 99_999_999, device_id }));
  expect(sale.register?.session_id).toBe(till);
  expect(words).toContain('The till session is unknown. Its money is in the register’s last session.');
  // Of another device nothing is known: the sale is kept for a manager.
  const kept = await record(paid(product, { session_id: 99_999_999, device_id: randomUUID() }));
  expect(kept.reply).toEqual({ sale: null, kept: 'The till session is unknown.' });
  const { reply } = await manager.call(saleExceptions.list, { query: { kind: 'not_booked', state: 'open' } });
  for (const { id } of reply.data)
    await manager.call(saleExceptions.review, { params: { id }, body: { note: 'Entered as INV-00098' } });
});

test('F23 a paid sale is posted despite a locked day, a closed session or a count', async () => {
  const product = await stockedProduct(app.db);
  const twoDaysAgo = addDays(today, -2);
  await sql`update till_sessions set opened_at = now() - interval '5 days' where id = ${till}`.execute(
    app.db,
  );
  await sql`update books_lock set locked_through = ${twoDaysAgo}`.execute(app.db);
  const moved = await recorded(paid(product, { sold_at: minutesAgo(60 * 24 * 3).toISOString() }));
  expect([moved.kinds, moved.sale.business_date]).toEqual([['date'], addDays(today, -1)]);
  const session = await openTill(app.db, 0);
  await admin.call(tills.startCount, { params: { id: session }, body: {} });
  const { reply: counted } = await admin.call(tills.count, {
    params: { id: session },
    body: { total: '2.40' },
  });
  expect(counted.difference).toBe(240);
  const counting = await recorded(paid(product, { session_id: session }));
  expect([counting.kinds, counting.sale.register?.session_id]).toEqual([[], session]);
  const stale = await admin.call(tills.close, {
    params: { id: session },
    body: { version: counted.version },
  });
  expect(stale.status, 'the counter reviews it again').toBe(409);
  await admin.call(tills.close, { params: { id: session }, body: {} });
  const { reply: closed } = await admin.call(tills.get, { params: { id: session } });
  expect([closed.status, closed.difference]).toEqual(['closed', 0]);
  const late = await recorded(paid(product, { session_id: session }));
  expect(late.kinds).toEqual(['session']);
  expect(late.sale.register?.session_id).not.toBe(session);
});

test('F23 a paid sale is posted for merged, inactive or erased customers, and beyond credit limit or wallet', async () => {
  const product = await stockedProduct(app.db);
  const [kept, twin] = [
    await customerWithCredit(app.db, null, 'Kept'),
    await customerWithCredit(app.db, null, 'Twin'),
  ];
  await sql`update customers set status = 'inactive', merged_into_id = ${kept} where id = ${twin}`.execute(
    app.db,
  );
  const merged = await recorded(paid(product, { customer_id: twin }));
  expect([merged.sale.customer.id, merged.kinds]).toEqual([kept, ['customer']]);
  await sql`update customers set status = 'inactive' where id = ${kept}`.execute(app.db);
  expect((await recorded(paid(product, { customer_id: kept }))).sale.customer.id).toBe(kept);
  const unknown = await recorded(paid(product, { customer_id: 99_999_999 }));
  expect([unknown.sale.customer.is_walk_in, unknown.kinds]).toEqual([true, ['customer']]);
  const owing = await customerWithCredit(app.db, 100, 'Owing');
  const account = await recorded(
    paid(product, { customer_id: owing, tenders: [{ method: 'account', tendered: '2.40' }] }),
  );
  expect([account.sale.outstanding, account.kinds]).toEqual([240, ['credit']]);
  const wallet = await recorded(
    paid(product, { customer_id: owing, tenders: [{ method: 'wallet', tendered: '2.40' }] }),
  );
  expect([wallet.sale.outstanding, wallet.kinds]).toEqual([240, ['credit', 'credit']]);
});

test('F23 being offline does not bypass approvals: each deviation is listed with cashier and amount', async () => {
  const product = await stockedProduct(app.db, { cost: 100 });
  const half = {
    list_price: '2.40',
    unit_price: '1.20',
    amount: '1.20',
    net: '1.00',
    vat: '0.20',
    gross: '1.20',
  };
  const { kinds, words } = await recorded(
    paid(product, {
      lines: [{ product_id: product, quantity: '1', unit_price: '1.20', price_reason: 'Dent' }],
      expected_total: '1.20',
      tenders: [{ method: 'cash', tendered: '1.20' }],
      charged: [charged(half)],
    }),
  );
  expect(kinds).toEqual(['approval']);
  expect(words[0]).toContain('at £1.20');
  const free = await admin.call(sales.complete, {
    body: sent([{ product_id: product, quantity: '1', unit_price: '1.20' }], 120),
  });
  expect(free.status, 'a user with the permission needs no exception').toBe(200);
});

test('F23 a sale that does not add up is kept once until a manager resolves it', async () => {
  const product = await stockedProduct(app.db);
  const cash = await balanceOf(app.db, '1000');
  const short = paid(product, {
    tenders: [{ method: 'cash', tendered: '2.00' }],
    receipt_number: 'T9-A-000007',
  });
  const first = await record(short);
  expect(first.reply).toEqual({ sale: null, kept: '£0.40 is still due.' });
  expect((await record({ ...short, sent_at: new Date().toISOString() })).reply.kept).toBe(
    '£0.40 is still due.',
  );
  expect(await balanceOf(app.db, '1000')).toBe(cash);
  const { reply } = await manager.call(saleExceptions.list, { query: { kind: 'not_booked', state: 'open' } });
  expect(reply.data).toMatchObject([{ sale: null, receipt_number: 'T9-A-000007', total: 240 }]);
  const params = { id: reply.data[0]?.id ?? 0 };
  const blank = await manager.call(saleExceptions.review, { params, body: {} });
  expect(blank.refusal.errors, 'money that is in no books asks what became of it').toHaveProperty('note');
  expect((await manager.call(saleExceptions.postAgain, { params })).status).toBe(422);
  const { reply: reviewed } = await manager.call(saleExceptions.review, {
    params,
    body: { note: 'Entered as INV-00099' },
  });
  expect(reviewed).toMatchObject({ note: 'Entered as INV-00099', reviewed_at: expect.any(Date) as Date });
  expect((await manager.call(saleExceptions.review, { params, body: { note: 'Again' } })).status).toBe(409);
  expect((await seller.call(saleExceptions.list)).status).toBe(403);
  // Lines that do not add up to the total are kept as well; malformed ones are refused.
  const wrong = await record(paid(product, { charged: [charged({ gross: '2.50' })] }));
  expect(wrong.reply.kept).toContain('does not add up');
  expect((await record(paid(product, { charged: [] }))).status).toBe(422);
});

test('F93 T6 F23 a paid sale with a card number as its reference is posted with only the last four digits', async () => {
  const product = await stockedProduct(app.db);
  const uuid = 'b5f6ae0e-4418-4c14-9171-412345678901';
  for (const [reference, kept] of [
    ['4111 1111 1111 1111', 'ending 1111'],
    [uuid, uuid],
  ] as const) {
    const { sale } = await recorded(
      paid(product, { tenders: [{ method: 'credit_card', tendered: '2.40', reference }] }),
    );
    expect(sale.tenders).toMatchObject([{ method: 'credit_card', reference: kept }]);
  }
  const live = (reference: string) =>
    seller.call(sales.complete, {
      body: sent([{ product_id: product, quantity: '1' }], 240, {
        tenders: [{ method: 'credit_card', tendered: '2.40', reference }],
      }),
    });
  expect((await live(uuid)).status).toBe(200);
  expect((await live('4111-1111-1111-1111')).refusal.message).toContain('Never write a card number down');
});

test('R28 a paid sale sent repeatedly is one sale, and another total under its id is kept for a manager', async () => {
  const product = await stockedProduct(app.db);
  const body = paid(product, { receipt_number: 'T9-A-000001' });
  const all = await Promise.all(Array.from({ length: 5 }, () => record(body)));
  expect(new Set(all.map(({ reply }) => reply.sale?.id)).size).toBe(1);
  const live = sent([{ product_id: product, quantity: '1' }], 240);
  const { reply: completed } = await seller.call(sales.complete, { body: live });
  const again = await record({ ...paid(product), client_id: live.client_id });
  expect(again.reply.sale?.id, 'its answer was lost').toBe(completed.id);
  const other = await record({
    ...paid(product, {
      expected_total: '4.80',
      charged: [charged({ unit_price: '4.80', amount: '4.80', gross: '4.80', net: '4.00', vat: '0.80' })],
      tenders: [{ method: 'cash', tendered: '4.80' }],
    }),
    client_id: live.client_id,
  });
  expect(other.reply.kept).toContain(`recorded as ${completed.number}`);
});

test('F25 the printed number finds the sale: in refunds, in the list and in its old form', async () => {
  const product = await stockedProduct(app.db);
  const { device_id, prefix } = await newDevice();
  const receipt_number = `${prefix}-000042`;
  const { sale, kinds } = await recorded(paid(product, { device_id, receipt_number }));
  expect(kinds).toEqual([]);
  const find = async (number: string) => (await seller.call(sales.find, { query: { number } })).reply?.id;
  expect(await find(receipt_number)).toBe(sale.id);
  expect(await find(receipt_number.toLowerCase())).toBe(sale.id);
  expect(await find(`Till ${sale.client_id.slice(0, 8).toUpperCase()}`)).toBe(sale.id);
  const listed = async (search: string) =>
    (await manager.call(sales.list, { query: { search } })).reply.data.map(({ id }) => id);
  expect(await listed(receipt_number)).toEqual([sale.id]);
  expect(await listed(`till ${sale.client_id.slice(0, 8)}`)).toEqual([sale.id]);
  // A copied device prints the same numbers again: both sales stay, and an exception is raised.
  const twin = await recorded(paid(product, { device_id, receipt_number }));
  expect(twin.kinds).toEqual(['receipt_number']);
});
