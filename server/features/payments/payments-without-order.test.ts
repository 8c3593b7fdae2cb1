import { expect, test } from 'vitest';
import { payments } from '#domain/payments/payment.contract';
import { purchases } from '#domain/purchase-orders/purchase-order.contract';
import { suppliers } from '#domain/suppliers/supplier.contract';
import { someSupplier } from '../../../tests/support/books';
import { buyingShop } from '../../../tests/support/buying-shop';

const shop = buyingShop();

const transactionsOf = async (id: number) =>
  (await shop.admin.call(suppliers.get, { params: { id } })).reply.payments_directory.transactions;
const cancel = (id: number, seen: { status?: 'pending' | 'completed' } = {}) =>
  shop.admin.call(payments.cancel, { params: { id }, body: { reason: 'Typed wrongly', ...seen } });

test('L1 P9 P14 a payment and a refund without an order are listed with their actions, and are reversed', async () => {
  const supplier = await someSupplier(shop.app.db);
  // £60 is owed, £500 is paid by mistake, and £200 comes back.
  await shop.directBill(supplier);
  const paid = await shop.admin.call(payments.create, {
    body: { supplier_id: supplier, amount: '500.00', payment_method: 'bank_transfer', settles: 'oldest' },
  });
  const repaid = await shop.admin.call(payments.create, {
    body: { supplier_id: supplier, amount: '200.00', payment_method: 'bank_transfer', direction: 'in' },
  });
  const listed = await transactionsOf(supplier);
  expect(listed.map(({ number, direction, amount, can }) => [number, direction, amount, can.cancel])).toEqual(
    [
      [repaid.reply.number, 'in', -20_000, { allowed: true }],
      [paid.reply.number, 'out', 50_000, { allowed: true }],
    ],
  );
  expect(listed[0]?.can.complete.allowed).toBe(false);
  expect(await shop.openOf(supplier)).toEqual(['debit 24000']);
  expect((await cancel(repaid.reply.id)).status).toBe(200);
  expect(await shop.openOf(supplier)).toEqual(['debit 44000']);
  expect((await cancel(paid.reply.id)).status).toBe(200);
  expect(await shop.openOf(supplier)).toEqual(['credit 6000']);
  expect((await transactionsOf(supplier)).map(({ status, can }) => [status, can.cancel.allowed])).toEqual([
    ['cancelled', false],
    ['cancelled', false],
  ]);
  await shop.holds();
});

test('L2 P14 pending payments of an order that was cancelled since are completed on account, or cancelled', async () => {
  const order = await shop.sent([{ description: 'Cups', vat_code: 'Z' }]);
  const supplier = order.supplier.id;
  const completed = await shop.pay(order, '4.00', { status: 'pending' });
  const cancelled = await shop.pay(order, '5.00', { status: 'pending' });
  await shop.admin.call(purchases.cancel, { params: { id: order.id }, body: { reason: 'Not needed' } });
  expect((await shop.get(order.id)).payments).toEqual([]);
  expect(
    (await transactionsOf(supplier)).map(({ amount, po_number, can }) => [amount, po_number, can]),
  ).toEqual(
    [500, 400].map(amount => [
      amount,
      null,
      { complete: { allowed: true }, fail: { allowed: true }, cancel: { allowed: true } },
    ]),
  );
  const { status } = await shop.admin.call(payments.complete, {
    params: { id: completed.reply.id },
    body: {},
  });
  expect(status).toBe(200);
  expect((await cancel(cancelled.reply.id)).status).toBe(200);
  expect(await shop.openOf(supplier)).toEqual(['debit 400']);
  await shop.holds();
});

test('L2 F104 a payment that was completed since it was seen as pending is not reversed by cancelling it', async () => {
  const supplier_id = await someSupplier(shop.app.db);
  const { reply: pending } = await shop.admin.call(payments.create, {
    body: { supplier_id, amount: '500.00', payment_method: 'bank_transfer', status: 'pending' },
  });
  const params = { id: pending.id };
  const { reply: completed } = await shop.admin.call(payments.complete, { params, body: {} });
  const refused = await cancel(pending.id, { status: 'pending' });
  expect(refused.status).toBe(409);
  expect(refused.refusal.message).toBe(
    `${completed.number} is now completed, so nothing was changed. Check it in the list, then try again.`,
  );
  expect(await shop.openOf(supplier_id)).toEqual(['debit 50000']);
  expect((await cancel(pending.id, { status: 'completed' })).status).toBe(200);
  expect(await shop.openOf(supplier_id)).toEqual([]);
  await shop.holds();
});
