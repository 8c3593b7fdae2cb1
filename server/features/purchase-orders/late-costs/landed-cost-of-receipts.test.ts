import { readFile } from 'node:fs/promises';
import { type RawBuilder, sql } from 'kysely';
import { expect, test } from 'vitest';
import { purchases } from '#domain/purchase-orders/purchase-order.contract';
import { movedOn } from '../../../../tests/support/books';
import { buyingShop } from '../../../../tests/support/buying-shop';
import { lineOf, type Order } from '../../../../tests/support/orders';

const shop = buyingShop();
const { holds, poolOf } = shop;

/** An order of twenty at £1, received in two halves. */
async function receivedTwice(afterFirst?: (product: number, order: Order) => Promise<void>) {
  const [product = 0] = await shop.products(1);
  const order = await shop.sent([{ product_id: product, quantity: '20' }]);
  const half = [{ line_id: lineOf(order), quantity: '10' }];
  const { reply } = await shop.receive(order.id, half);
  await afterFirst?.(product, reply);
  return { product, order: (await shop.receive(order.id, half)).reply };
}
const freight = (order: Order, index: number) =>
  shop.landed(order, '20.00', { receipt_id: order.receipts[index]?.id ?? 0 });
const reverseReceipt = (order: Order, index: number) =>
  shop.admin.call(purchases.reverseReceipt, {
    params: { id: order.id, receipt_id: order.receipts[index]?.id ?? 0 },
    body: { reason: 'Wrong order' },
  });

test('I2 I11 A13 a reversed receipt bears no landed cost; the goods already in stock keep their value', async () => {
  const [product = 0] = await shop.products(1);
  const stocked = await shop.sent([{ product_id: product, quantity: '50' }]);
  await shop.receive(stocked.id);
  const order = await shop.sent([{ product_id: product, quantity: '10' }]);
  const { reply } = await shop.receive(order.id);
  expect((await reverseReceipt(reply, 0)).status).toBe(200);
  const moved = await movedOn(shop.app.db, ['1200', '2100', '5110'], async () => {
    const refused = await freight(reply, 0);
    expect([refused.status, refused.refusal.errors?.receipt_id?.[0]]).toEqual([
      422,
      expect.stringMatching(
        /^GRN-\d+ was reversed by RET-\d+, so it cannot bear landed cost\. Choose another receipt, or receive the goods first\.$/,
      ),
    ]);
  });
  expect(moved).toEqual([0, 0, 0]);
  expect(await poolOf(product)).toMatchObject({ quantity: '50.000', value_pence: 5000 });
  // Once they arrive, all ten bear £2 each.
  const { reply: arrived } = await shop.receive(order.id);
  expect((await freight(arrived, 1)).status).toBe(200);
  expect(await poolOf(product)).toMatchObject({ quantity: '60.000', value_pence: 8000 });
  await holds();
});

test('I11 I15 freight reversed for one receipt is a new cost for another one, and restored for its own', async () => {
  const moves: number[][] = [];
  const spread = async (order: Order, index: number) => {
    moves.push(await movedOn(shop.app.db, ['1200', '5110'], () => freight(order, index)));
  };
  const { product, order } = await receivedTwice(async (received, first) => {
    await shop.takeOut(received, '8');
    await spread(first, 0);
  });
  const undo = async () =>
    moves.push(
      await movedOn(shop.app.db, ['1200', '5110'], async () => {
        expect((await shop.reverseBill(await shop.get(order.id))).status).toBe(200);
      }),
    );
  await undo();
  // The same receipt again: two of its ten were on hand.
  await spread(order, 0);
  await undo();
  // The other receipt: of 12 on hand, ten are its goods.
  await spread(order, 1);
  expect(moves).toEqual([
    [400, 1600],
    [-400, -1600],
    [400, 1600],
    [-400, -1600],
    [2000, 0],
  ]);
  expect(await poolOf(product)).toMatchObject({ quantity: '12.000', value_pence: 3200 });
  await holds();
});

test('A13 I2 a receipt is reversed though freight is on another receipt of its order', async () => {
  const { product, order } = await receivedTwice();
  await freight(order, 0);
  const after = await shop.get(order.id);
  expect(after.receipts.map(({ can }) => can.reverse.allowed)).toEqual([false, true]);
  const refused = await reverseReceipt(order, 0);
  expect(refused.refusal.message).toMatch(/^Bill FR-\d+ spread landed cost over goods of GRN-\d+\./);
  const accounts = ['1200', '2110', '5000', '5110'];
  expect(await movedOn(shop.app.db, accounts, () => reverseReceipt(order, 1))).toEqual([-1000, 1000, 0, 0]);
  // Ten at £1 and £20 of freight.
  expect(await poolOf(product)).toMatchObject({ quantity: '10.000', value_pence: 3000 });
  await holds();
});

test('A13 I11 a receipt stays while freight of another one is spread over its pieces too', async () => {
  // Two of the first ten are left: of the twelve on hand ten bear £20, which two could not.
  const { product, order } = await receivedTwice(received => shop.takeOut(received, '8'));
  const { reply } = await freight(order, 0);
  const refused = await reverseReceipt(order, 1);
  expect([refused.status, refused.refusal.message]).toEqual([
    409,
    expect.stringMatching(
      /^Bill FR-\d+ spread landed cost over goods of GRN-\d+\. Reverse the bill first\.$/,
    ),
  ]);
  expect(await poolOf(product)).toMatchObject({ quantity: '12.000', value_pence: 3200 });
  expect((await shop.reverseBill(reply)).status).toBe(200);
  expect((await reverseReceipt(order, 1)).status).toBe(200);
  expect(await poolOf(product)).toMatchObject({ quantity: '2.000', value_pence: 200 });
  await holds();
});

/** Changes posted rows, as before the receipt was stored. */
async function asBefore(change: RawBuilder<unknown>): Promise<void> {
  await sql`alter table late_costs disable trigger late_costs_are_append_only`.execute(shop.app.db);
  await change.execute(shop.app.db);
  await sql`alter table late_costs enable trigger late_costs_are_append_only`.execute(shop.app.db);
}

test('A13 I11 upgrade: the receipt of earlier freight is known where its product came once; otherwise both wait for it', async () => {
  const once = await shop.received();
  expect((await shop.landed(once.order, '20.00')).status).toBe(200);
  const twice = await receivedTwice();
  await freight(twice.order, 0);
  const ofProducts = sql`product_id in (${once.product}, ${twice.product})`;
  await asBefore(sql`update late_costs set goods_received_line_id = null where ${ofProducts}`);
  const step = '../../../migrations/0213_late_costs_of_receipts.sql';
  const migration = await readFile(new URL(step, import.meta.url), 'utf8');
  await sql.raw(migration.slice(migration.indexOf('-- Where it is certain'))).execute(shop.app.db);
  const { rows } = await sql`
    select product_id, goods_received_line_id as receipt from late_costs where ${ofProducts} order by id`.execute(
    shop.app.db,
  );
  const { receipts } = await shop.get(once.order.id);
  expect(rows).toEqual([
    { product_id: once.product, receipt: receipts[0]?.lines[0]?.id },
    { product_id: twice.product, receipt: null },
  ]);
  const unknown = await shop.get(twice.order.id);
  expect(unknown.receipts.map(({ can }) => can.reverse.allowed)).toEqual([false, false]);
  await holds();
});
