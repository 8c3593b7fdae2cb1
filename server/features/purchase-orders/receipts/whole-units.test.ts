import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { purchases } from '#domain/purchase-orders/purchase-order.contract';
import { buyingShop } from '../../../../tests/support/buying-shop';
import { lineOf } from '../../../../tests/support/orders';
import { someProduct, someUnit } from '../../../../tests/support/products';

const shop = buyingShop();

let made = 0;
/** A product in a unit of its own; `counted` makes that whole. */
async function kettle() {
  made += 1;
  const unit = `Piece ${made}`;
  const unit_id = await someUnit(shop.app.db, unit);
  const id = await someProduct(shop.app.db, { name: `Kettle ${made}`, unit_id });
  const counted = () => sql`update units set is_whole = true where id = ${unit_id}`.execute(shop.app.db);
  const words = (quantity: string) =>
    `Kettle ${made} is counted in whole numbers (${unit}), and this is ${quantity}. Enter a different quantity.`;
  return { id, counted, words };
}

test('A7 an order, its receipt and its return take no fraction of what is counted; half a box of twelve is whole', async () => {
  const { id, counted, words } = await kettle();
  await counted();
  const { reply: order } = await shop.admin.call(purchases.create, {
    body: {
      supplier_id: (await shop.draft([{ product_id: id }])).supplier.id,
      lines: [{ product_id: id, quantity: '0.5', factor: '12', unit: 'Box', unit_price: '12.00' }],
    },
  });
  expect(order.lines[0]?.quantity).toBe(500);
  const refused = await shop.admin.call(purchases.create, {
    body: {
      supplier_id: order.supplier.id,
      lines: [{ product_id: id, quantity: '0.5', factor: '5', unit: 'Box', unit_price: '12.00' }],
    },
  });
  expect(refused.refusal.errors).toEqual({ 'lines.0.quantity': [words('2.5')] });

  const sent = await shop.sent([{ product_id: id, quantity: '10' }]);
  const received = await shop.receive(sent.id, [{ line_id: lineOf(sent), quantity: '4.5' }]);
  expect(received.refusal.errors).toEqual({ 'lines.0.quantity': [words('4.5')] });
  const { reply } = await shop.receive(sent.id, [{ line_id: lineOf(sent), quantity: '10' }]);
  const back = (quantity: string) =>
    shop.admin.call(purchases.return, {
      params: { id: sent.id },
      body: {
        reason: 'Broken',
        lines: [{ receipt_line_id: reply.receipts[0]?.lines[0]?.id ?? 0, quantity }],
      },
    });
  expect((await back('2.5')).refusal.errors).toEqual({ 'lines.0.quantity': [words('2.5')] });
  expect((await back('2')).status).toBe(200);
  await shop.holds();
});

test('A7 what was ordered before its unit was counted is edited, received and returned as it was', async () => {
  const { id, counted, words } = await kettle();
  const order = await shop.draft([{ product_id: id, quantity: '2.5' }]);
  await counted();
  const edit = (quantity: string) =>
    shop.admin.call(purchases.update, {
      params: { id: order.id },
      body: {
        supplier_id: order.supplier.id,
        notes: 'By the side door',
        lines: [{ id: lineOf(order), product_id: id, quantity, unit_price: '1.00' }],
      },
    });
  expect((await edit('3.5')).refusal.errors).toEqual({ 'lines.0.quantity': [words('3.5')] });
  expect((await edit('2.5')).status).toBe(200);
  await shop.admin.call(purchases.markSent, { params: { id: order.id } });
  const { reply, status } = await shop.receive(order.id);
  expect(status).toBe(200);
  const back = await shop.admin.call(purchases.return, {
    params: { id: order.id },
    body: {
      reason: 'Broken',
      lines: [{ receipt_line_id: reply.receipts[0]?.lines[0]?.id ?? 0, quantity: '2.5' }],
    },
  });
  expect(back.status).toBe(200);
  await shop.holds();
});
