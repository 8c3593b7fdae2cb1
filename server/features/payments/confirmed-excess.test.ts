import { readFile } from 'node:fs/promises';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { payments } from '#domain/payments/payment.contract';
import { purchases } from '#domain/purchase-orders/purchase-order.contract';
import { buyingShop } from '../../../tests/support/buying-shop';
import { lineOf, type Order } from '../../../tests/support/orders';

const shop = buyingShop();
const { holds } = shop;

/** An order of £12, and another one of the same supplier whose bill of £80 is open. */
async function besideAnOpenBill(): Promise<{ order: Order; billed: Order }> {
  const [product] = await shop.products(1);
  const order = await shop.sent([{ product_id: product }]);
  const { id } = await shop.draft([{ product_id: product, unit_price: '8.00', vat_code: 'Z' }], {
    supplier_id: order.supplier.id,
  });
  const sent = (await shop.admin.call(purchases.markSent, { params: { id } })).reply;
  await shop.receive(id);
  const { reply } = await shop.bill(id, [{ line_id: lineOf(sent), quantity: '10' }]);
  expect(reply.bills[0]?.outstanding).toBe(8000);
  return { order, billed: reply };
}
const complete = (id: number, body: object = {}) =>
  shop.admin.call(payments.complete, { params: { id }, body });
const openOf = (order: Order) => shop.openOf(order.supplier.id);
const paidOn = async ({ id }: Order) => (await shop.get(id)).paid_amount;

test('P5 P14 an excess confirmed as credit stays on account beside an open bill, when all of a pending payment is excess', async () => {
  const { order, billed } = await besideAnOpenBill();
  const [first, second] = [
    (await shop.pay(order, '12.00', { status: 'pending' })).reply.id,
    (await shop.pay(order, '12.00', { status: 'pending' })).reply.id,
  ];
  expect((await complete(first)).status).toBe(200);
  expect((await complete(second)).refusal?.errors?.confirm_excess?.[0]).toBe(
    `${order.po_number} is paid in full. Confirm the excess to keep the money as credit with the supplier.`,
  );
  const { reply } = await complete(second, { confirm_excess: true });
  expect(reply).toMatchObject({ status: 'completed', amount: 1200, allocated_amount: 0, allocations: [] });
  expect(await openOf(order)).toEqual(['credit 8000', 'debit 1200', 'debit 1200']);
  expect([await paidOn(order), await paidOn(billed)]).toEqual([1200, 0]);
  await holds();
});

test('P5 an order paid in full leaves a new payment for it on account, beside an open bill of another order', async () => {
  const { order, billed } = await besideAnOpenBill();
  await shop.pay(order, '12.00');
  const { reply } = await shop.pay(order, '5.00', { confirm_excess: true, settles: 'oldest' });
  expect(reply).toMatchObject({ status: 'completed', allocated_amount: 0 });
  expect((await shop.pay(order, '5.00', { confirm_excess: true })).status).toBe(200);
  expect(await openOf(order)).toEqual(['credit 8000', 'debit 1200', 'debit 500', 'debit 500']);
  expect(await paidOn(billed)).toBe(0);
  await holds();
});

test('P5 W6 without an order, a confirmed excess stays on account; otherwise the oldest bill is settled', async () => {
  const { order, billed } = await besideAnOpenBill();
  await shop.pay(order, '7.00', { allocations: [], confirm_excess: true });
  expect(await openOf(order)).toEqual(['credit 8000', 'debit 700']);
  await shop.pay(order, '6.00', { allocations: [] });
  expect(await openOf(order)).toEqual(['credit 7400', 'debit 700']);
  expect(await paidOn(billed)).toBe(600);
  await holds();
});

test('P14 P5 a pending payment for an order cancelled meanwhile stays on account when it is confirmed', async () => {
  const { order, billed } = await besideAnOpenBill();
  const waiting = (await shop.pay(order, '12.00', { status: 'pending' })).reply.id;
  await shop.admin.call(purchases.cancel, { params: { id: order.id }, body: { reason: 'They have closed' } });
  expect((await complete(waiting)).reply).toMatchObject({ status: 'completed', allocations: [] });
  expect(await openOf(order)).toEqual(['credit 8000', 'debit 1200']);
  expect(await paidOn(billed)).toBe(0);
  await holds();
});

test('P5 upgrade: pending payments entered for orders before stay on account, even for an order cancelled since', async () => {
  const { order, billed } = await besideAnOpenBill();
  const another = (
    await shop.draft([{ description: 'Chairs', unit_price: '2.00' }], { supplier_id: order.supplier.id })
  ).id;
  const other = (await shop.admin.call(purchases.markSent, { params: { id: another } })).reply;
  const pending = async (of: Order, more: object = {}) =>
    (await shop.pay(of, '12.00', { status: 'pending', ...more })).reply.id;
  const [kept, ofCancelled, withoutOrder] = [
    await pending(order),
    await pending(other),
    await pending(order, { allocations: [] }),
  ];
  // As they were stored before.
  await sql`update payments set settles = 'oldest' where id in (${kept}, ${ofCancelled})`.execute(
    shop.app.db,
  );
  await shop.admin.call(purchases.cancel, { params: { id: other.id }, body: { reason: 'They have closed' } });
  const step = '../../migrations/0212_payments_for_orders_stay_on_account.sql';
  await sql.raw(await readFile(new URL(step, import.meta.url), 'utf8')).execute(shop.app.db);
  await shop.pay(order, '12.00');
  await complete(kept, { confirm_excess: true });
  await complete(ofCancelled);
  expect(await openOf(order)).toEqual(['credit 8000', 'debit 1200', 'debit 1200', 'debit 1200']);
  await complete(withoutOrder);
  expect(await openOf(order)).toEqual(['credit 6800', 'debit 1200', 'debit 1200', 'debit 1200']);
  expect(await paidOn(billed)).toBe(1200);
  await holds();
});
