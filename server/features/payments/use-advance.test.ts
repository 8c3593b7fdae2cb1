import { expect, test } from 'vitest';
import { payments } from '#domain/payments/payment.contract';
import { purchases } from '#domain/purchase-orders/purchase-order.contract';
import { suppliers } from '#domain/suppliers/supplier.contract';
import { buyingShop } from '../../../tests/support/buying-shop';
import { movedOn, someSupplier } from '../../../tests/support/books';
import { lineOf } from '../../../tests/support/orders';

const shop = buyingShop();

/** £100 paid to a supplier on account. */
async function advance(supplier_id: number, amount = '100.00'): Promise<number> {
  const { reply } = await shop.admin.call(payments.create, {
    body: { supplier_id, amount, payment_method: 'bank_transfer', settles: 'on_account' },
  });
  return reply.id;
}
const advancesOf = async (id: number) =>
  (await shop.admin.call(payments.advances, { params: { id } })).reply.data.map(({ free }) => free);
const use = (id: number, bill_id: number, amount: string) =>
  shop.admin.call(payments.use, { params: { id }, body: { bill_id, amount } });

test('F09 P14 P4 an advance is allocated to a bill later, in parts: the order is paid and nothing is posted', async () => {
  const { order, billId } = await shop.billed();
  const supplier = order.supplier.id;
  const payment = await advance(supplier);
  expect(await advancesOf(supplier)).toEqual([10_000]);
  const moved = await movedOn(shop.app.db, ['2100', '1020'], async () => {
    expect((await use(payment, billId, '60.00')).status).toBe(200);
    expect((await use(payment, billId, '10.00')).status).toBe(200);
  });
  expect(moved).toEqual([0, 0]);
  expect(await advancesOf(supplier)).toEqual([3000]);
  const after = await shop.get(order.id);
  expect(after).toMatchObject({ paid_amount: 7000, outstanding_amount: 5000 });
  expect(after.bills[0]).toMatchObject({ outstanding: 5000 });
  expect(await shop.openOf(supplier)).toEqual(['credit 5000', 'debit 3000']);
  const { summary } = (await shop.admin.call(suppliers.get, { params: { id: supplier } })).reply;
  // £120 bought, £100 paid: allocating it does not change what was paid.
  expect(summary).toMatchObject({ total_paid_amount: 10_000, outstanding_amount: 2000 });
  await shop.holds();
});

test('F09 a bill without an order takes an advance too', async () => {
  const supplier = await someSupplier(shop.app.db, 'Cleaner');
  const { reply } = await shop.directBill(supplier);
  const payment = await advance(supplier, '60.00');
  expect((await use(payment, reply.id, '60.00')).status).toBe(200);
  expect(await shop.openOf(supplier)).toEqual([]);
  await shop.holds();
});

test('F09 no more than is on account, or than is outstanding, and no other supplier’s bill', async () => {
  const { order, billId } = await shop.billed();
  const payment = await advance(order.supplier.id, '130.00');
  const refusedAt = async (bill: number, amount: string) => (await use(payment, bill, amount)).refusal.errors;
  expect((await refusedAt(billId, '120.01'))?.amount?.[0]).toContain('Only £120.00 is outstanding');
  expect((await refusedAt(billId, '130.01'))?.amount?.[0]).toContain('Only £130.00 of');
  const other = await shop.directBill(await someSupplier(shop.app.db, 'Other'));
  expect(await refusedAt(other.reply.id, '1.00')).toHaveProperty('bill_id');
  expect(await refusedAt(billId, '0.00')).toHaveProperty('amount');
  expect((await use(999_999, billId, '1.00')).status).toBe(404);
  const reader = await shop.app.as('view_supplier');
  const request = { params: { id: payment }, body: { bill_id: billId, amount: '1.00' } };
  expect((await reader.call(payments.use, request)).status).toBe(403);
  await shop.holds();
});

test('F09 a deposit waiting for its order’s bill cannot be used for another; a cancelled payment is none', async () => {
  const { order } = await shop.received();
  await shop.pay(order, '8.00');
  expect(await advancesOf(order.supplier.id)).toEqual([]);
  const payment = await advance(order.supplier.id, '5.00');
  await shop.admin.call(payments.cancel, { params: { id: payment }, body: { reason: 'Twice' } });
  expect(await advancesOf(order.supplier.id)).toEqual([]);
  const { reply } = await shop.directBill(order.supplier.id);
  expect((await use(payment, reply.id, '1.00')).status).toBe(409);
  await shop.holds();
});

/** £120 paid in advance for ten at £10 plus VAT. */
async function deposited() {
  const [product = 0] = await shop.products(1);
  const order = await shop.sent([{ product_id: product, quantity: '10', unit_price: '10.00' }]);
  const payment = (await shop.pay(order, '120.00')).reply.id;
  return { order, payment, supplier: order.supplier.id };
}
const figuresOf = async (id: number) => {
  const { status, paid_amount, outstanding_amount, paid_status } = await shop.get(id);
  return { status, paid_amount, outstanding_amount, paid_status };
};

test('P14 P4 P5 what a deposit was too much for, after a close short, pays a bill of another order', async () => {
  const { order, payment, supplier } = await deposited();
  await shop.receive(order.id, [{ line_id: lineOf(order), quantity: '5' }]);
  await shop.bill(order.id, [{ line_id: lineOf(order), quantity: '5' }]);
  // Five more may still come and be billed: £60 waits for them.
  expect(await advancesOf(supplier)).toEqual([]);
  await shop.admin.call(purchases.closeShort, { params: { id: order.id }, body: { reason: 'Sold out' } });
  expect(await figuresOf(order.id)).toEqual({
    status: 'completed',
    paid_amount: 12_000,
    outstanding_amount: -6000,
    paid_status: 'paid',
  });
  expect(await advancesOf(supplier)).toEqual([6000]);
  const { id } = await shop.draft([{ description: 'Chairs', quantity: '10', unit_price: '10.00' }], {
    supplier_id: supplier,
  });
  const second = (await shop.admin.call(purchases.markSent, { params: { id } })).reply;
  await shop.receive(id);
  const billed = (await shop.bill(id, [{ line_id: lineOf(second), quantity: '10' }])).reply;
  const billId = billed.bills[0]?.id ?? 0;
  expect((await use(payment, billId, '60.01')).refusal.errors?.amount?.[0]).toContain('Only £60.00 of');
  const moved = await movedOn(shop.app.db, ['2100', '1020'], async () => {
    expect((await use(payment, billId, '20.00')).status).toBe(200);
    expect((await use(payment, billId, '40.00')).status).toBe(200);
  });
  expect(moved).toEqual([0, 0]);
  expect(await figuresOf(order.id)).toEqual({
    status: 'completed',
    paid_amount: 6000,
    outstanding_amount: 0,
    paid_status: 'paid',
  });
  expect(await figuresOf(id)).toEqual({
    status: 'completed',
    paid_amount: 6000,
    outstanding_amount: 6000,
    paid_status: 'remaining',
  });
  expect(await advancesOf(supplier)).toEqual([]);
  expect((await use(payment, billId, '0.01')).status).toBe(422);
  const { summary } = (await shop.admin.call(suppliers.get, { params: { id: supplier } })).reply;
  // £60 and £120 owed, £120 paid.
  expect(summary).toMatchObject({ total_paid_amount: 12_000, outstanding_amount: 6000 });
  await shop.holds();
});

test('P14 P4 a cheaper final bill frees the rest of the deposit, which can pay a bill without an order', async () => {
  const { order, supplier } = await deposited();
  await shop.receive(order.id);
  const lines = [{ line_id: lineOf(order), quantity: '10', net: '90.00', vat: '18.00' }];
  expect((await shop.bill(order.id, lines, { accept_difference: true })).status).toBe(200);
  expect(await advancesOf(supplier)).toEqual([1200]);
  const direct = await shop.directBill(supplier);
  const payment =
    (await shop.admin.call(payments.advances, { params: { id: supplier } })).reply.data[0]?.id ?? 0;
  expect((await use(payment, direct.reply.id, '12.00')).status).toBe(200);
  expect(await figuresOf(order.id)).toMatchObject({ paid_amount: 10_800, outstanding_amount: 0 });
  await shop.holds();
});

test('P14 P4 money of a payment beyond its orders is used before their deposit is lowered', async () => {
  const [product = 0] = await shop.products(1);
  const order = await shop.sent([{ product_id: product, quantity: '10', unit_price: '10.00' }]);
  const payment = (await shop.pay(order, '150.00', { confirm_excess: true })).reply.id;
  await shop.receive(order.id, [{ line_id: lineOf(order), quantity: '5' }], { close_short: true });
  await shop.bill(order.id, [{ line_id: lineOf(order), quantity: '5' }]);
  expect(await advancesOf(order.supplier.id)).toEqual([9000]);
  const direct = (await shop.directBill(order.supplier.id)).reply.id;
  expect((await use(payment, direct, '40.00')).status).toBe(200);
  // £30 was never for the order; the other £10 was.
  expect(await figuresOf(order.id)).toMatchObject({ paid_amount: 11_000, outstanding_amount: -5000 });
  expect(await advancesOf(order.supplier.id)).toEqual([5000]);
  await shop.holds();
});

test('P14 P4 a deposit whose order’s bill was reopened can settle that bill: the order is paid once', async () => {
  const [product = 0] = await shop.products(1);
  const order = await shop.sent([{ product_id: product, quantity: '10', unit_price: '10.00' }]);
  const first = (await shop.pay(order, '60.00')).reply.id;
  const second = (await shop.pay(order, '60.00')).reply.id;
  await shop.receive(order.id, [{ line_id: lineOf(order), quantity: '5' }], { close_short: true });
  const billed = (await shop.bill(order.id, [{ line_id: lineOf(order), quantity: '5' }])).reply;
  await shop.admin.call(payments.cancel, { params: { id: first }, body: { reason: 'Twice' } });
  expect(await advancesOf(order.supplier.id)).toEqual([6000]);
  expect((await use(second, billed.bills[0]?.id ?? 0, '60.00')).status).toBe(200);
  expect(await figuresOf(order.id)).toMatchObject({ paid_amount: 6000, outstanding_amount: 0 });
  await shop.holds();
});

test('F09 concurrent requests use no more than is on account', async () => {
  const { order, billId } = await shop.billed();
  const payment = await advance(order.supplier.id, '50.00');
  const answers = await Promise.all(Array.from({ length: 5 }, () => use(payment, billId, '50.00')));
  expect(answers.map(({ status }) => status).toSorted((one, other) => one - other)).toEqual([
    200, 422, 422, 422, 422,
  ]);
  expect(await shop.openOf(order.supplier.id)).toEqual(['credit 7000']);
  await shop.holds();
});
