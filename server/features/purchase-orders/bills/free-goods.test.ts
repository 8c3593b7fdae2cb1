import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { purchases } from '#domain/purchase-orders/purchase-order.contract';
import { buyingShop } from '../../../../tests/support/buying-shop';
import { lineOf } from '../../../../tests/support/orders';

const shop = buyingShop();
const { bill, get, holds, pay, poolOf, received, receive, reverseBill, sent, takeOut } = shop;

/** Returns this quantity of each line received. */
const giveBack = async (orderId: number, quantity: string) => {
  const { receipts } = await get(orderId);
  const lines = receipts.flatMap(receipt =>
    receipt.lines.map(({ id }) => ({ receipt_line_id: id, quantity })),
  );
  return shop.admin.call(purchases.return, { params: { id: orderId }, body: { reason: 'Broken', lines } });
};

test('L1 P4 free goods are received, billed at £0.00, returned before and after, and the bill is reversed: nothing is owed or posted', async () => {
  const { order, product } = await received({ unit_price: '0.00' });
  expect((await giveBack(order.id, '2')).status).toBe(200);
  const billed = await bill(order.id, [{ line_id: lineOf(order), quantity: '8' }]);
  expect([billed.status, billed.reply.bills[0]?.gross]).toEqual([200, 0]);
  expect(await poolOf(product)).toMatchObject({ quantity: '8.000', value_pence: 0 });
  const paid = await pay(order, '0.00');
  expect([paid.status, paid.refusal.errors?.amount]).toEqual([422, ['Enter an amount above zero.']]);
  expect((await reverseBill(billed.reply)).status).toBe(200);
  expect((await bill(order.id, [{ line_id: lineOf(order), quantity: '8' }])).status).toBe(200);
  expect((await giveBack(order.id, '1')).status).toBe(200);
  expect(await poolOf(product)).toMatchObject({ quantity: '7.000', value_pence: 0 });
  const { rows } = await sql`select document_type from journals where document_type like '%supplier%'
    union all select document_type from party_items`.execute(shop.app.db);
  expect(rows).toEqual([]);
  await holds();
});

test('a return that stock cannot cover is refused at its own line, after a line without stock', async () => {
  const [product = 0] = await shop.products(1);
  const order = await sent([
    { description: 'Engraving', quantity: '5' },
    { product_id: product, quantity: '5' },
  ]);
  expect((await receive(order.id)).status).toBe(200);
  await takeOut(product, '5');
  const { status, refusal } = await giveBack(order.id, '1');
  expect([status, Object.keys(refusal.errors ?? {})]).toEqual([422, ['lines.1.quantity']]);
});
