import { readFile } from 'node:fs/promises';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { addDays } from '#domain/kernel/dates';
import { purchases } from '#domain/purchase-orders/purchase-order.contract';
import { balanceOf, movedOn } from '../../../../tests/support/books';
import { buyingShop } from '../../../../tests/support/buying-shop';
import { lineOf, type Order } from '../../../../tests/support/orders';
import type { Caller } from '../../../../tests/support/test-app';

const shop = buyingShop();
const { holds, poolOf, today } = shop;
const accounts = ['1200', '2110', '5000', '5110'];

const reverse = (order: Order, more: object = {}, who: Caller = shop.admin, index = 0) =>
  who.call(purchases.reverseReceipt, {
    params: { id: order.id, receipt_id: order.receipts[index]?.id ?? 0 },
    body: { reason: 'Wrong line', ...more },
  });

/** An order of 10 at £12.00 for a product of which 10 at £2.00 are in stock, received by mistake. */
async function receivedByMistake(): Promise<{ order: Order; product: number; sent: Order }> {
  const [product = 0] = await shop.products(1);
  const first = await shop.sent([{ product_id: product, quantity: '10', unit_price: '2.00' }]);
  await shop.receive(first.id);
  const sent = await shop.sent([{ product_id: product, quantity: '10', unit_price: '12.00' }]);
  const { reply } = await shop.receive(sent.id);
  return { order: reply, product, sent };
}

test('L1 A13 I15 a receipt entered in error is reversed: stock, books and order are as before', async () => {
  const { order, product, sent } = await receivedByMistake();
  expect(await poolOf(product)).toMatchObject({ quantity: '20.000', value_pence: 14_000 });
  const moved = await movedOn(shop.app.db, accounts, () => reverse(order));
  expect(moved).toEqual([-12_000, 12_000, 0, 0]);
  expect(await poolOf(product)).toMatchObject({
    quantity: '10.000',
    value_pence: 2000,
    last_unit_cost: '200.000000',
  });
  const after = await shop.get(order.id);
  expect(after).toMatchObject({
    status: 'sent',
    receipt_state: 'none',
    total_amount: sent.total_amount,
    owed_amount: sent.owed_amount,
    returns: [],
    lines: [{ received: 0, outstanding: 10_000, returned: 0 }],
  });
  expect(after.can.cancel).toEqual({ allowed: true });
  expect(after.receipts[0]).toMatchObject({
    reversal: { number: expect.stringMatching(/^RET-/), business_date: today, reason: 'Wrong line' },
    can: { reverse: { allowed: false } },
    lines: [{ unbilled: 0, returnable: 0 }],
  });
  const again = await reverse(after);
  expect([again.status, again.refusal.message]).toEqual([
    409,
    expect.stringMatching(/^GRN-\d+ has already been reversed, by RET-\d+\.$/),
  ]);
  expect((await shop.app.audits(3)).map(({ action }) => action)).toContain('receipt_reversed');
  // The goods can be received after all, and billed.
  expect((await shop.receive(order.id)).status).toBe(200);
  expect((await shop.bill(order.id, [{ line_id: lineOf(order), quantity: '10' }])).status).toBe(200);
  expect(await poolOf(product)).toMatchObject({ quantity: '20.000', value_pence: 14_000 });
  await holds();
});

test('I15 of a receipt whose goods are partly gone, what cannot come off stock is a price variance', async () => {
  const { order, product } = await receivedByMistake();
  // 20 worth £140.00; 12 go at £7.00: 8 worth £56.00. 10 cannot go out of 8.
  await shop.takeOut(product, '12');
  const refused = await reverse(order);
  expect([refused.status, refused.refusal.errors?.reason?.[0]]).toEqual([
    422,
    expect.stringContaining('Only 8 of'),
  ]);
  // 2 more at £12.00 come: 10 worth £80.00. All 10 go with all of it, and £120.00 less £80.00 is a variance.
  const more = await shop.sent([{ product_id: product, quantity: '2', unit_price: '12.00' }]);
  await shop.receive(more.id);
  expect(await movedOn(shop.app.db, accounts, () => reverse(order))).toEqual([-8000, 12_000, 0, -4000]);
  expect(await poolOf(product)).toMatchObject({ quantity: '0.000', value_pence: 0 });
  await holds();
});

test('I6 P2 P3 other receipts, revisions and quantities above the order stay right', async () => {
  const [product = 0] = await shop.products(1);
  const order = await shop.sent([{ product_id: product, quantity: '10', unit_price: '3.00' }]);
  await shop.receive(order.id, [{ line_id: lineOf(order), quantity: '4' }]);
  const { reply } = await shop.receive(order.id, [{ line_id: lineOf(order), quantity: '6' }]);
  expect(reply.status).toBe('completed');
  const { reply: left } = await reverse(reply);
  expect(left).toMatchObject({ status: 'received', lines: [{ received: 6000, outstanding: 4000 }] });
  expect(await poolOf(product)).toMatchObject({ quantity: '6.000', value_pence: 1800 });
  const revised = await shop.admin.call(purchases.update, {
    params: { id: order.id },
    body: {
      supplier_id: order.supplier.id,
      version: left.version,
      revision_reason: 'Fewer',
      lines: [{ id: lineOf(order), product_id: product, quantity: '5', unit_price: '3.00', vat_code: 'S' }],
    },
  });
  expect(revised.refusal.errors?.['lines.0.quantity']?.[0]).toContain('6 have been received');
  await shop.receive(order.id);
  expect(await poolOf(product)).toMatchObject({ quantity: '10.000', value_pence: 3000 });
  await holds();
});

test('I10 a receipt that made up for stock below zero leaves the shortfall and cost of sales as they were', async () => {
  const [product = 0] = await shop.products(1);
  const first = await shop.sent([{ product_id: product, quantity: '5', unit_price: '2.00' }]);
  await shop.receive(first.id);
  await sql`update products set stock_policy = 'allow' where id = ${product}`.execute(shop.app.db);
  await shop.takeOut(product, '8');
  // As sales of a till that was offline leave it.
  await sql`update stock_pools set shortfall = 3 where product_id = ${product}`.execute(shop.app.db);
  await sql`update products set stock_policy = 'block' where id = ${product}`.execute(shop.app.db);
  const before = await Promise.all(accounts.map(code => balanceOf(shop.app.db, code)));
  const pool = await poolOf(product);
  const order = await shop.sent([{ product_id: product, quantity: '10', unit_price: '5.00' }]);
  const { reply } = await shop.receive(order.id);
  // 3 made up for at £5.00 instead of £2.00.
  expect((await balanceOf(shop.app.db, '5000')) - (before[2] ?? 0)).toBe(900);
  expect((await reverse(reply)).status).toBe(200);
  expect(await Promise.all(accounts.map(code => balanceOf(shop.app.db, code)))).toEqual(before);
  expect(await poolOf(product)).toEqual(pool);
  await holds();
});

test('I9 A13 below zero, a receipt with two lines of one product leaves nothing of its cost behind', async () => {
  const [product = 0] = await shop.products(1);
  const line = { product_id: product, quantity: '4' };
  const first = await shop.sent([{ ...line, unit_price: '2.00' }]);
  await shop.receive(first.id);
  await sql`update products set stock_policy = 'allow' where id = ${product}`.execute(shop.app.db);
  await shop.takeOut(product, '7');
  const pool = await poolOf(product);
  expect(pool).toMatchObject({ quantity: '-3.000', last_unit_cost: '200.000000' });
  for (const prices of [['9.00', '9.00'], ['5.00']]) {
    const order = await shop.sent(prices.map(unit_price => ({ ...line, unit_price })));
    const { reply } = await shop.receive(order.id);
    expect((await reverse(reply)).status).toBe(200);
    expect(await poolOf(product)).toEqual(pool);
  }
  await holds();
});

/** −2 of a product worth −£4.00: 4 at £2.00, of which 7 go, and one for £5.00 that was sold before it came. */
async function shortAtFivePounds(): Promise<number> {
  const [product = 0] = await shop.products(1);
  const first = await shop.sent([{ product_id: product, quantity: '4', unit_price: '2.00' }]);
  await shop.receive(first.id);
  await sql`update products set stock_policy = 'allow' where id = ${product}`.execute(shop.app.db);
  await shop.takeOut(product, '7');
  const second = await shop.sent([{ product_id: product, quantity: '1', unit_price: '5.00' }]);
  await shop.receive(second.id);
  expect(await poolOf(product)).toEqual({
    quantity: '-2.000',
    value_pence: -400,
    last_unit_cost: '500.000000',
  });
  return product;
}
const receivedAt = async (product: number, quantity: string, unit_price: string) => {
  const order = await shop.sent([{ product_id: product, quantity, unit_price }]);
  return (await shop.receive(order.id)).reply;
};

test('I9 I10 A13 a reversed receipt brings back the cost of the goods that came below zero before it', async () => {
  const product = await shortAtFivePounds();
  const before = await poolOf(product);
  // To above zero, to exactly zero, and to less below zero.
  for (const quantity of ['10', '2', '1']) {
    const order = await receivedAt(product, quantity, '9.00');
    expect(await poolOf(product)).toMatchObject({ last_unit_cost: '900.000000' });
    expect((await reverse(order)).status).toBe(200);
    expect(await poolOf(product), quantity).toEqual(before);
  }
  // Sold ahead once more: at £5.00, not at the £2.00 of the goods in stock before.
  expect(await movedOn(shop.app.db, ['1200'], () => shop.takeOut(product, '1'))).toEqual([-500]);
  // Where no cost was known, none is left behind.
  const [unknown = 0] = await shop.products(1);
  await sql`update products set stock_policy = 'allow' where id = ${unknown}`.execute(shop.app.db);
  await shop.takeOut(unknown, '3');
  expect((await reverse(await receivedAt(unknown, '5', '4.00'))).status).toBe(200);
  expect(await poolOf(unknown)).toEqual({ quantity: '-3.000', value_pence: 0, last_unit_cost: null });
  await holds();
});

test('I9 A13 upgrade: a receipt posted before this version brings back the cost that was known before it', async () => {
  const product = await shortAtFivePounds();
  const before = await poolOf(product);
  const order = await receivedAt(product, '10', '9.00');
  const [unknown = 0] = await shop.products(1);
  const found = await receivedAt(unknown, '3', '4.00');
  await sql`alter table stock_movements disable trigger stock_movements_are_append_only`.execute(shop.app.db);
  await sql`update stock_movements set unit_cost_before = null`.execute(shop.app.db);
  const step = '../../../migrations/0308_unit_cost_before_a_movement.sql';
  const migration = await readFile(new URL(step, import.meta.url), 'utf8');
  const steps = migration.slice(migration.indexOf('create temporary table latest_movements'));
  await shop.app.db.transaction().execute(tx => sql.raw(steps).execute(tx));
  for (const receipt of [order, found]) expect((await reverse(receipt)).status).toBe(200);
  expect(await poolOf(product)).toEqual(before);
  expect(await poolOf(unknown)).toEqual({ quantity: '0.000', value_pence: 0, last_unit_cost: null });
  await holds();
});

test('A13 a receipt that was billed, returned, bore freight or was closed short says what to undo first', async () => {
  const why = async (order: Order) => (await reverse(order)).refusal.message;
  const billed = (await shop.billed()).order;
  expect(await why(billed)).toMatch(/are on bill B-\d+\. Reverse the bill first\./);
  expect((await shop.reverseBill(billed)).status).toBe(200);
  expect((await reverse(billed)).status).toBe(200);

  const { order } = await shop.received();
  const received = await shop.get(order.id);
  await shop.landed(received, '1.00');
  expect(await why(received)).toMatch(/spread landed cost/);

  const some = await shop.received();
  const part = await shop.get(some.order.id);
  await shop.admin.call(purchases.return, {
    params: { id: part.id },
    body: {
      reason: 'Broken',
      lines: [{ receipt_line_id: part.receipts[0]?.lines[0]?.id ?? 0, quantity: '1' }],
    },
  });
  expect(await why(part)).toMatch(/were returned by RET-/);

  const [product = 0] = await shop.products(1);
  const short = await shop.sent([{ product_id: product, quantity: '10' }]);
  const { reply: closed } = await shop.receive(short.id, [{ line_id: lineOf(short), quantity: '4' }], {
    close_short: true,
  });
  expect(await why(closed)).toMatch(/is closed short\. Reopen the order/);
  await holds();
});

test('L1 D5 of two reversals at once one succeeds; without permission, too early or of another order none does', async () => {
  const { order } = await receivedByMistake();
  const other = (await receivedByMistake()).order;
  const keeper = await shop.app.as('view_purchaseorder', 'receive_purchaseorder');
  const payer = await shop.app.as('view_purchaseorder', 'reverse_payment');
  expect((await reverse(order, {}, keeper)).status).toBe(403);
  expect((await reverse(order, {}, payer)).status).toBe(403);
  expect((await reverse({ ...other, receipts: order.receipts })).status).toBe(404);
  const early = { business_date: addDays(today, -1), date_reason: 'Late' };
  expect((await reverse(order, early)).refusal.errors?.business_date?.[0]).toContain(
    'The goods were received on',
  );
  expect((await reverse(order, { business_date: addDays(today, 1) })).status).toBe(422);
  const both = await Promise.all([reverse(order), reverse(order)]);
  expect(both.map(({ status }) => status).toSorted((one, next) => one - next)).toEqual([200, 409]);
  const raw = sql`
    insert into supplier_returns (number, purchase_order_id, business_date, reason, returned_by, returned_at, reverses_receipt_id)
    select 'RET-RAW-2', purchase_order_id, business_date, reason, returned_by, returned_at, reverses_receipt_id
    from supplier_returns where reverses_receipt_id = ${order.receipts[0]?.id ?? 0}`;
  await expect(raw.execute(shop.app.db)).rejects.toThrow('goods_received_notes_are_reversed_once');
  await holds();
});

test('K5 P1 P2 a line stays, with its product and unit, once a receipt names it, though that was reversed or returned', async () => {
  const [reversed = 0, returned = 0, another = 0] = await shop.products(3);
  const order = await shop.sent([{ product_id: reversed }, { product_id: returned }]);
  const ten = (index: number) => [{ line_id: lineOf(order, index), quantity: '10' }];
  const { reply: received } = await shop.receive(order.id, ten(0));
  expect((await reverse(received)).status).toBe(200);
  const { reply: second } = await shop.receive(order.id, ten(1));
  const receipt_line_id = second.receipts[1]?.lines[0]?.id ?? 0;
  await shop.admin.call(purchases.return, {
    params: { id: order.id },
    body: { reason: 'Broken', lines: [{ receipt_line_id, quantity: '10' }] },
  });
  const line = (index: number, product_id: number, more: object = {}) => ({
    id: lineOf(order, index),
    product_id,
    quantity: '10',
    unit_price: '1.00',
    vat_code: 'S' as const,
    ...more,
  });
  const both = [line(0, reversed), line(1, returned)];
  const revise = async (lines: object[]) =>
    shop.admin.call(purchases.update, {
      params: { id: order.id },
      body: {
        supplier_id: order.supplier.id,
        version: (await shop.get(order.id)).version,
        revision_reason: 'Wrong product',
        lines: lines as typeof both,
      },
    });
  for (const index of [0, 1]) {
    const name = order.lines[index]?.description ?? '';
    const removed = await revise(both.toSpliced(index, 1));
    expect([removed.status, removed.refusal.message]).toEqual([
      409,
      `${name} was received on this order and then reversed or returned, so its line must stay. Close the order short instead.`,
    ]);
    for (const changed of [line(index, another), { ...both[index], factor: '12' }]) {
      const { status, refusal } = await revise(both.with(index, changed as (typeof both)[number]));
      expect([status, refusal.errors]).toEqual([
        422,
        { [`lines.${index}.product_id`]: [expect.stringMatching(/Add another line instead\.$/)] },
      ]);
    }
  }
  // Quantity and price can change, other lines can be added, and the order is closed short.
  const added = { product_id: another, quantity: '1', unit_price: '1.00', vat_code: 'S' };
  const revised = await revise([line(0, reversed, { quantity: '5' }), line(1, returned), added]);
  expect([revised.status, revised.reply.lines.length]).toEqual([200, 3]);
  await shop.receive(order.id, [{ line_id: lineOf(revised.reply, 2), quantity: '1' }]);
  const closed = await shop.admin.call(purchases.closeShort, {
    params: { id: order.id },
    body: { reason: 'Wrong product' },
  });
  expect(closed.reply).toMatchObject({ status: 'completed', total_amount: 120 });
  expect(closed.reply.receipts.map(({ lines }) => lines[0]?.description)).toEqual(
    [0, 1, 2].map(index => revised.reply.lines[index]?.description),
  );
  await holds();
});
