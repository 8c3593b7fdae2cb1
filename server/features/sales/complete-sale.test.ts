import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { londonDate } from '#domain/kernel/dates';
import { sales } from '#domain/sales/sale.contract';
import { tills } from '#domain/tills/till.contract';
import { balanceOf, breachesOf } from '../../../tests/support/books';
import { customerWithCredit, openTill, shopFloor, stockedProduct } from '../../../tests/support/shop';
import { type Caller, startTestApp, type TestApp } from '../../../tests/support/test-app';

let app: TestApp;
let admin: Caller;
let seller: Caller;
let till: number;
beforeAll(async () => {
  app = await startTestApp();
  admin = await app.as('admin');
  seller = await app.as('view_pos', 'create_sale', 'sell_on_account');
  till = await openTill(app.db);
});
afterAll(() => app.close());

const { sent, complete, sold } = shopFloor(() => ({ app, seller, till }));
const today = londonDate(new Date());
const holds = async () => expect(await breachesOf(app.db)).toEqual([]);
const balances = async (...accounts: string[]) =>
  Object.fromEntries(
    await Promise.all(accounts.map(async account => [account, await balanceOf(app.db, account)] as const)),
  );
const changesOf = async (accounts: string[], work: () => Promise<unknown>) => {
  const before = await balances(...accounts);
  await work();
  const after = await balances(...accounts);
  return Object.fromEntries(
    accounts.map(account => [account, (after[account] ?? 0) - (before[account] ?? 0)]),
  );
};

test('M9 L5 I4 a cash sale posts takings, VAT and cost, gives change, and puts the applied amount in the drawer', async () => {
  const product = await stockedProduct(app.db, { cost: 90 });
  const changes = await changesOf(['1000', '4000', '2200', '5000', '1200', '1100'], async () => {
    const sale = await sold([{ product_id: product, quantity: '3' }], 720, {
      tenders: [{ method: 'cash', tendered: '10.00' }],
    });
    expect(sale).toMatchObject({
      status: 'completed',
      payment_state: 'paid',
      gross: 720,
      net: 600,
      vat: 120,
      change: 280,
      outstanding: 0,
      customer: { is_walk_in: true },
      tenders: [{ method: 'cash', tendered: 1000, applied: 720, refundable: 720 }],
    });
    expect(sale.number).toMatch(/^INV-\d{5}$/);
  });
  expect(changes).toEqual({ '1000': 720, '4000': -600, '2200': -120, '5000': 270, '1200': -270, '1100': 0 });
  const { rows } = await sql`
    select amount_pence from till_cash where session_id = ${till} and kind = 'sale' order by id desc limit 1`.execute(
    app.db,
  );
  expect(rows).toEqual([{ amount_pence: 720 }]);
  await holds();
});

test('M6 V8 L8 a basket discount is spread over all lines and rates, reduces VAT, and revenue is posted net of it', async () => {
  const standard = await stockedProduct(app.db, { price: 1000 as never });
  const zero = await stockedProduct(app.db, { price: 500 as never, vat_code: 'Z' });
  const revenue = await balanceOf(app.db, '4000');
  const sale = await sold(
    [
      { product_id: standard, quantity: '1' },
      { product_id: zero, quantity: '1' },
    ],
    1400,
    { discount_amount: '1.00', discount_reason: 'Loyal' },
  );
  expect(sale.lines.map(line => line.cart_discount)).toEqual([67, 33]);
  expect(sale.by_rate).toMatchObject([
    { vat_code: 'S', gross: 933, vat: 156 },
    { vat_code: 'Z', gross: 467, vat: 0 },
  ]);
  expect((await balanceOf(app.db, '4000')) - revenue).toBe(0 - sale.net);
  await holds();
});

test('L5 W2 W7 a named customer owes the invoice until paid, within the credit limit; no limit means no credit', async () => {
  const product = await stockedProduct(app.db, { price: 1000 as never });
  const customer = await customerWithCredit(app.db, 2500);
  const onAccount = (total: number) => ({
    customer_id: customer,
    tenders: [{ method: 'account' as const, tendered: (total / 100).toFixed(2) }],
  });
  const changes = await changesOf(['1100', '1000', '4000'], async () => {
    const sale = await sold([{ product_id: product, quantity: '2' }], 2000, {
      customer_id: customer,
      tenders: [
        { method: 'account', tendered: '15.00' },
        { method: 'cash', tendered: '5.00' },
      ],
    });
    expect(sale).toMatchObject({ payment_state: 'part_paid', outstanding: 1500, on_account: 1500 });
    expect(sale.due_on > today).toBe(true);
  });
  expect(changes).toEqual({ '1100': 1500, '1000': 500, '4000': -1667 });
  const line = [{ product_id: product, quantity: '1' }];
  expect((await complete(sent(line, 1000, onAccount(1000)))).status).toBe(200);
  const over = await complete(sent(line, 1000, onAccount(1000)));
  expect(over.status).toBe(403);
  expect(over.refusal.current).toEqual({
    needs: [{ kind: 'credit', customer_id: customer, amount: '10.00' }],
  });
  const none = await customerWithCredit(app.db, null);
  const refused = await complete(sent(line, 1000, { ...onAccount(1000), customer_id: none }));
  expect(refused.refusal.errors?.tenders?.[0]).toContain('no credit limit');
  const clerk = await app.as('view_pos', 'create_sale');
  const rich = await customerWithCredit(app.db, 100_000);
  expect(
    (await complete(sent(line, 1000, { ...onAccount(1000), customer_id: rich }), clerk)).refusal.current,
  ).toMatchObject({ needs: [{ kind: 'credit' }] });
  const noOne = await complete(sent(line, 1000, { ...onAccount(1000), customer_id: undefined }));
  expect(noOne.refusal.errors).toHaveProperty('customer_id');
  await holds();
});

test('M9 M11 tenders equal the amount due: only cash gives change, and nothing stays open by mistake', async () => {
  const product = await stockedProduct(app.db);
  const line = [{ product_id: product, quantity: '1' }];
  const pay = async (...tenders: NonNullable<Parameters<typeof sent>[2]>['tenders'] & object) =>
    (await complete(sent(line, 240, { tenders }))).refusal?.message;
  expect(await pay({ method: 'credit_card', tendered: '3.00' })).toContain('Only cash gives change');
  expect(await pay({ method: 'cash', tendered: '2.00' })).toContain('£0.40 is still due');
  expect(
    await pay({ method: 'credit_card', tendered: '2.40' }, { method: 'cash', tendered: '1.00' }),
  ).toContain('Return the cash');
  expect(await pay({ method: 'credit_card', tendered: '2.40', reference: '4111 1111 1111 1111' })).toContain(
    'Never write a card number down',
  );
  const split = await sold(line, 240, {
    tenders: [
      { method: 'credit_card', tendered: '1.40', reference: '4242' },
      { method: 'cash', tendered: '5.00' },
    ],
  });
  expect(split).toMatchObject({
    change: 400,
    tenders: [
      { method: 'credit_card', applied: 140 },
      { method: 'cash', applied: 100 },
    ],
  });
  const cashless = await complete(sent(line, 240, { session_id: null }));
  expect(cashless.refusal.errors?.session_id?.[0]).toContain('Open a till first');
  await holds();
});

test('M11 a sale of £0.00 has a number, stock and cost', async () => {
  const product = await stockedProduct(app.db, { price: 0 as never, cost: 50 });
  const changes = await changesOf(['5000', '1000'], async () => {
    expect(await sold([{ product_id: product, quantity: '1' }], 0)).toMatchObject({
      gross: 0,
      tenders: [],
      payment_state: 'paid',
    });
  });
  expect(changes).toEqual({ '5000': 50, '1000': 0 });
  await holds();
});

test('R12 the same id is one sale, however often and by any user; with other contents it is refused', async () => {
  const product = await stockedProduct(app.db);
  const body = sent([{ product_id: product, quantity: '1' }], 240);
  const other = await app.as('view_pos', 'create_sale');
  const replies = await Promise.all(
    Array.from({ length: 20 }, (_, index) => complete(body, index % 2 ? seller : other)),
  );
  expect(new Set(replies.map(({ status }) => status))).toEqual(new Set([200]));
  expect(new Set(replies.map(({ reply }) => reply.number)).size).toBe(1);
  const { rows } = await sql<{ left: string }>`
    select quantity::text as left from stock_pools where product_id = ${product}`.execute(app.db);
  expect(rows[0]?.left).toBe('99.000');
  const different = await complete({ ...body, notes: 'Something else' });
  expect(different.status).toBe(422);
  expect(different.refusal.errors).toHaveProperty('client_id');
  await holds();
});

test('R13 of fifty tills and three units, three sell one each and the others are refused', async () => {
  const product = await stockedProduct(app.db, { pieces: '3' });
  const outcomes = await Promise.all(
    Array.from({ length: 50 }, () => complete(sent([{ product_id: product, quantity: '1' }], 240))),
  );
  expect(outcomes.filter(({ status }) => status === 200)).toHaveLength(3);
  const lost = outcomes.find(({ status }) => status === 422);
  expect(lost?.refusal.errors?.['lines.0.quantity']?.[0]).toContain('None of');
  await holds();
});

test('R16 A12 V22 invoice numbers have no gaps, whatever is refused in between', async () => {
  const product = await stockedProduct(app.db);
  const line = [{ product_id: product, quantity: '1' }];
  await Promise.all(
    Array.from({ length: 40 }, (_, index) =>
      complete(sent(line, 240, index % 4 === 0 ? { expected_total: '9.99' } : {})),
    ),
  );
  const { rows } = await sql<{ gaps: number }>`
    select count(*) - (max(split_part(number, '-', 2)::int) - min(split_part(number, '-', 2)::int) + 1) as gaps from sales`.execute(
    app.db,
  );
  expect(rows[0]?.gaps).toBe(0);
  await holds();
});

test('a total other than the till’s is refused with the right one, and nothing is posted', async () => {
  const product = await stockedProduct(app.db);
  const before = await app.digest();
  const { status, refusal } = await complete(
    sent([{ product_id: product, quantity: '1' }], 240, { expected_total: '2.30' }),
  );
  expect([status, refusal.current]).toEqual([409, { total: 240 }]);
  expect(refusal.message).toContain('£2.40');
  expect(await app.digest()).toBe(before);
});

test('F38 price overrides, discounts above the limit and sales below cost need approval, with the reason', async () => {
  const product = await stockedProduct(app.db, { price: 1000 as never, cost: 700 });
  const needs = async (line: object, total: number, more: object = {}) => {
    const outcome = await complete(
      sent([{ product_id: product, quantity: '1', ...line }], total, { ...more }),
    );
    return outcome.status === 200
      ? 'sold'
      : (outcome.refusal.current as { needs: object[] } | undefined)?.needs;
  };
  const line = { line_number: 1, quantity: '1', price_mode: 'inclusive' };
  expect(await needs({ discount_percent: '10', discount_reason: 'Old box' }, 900)).toBe('sold');
  expect(await needs({ discount_percent: '11' }, 890)).toEqual([
    { kind: 'discount', product_id: product, ...line, amount: '10.00', discount: '1.10' },
  ]);
  expect(await needs({ unit_price: '9.50' }, 950)).toEqual([
    {
      kind: 'price',
      product_id: product,
      ...line,
      unit_price: '9.50',
      amount: '9.50',
      reason: 'Overridden from £10.00',
    },
  ]);
  expect(await needs({}, 850, { discount_amount: '1.50' })).toEqual([
    {
      kind: 'discount',
      product_id: null,
      ...line,
      line_number: null,
      quantity: null,
      amount: '10.00',
      discount: '1.50',
    },
  ]);
  const generous = await app.as('view_pos', 'create_sale', 'override_discount');
  const below = await complete(
    sent([{ product_id: product, quantity: '1', discount_percent: '20' }], 800),
    generous,
  );
  expect(below.refusal.current).toEqual({
    needs: [
      {
        kind: 'price',
        product_id: product,
        ...line,
        unit_price: '10.00',
        amount: '8.00',
        reason: 'Below cost at £6.67 before VAT. £2.00 off the line',
      },
    ],
  });
  const manager = await app.as('view_pos', 'create_sale', 'override_price', 'override_discount');
  expect(
    (await complete(sent([{ product_id: product, quantity: '1', unit_price: '5.00' }], 500), manager)).status,
  ).toBe(200);
  await holds();
});

test('D1 V10 R28 an offline sale is dated when it was made, and goes to a late session after the Z report', async () => {
  const product = await stockedProduct(app.db);
  const soldAt = new Date(Date.now() - 2 * 86_400_000);
  await sql`update till_sessions set opened_at = now() - interval '5 days' where id = ${till}`.execute(
    app.db,
  );
  const line = [{ product_id: product, quantity: '1' }];
  const offline = { was_offline: true, sold_at: soldAt.toISOString() };
  const sale = await sold(line, 240, offline);
  expect(sale).toMatchObject({ business_date: londonDate(soldAt), was_offline: true });
  const ahead = await sold(line, 240, {
    was_offline: true,
    sold_at: new Date(Date.now() + 3_600_000).toISOString(),
  });
  expect(ahead, 'dated by the server').toMatchObject({ business_date: today });
  const closed = await openTill(app.db, 0);
  for (const step of [
    await admin.call(tills.startCount, { params: { id: closed }, body: {} }),
    await admin.call(tills.count, { params: { id: closed }, body: { total: '0.00' } }),
    await admin.call(tills.close, { params: { id: closed }, body: {} }),
  ])
    expect(step.refusal).toBeUndefined();
  const refused = await complete(sent(line, 240, { session_id: closed }));
  expect(refused.refusal.message).toContain('is closed');
  const late = await sold(line, 240, { ...offline, session_id: closed });
  expect(late.register?.session_id).not.toBe(closed);
  await holds();
});

test('A13 K5 the database refuses to change a posted sale, and renaming a customer changes no document', async () => {
  const product = await stockedProduct(app.db);
  const customer = await customerWithCredit(app.db, null, 'Grace Moss');
  const sale = await sold([{ product_id: product, quantity: '1' }], 240, { customer_id: customer });
  const refused = { constraint: 'sales_stay_as_posted' };
  await expect(
    sql`update sales set gross_pence = 1, net_pence = 1, vat_pence = 0 where id = ${sale.id}`.execute(app.db),
  ).rejects.toMatchObject(refused);
  await expect(
    sql`update sale_lines set net_pence = 0 where sale_id = ${sale.id}`.execute(app.db),
  ).rejects.toMatchObject(refused);
  await expect(sql`delete from sales where id = ${sale.id}`.execute(app.db)).rejects.toMatchObject(refused);
  await sql`update customers set name = 'Somebody else' where id = ${customer}`.execute(app.db);
  expect((await admin.call(sales.get, { params: { id: sale.id } })).reply.customer.name).toBe('Grace Moss');
});

test('missing products, inactive customers and unknown customers are refused by field', async () => {
  const product = await stockedProduct(app.db, { status: 'inactive' });
  const gone = await complete(sent([{ product_id: product, quantity: '1' }], 240));
  expect(gone.refusal.errors?.['lines.0.product_id']?.[0]).toContain('is no longer sold');
  const unknown = await complete(sent([{ product_id: 987654321, quantity: '1' }], 240));
  expect(unknown.refusal.errors).toHaveProperty('lines.0.product_id');
  const good = await stockedProduct(app.db);
  const customer = await customerWithCredit(app.db, null);
  await sql`update customers set status = 'inactive' where id = ${customer}`.execute(app.db);
  const inactive = await complete(
    sent([{ product_id: good, quantity: '1' }], 240, { customer_id: customer }),
  );
  expect(inactive.refusal.errors?.customer_id?.[0]).toContain('is inactive');
  const outsider = await app.as('view_product');
  expect((await complete(sent([{ product_id: good, quantity: '1' }], 240), outsider)).status).toBe(403);
  expect((await complete({ ...sent([], 0), client_id: randomUUID() })).status).toBe(422);
});
