import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { customers } from '#domain/customers/customer.contract';
import { purchases } from '#domain/purchase-orders/purchase-order.contract';
import { sales } from '#domain/sales/sale.contract';
import { stockAdjustments } from '#domain/stock/stock-adjustment.contract';
import { suppliers } from '#domain/suppliers/supplier.contract';
import { heldBaskets } from '#domain/tills/held-basket.contract';
import { wallets } from '#domain/wallet/wallet.contract';
import { asBookkeeper, balanceOf, breachesOf, movedOn } from '../support/books';
import { customerItem } from '../support/customer-items';
import { untilWaitingForLock } from '../support/held-transaction';
import { lineOf, orderDesk } from '../support/orders';
import { type RefundSent, stockedProduct } from '../support/shop';
import { type Caller, type Outcome, startTestApp, type TestApp } from '../support/test-app';
import { someTills } from '../support/tills';

// Changes to the product that every test once missed. Each is detected here by what it would store.
let app: TestApp;
let admin: Caller;
let on: Awaited<ReturnType<typeof someTills>>;
beforeAll(async () => {
  app = await startTestApp();
  admin = await app.as('admin');
  on = await someTills(app);
  on.till = await on.opened();
});
afterAll(() => app.close());

const { sent, receive, get } = orderDesk(() => ({ app, admin }));
const poolOf = async (product: number) => {
  const { rows } = await sql<{ quantity: string; value: number }>`
    select quantity::text, value_pence as value from stock_pools where product_id = ${product}`.execute(
    app.db,
  );
  return rows[0];
};
const adjust = (
  reason: 'write_down' | 'found',
  line: { quantity?: string; value?: string },
  product_id: number,
) => admin.call(stockAdjustments.create, { body: { reason, lines: [{ product_id, ...line }] } });

test('F88 cancelling a sale, and voiding a basket with a value, need the permission to void', async () => {
  const sale = await on.shop.sold([{ product_id: on.tea, quantity: '1' }], 240);
  const without = await app.as('view_pos', 'create_sale', 'view_sale', 'edit_sale', 'refund_sale');
  const cancel = (who: Caller) =>
    who.call(sales.cancel, {
      params: { id: sale.id },
      body: { client_id: randomUUID(), session_id: on.till, reason: 'Entered twice' },
    });
  expect((await cancel(without)).status).toBe(403);
  const viewer = await app.as('view_pos', 'view_sale');
  expect((await on.shop.refund(sale, [{ line_number: 1, quantity: '1' }], 240, {}, viewer)).status).toBe(403);
  expect((await cancel(await app.as('view_sale', 'void_sale'))).status).toBe(200);
  const held = await without.call(heldBaskets.hold, {
    body: {
      client_id: randomUUID(),
      name: 'Waits',
      basket: { lines: [{ product_id: on.tea, quantity: '1' }] },
      total: '2.40',
      line_count: 1,
    },
  });
  const voiding = { params: { id: held.reply.id }, body: { reason: 'Left', session_id: on.till } };
  const refused = await without.call(heldBaskets.void, voiding);
  expect([refused.status, refused.refusal.code]).toMatchObject([403, expect.any(String)]);
  expect((await on.seller.call(heldBaskets.void, voiding)).status).toBe(200);
});

test('F88 I13 I9 goods found after a write-down and a sell-out have the average value after it, not before', async () => {
  // 10 at £1.00, written down by £6.00: 40p each. All are sold; the one found afterwards is worth 40p.
  const product = await stockedProduct(app.db, { pieces: '10', cost: 100 });
  await adjust('write_down', { value: '6.00' }, product);
  await on.shop.sold([{ product_id: product, quantity: '10' }], 2400);
  expect(await poolOf(product)).toEqual({ quantity: '0.000', value: 0 });
  await adjust('found', { quantity: '1' }, product);
  expect(await poolOf(product)).toEqual({ quantity: '1.000', value: 40 });
});

test('F88 an order cannot be revised to a thousandth below what was received', async () => {
  const product = await stockedProduct(app.db, { pieces: '0' });
  const order = await sent([{ product_id: product, quantity: '10' }]);
  await receive(order.id, [{ line_id: lineOf(order), quantity: '4' }]);
  const now = await get(order.id);
  const revise = (quantity: string) =>
    admin.call(purchases.update, {
      params: { id: order.id },
      body: {
        supplier_id: order.supplier.id,
        lines: [{ id: lineOf(order), product_id: product, quantity, unit_price: '1.00' }],
        version: now.version,
      } as never,
    });
  const refused = await revise('3.999');
  expect([refused.status, refused.refusal.errors]).toEqual([
    422,
    { 'lines.0.quantity': ['4 have been received, so you cannot order fewer.'] },
  ]);
  expect((await revise('4')).status).toBe(200);
});

test("F88 I5 goods return at their cost when sold, not at the day's average", async () => {
  // 4 at £1.00; one is sold. 3 more at £3.00 make the average £2.00; the returned one adds £1.00.
  const product = await stockedProduct(app.db, { pieces: '4', cost: 100 });
  const sale = await on.shop.sold([{ product_id: product, quantity: '1' }], 240);
  const order = await sent([{ product_id: product, quantity: '3', unit_price: '3.00' }]);
  await receive(order.id);
  expect(await poolOf(product)).toEqual({ quantity: '6.000', value: 1200 });
  const lines: RefundSent['lines'] = [{ line_number: 1, quantity: '1', goods: 'stock' }];
  const moved = await movedOn(app.db, ['1200', '5000', '5100'], () => on.shop.refund(sale, lines, 240));
  expect(moved).toEqual([100, -100, 0]);
  expect(await poolOf(product)).toEqual({ quantity: '7.000', value: 1300 });
});

test('F88 T2 a till shortage is posted to till over and short, and not to stock losses', async () => {
  const session = await on.opened('100.00');
  const moved = await movedOn(app.db, ['6900', '5100', '1000'], () => on.closed(session, '97.00'));
  expect(moved).toEqual([300, 0, -10_000]);
  expect(await balanceOf(app.db, '6900')).toBe(300);
});

test('F88 each edited field of a supplier is stored', async () => {
  const body = {
    name: 'Acme Ltd',
    email: 'sales@acme.example',
    phone: '01632 960001',
    contact_person: 'Ada',
    address: '1 High Street',
    status: 'active' as const,
  };
  const { id } = (await admin.call(suppliers.create, { body })).reply;
  const changed = {
    name: 'Acme (UK) Ltd',
    email: 'orders@acme.example',
    phone: '01632 960999',
    contact_person: 'Bob',
    address: '2 Low Street',
    status: 'inactive' as const,
  };
  await admin.call(suppliers.update, { params: { id }, body: changed });
  expect((await admin.call(suppliers.get, { params: { id } })).reply).toMatchObject(changed);
});

test('F88 I10 I7 found goods first cover sales ahead of receipt, to the penny', async () => {
  // 3 for £1.00; 4 are sold at a cost of £1.33 and one more at 33p: 2 too many, worth −66p. The 2 found are worth 67p:
  // 66p cover them in stock, the penny goes to cost of sales.
  const product = await stockedProduct(app.db, { pieces: '3', cost: 100 / 3, stock_policy: 'allow' });
  await on.shop.sold([{ product_id: product, quantity: '4' }], 960);
  await on.shop.sold([{ product_id: product, quantity: '1' }], 240);
  expect(await poolOf(product)).toEqual({ quantity: '-2.000', value: -66 });
  const moved = await movedOn(app.db, ['1200', '5000', '5100'], () =>
    adjust('found', { quantity: '2' }, product),
  );
  expect(moved).toEqual([66, 1, -67]);
  expect(await poolOf(product)).toEqual({ quantity: '0.000', value: 0 });
});

/** Someone else holds the record of a customer; each merge starts once those before it wait for that record. */
async function mergedAtOnce(held: number, ...merges: readonly { kept: number; other: number }[]) {
  const answers: Promise<Outcome<typeof customers.merge>>[] = [];
  await app.db.transaction().execute(async tx => {
    await sql`select from customers where id = ${held} for update`.execute(tx);
    for (const { kept, other } of merges) {
      answers.push(admin.call(customers.merge, { params: { id: kept }, body: { other_id: other } }));
      await untilWaitingForLock(app.db, { of: 'customers', count: answers.length });
    }
  });
  return Promise.all(answers);
}
const addCustomer = async (name: string, more: object = {}) =>
  (await admin.call(customers.create, { body: { name, ...more } })).reply;
const customerOf = async (id: number) => (await admin.call(customers.get, { params: { id } })).reply;
const ledgerOf = async (id: number) =>
  (await admin.call(wallets.customer.statement, { params: { id } })).reply.today;

test('F88 W1 one customer merged into two others at once goes to the first, with all money and facts', async () => {
  const other = await addCustomer('Wanted by two', { phone: '01632 960 200', notes: 'Rings on Mondays' });
  const [first, second] = [await addCustomer('First to ask'), await addCustomer('Second to ask')];
  await asBookkeeper(app.db, async ctx => {
    await customerItem(ctx, other.id, { side: 'debit', amount: 4000 });
    await customerItem(ctx, other.id, { side: 'credit', amount: 1500 });
  });
  const [merged, refused] = await mergedAtOnce(
    other.id,
    { kept: first.id, other: other.id },
    { kept: second.id, other: other.id },
  );
  expect([merged?.status, refused?.status]).toEqual([200, 422]);
  expect(refused?.refusal.errors).toEqual({
    other_id: [`“Wanted by two” has already been merged into “First to ask” (${first.number}).`],
  });
  expect((await customerOf(other.id)).merged_into).toMatchObject({ id: first.id });
  expect(await customerOf(first.id)).toMatchObject({ phone: '01632 960 200', version: 2 });
  expect(await customerOf(second.id)).toMatchObject({ phone: null, notes: null, version: 1 });
  expect(await ledgerOf(first.id)).toMatchObject({ balance: 2500, outstanding: 4000, unallocated: 1500 });
  for (const { id } of [second, other])
    expect(await ledgerOf(id)).toMatchObject({ balance: 0, outstanding: 0, unallocated: 0 });
});

test('F88 W1 a customer merged away while another is merged into it takes that one along: no chain, nothing lost', async () => {
  const [far, middle, kept] = [
    await addCustomer('Far', { phone: '01632 960 201' }),
    await addCustomer('Middle', { email: 'middle@merge.example' }),
    await addCustomer('Kept'),
  ];
  await asBookkeeper(app.db, ctx => customerItem(ctx, far.id, { side: 'debit', amount: 700 }));
  const answers = await mergedAtOnce(
    middle.id,
    { kept: middle.id, other: far.id },
    { kept: kept.id, other: middle.id },
  );
  expect(answers.map(({ status }) => status)).toEqual([200, 200]);
  for (const { id } of [far, middle])
    expect((await customerOf(id)).merged_into).toMatchObject({ id: kept.id });
  expect(await customerOf(kept.id)).toMatchObject({
    phone: '01632 960 201',
    email: 'middle@merge.example',
    merged_into: null,
  });
  expect((await customerOf(kept.id)).merged_from.map(({ name }) => name)).toEqual(['Far', 'Middle']);
  expect(await ledgerOf(kept.id)).toMatchObject({ balance: 700, outstanding: 700 });
  for (const { id } of [far, middle])
    expect(await ledgerOf(id)).toMatchObject({ balance: 0, outstanding: 0 });
});

test('F88 two customers merged into each other at once: one of them stays', async () => {
  const [one, two] = [await addCustomer('One'), await addCustomer('Two')];
  const answers = await mergedAtOnce(
    one.id,
    { kept: one.id, other: two.id },
    { kept: two.id, other: one.id },
  );
  expect(answers.map(({ status }) => status)).toEqual([200, 422]);
  expect((await customerOf(one.id)).merged_into).toBeNull();
  expect((await customerOf(two.id)).merged_into).toMatchObject({ id: one.id });
});

test('F88 all checks of the books pass after all of this', async () => {
  expect(await breachesOf(app.db)).toEqual([]);
});
