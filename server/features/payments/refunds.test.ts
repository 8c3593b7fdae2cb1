import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { payments } from '#domain/payments/payment.contract';
import { supplierAllocations } from '#domain/payments/supplier-allocation.contract';
import { purchases } from '#domain/purchase-orders/purchase-order.contract';
import { buyingShop } from '../../../tests/support/buying-shop';
import { lineOf, type Order } from '../../../tests/support/orders';

const shop = buyingShop();

/** An order of so many at £10 plus VAT, from a supplier. */
async function sentTo(supplier_id: number | undefined, quantity: string): Promise<Order> {
  const [product = 0] = await shop.products(1);
  const { id } = await shop.draft(
    [{ product_id: product, quantity, unit_price: '10.00' }],
    supplier_id === undefined ? {} : { supplier_id },
  );
  return (await shop.admin.call(purchases.markSent, { params: { id } })).reply;
}
async function billedInFull(order: Order, quantity: string): Promise<Order> {
  await shop.receive(order.id);
  return (await shop.bill(order.id, [{ line_id: lineOf(order), quantity }])).reply;
}
const giveBack = async (order: Order, quantity: string) => {
  const line = (await shop.get(order.id)).receipts[0]?.lines[0]?.id ?? 0;
  const { status } = await shop.admin.call(purchases.return, {
    params: { id: order.id },
    body: { reason: 'Broken', lines: [{ receipt_line_id: line, quantity }] },
  });
  expect(status).toBe(200);
};
const refund = (supplier_id: number, amount: string, orders: readonly Order[] = []) =>
  shop.admin.call(payments.create, {
    body: {
      supplier_id,
      amount,
      direction: 'in',
      payment_method: 'bank_transfer',
      allocations: orders.map(({ id }) => ({ purchase_order_id: id, amount })),
    },
  });

/** £600 is paid ahead on order A of fifty; order B of twenty is billed at £240 and paid. */
async function twoOrders(): Promise<{ a: Order; b: Order; supplier: number }> {
  const a = await sentTo(undefined, '50');
  const supplier = a.supplier.id;
  expect((await shop.pay(a, '600.00')).status).toBe(200);
  const b = await billedInFull(await sentTo(supplier, '20'), '20');
  expect((await shop.pay(b, '240.00')).status).toBe(200);
  return { a, b, supplier };
}

test('W4 P4 P14 a refund for one order repays its credit note, and another order keeps its deposit', async () => {
  const { a, b, supplier } = await twoOrders();
  await giveBack(b, '10');
  expect(await shop.openOf(supplier)).toEqual(['debit 60000', 'debit 12000']);
  expect((await refund(supplier, '120.00', [b])).status).toBe(200);
  expect(await shop.openOf(supplier)).toEqual(['debit 60000']);
  const billed = await billedInFull(a, '50');
  expect(billed).toMatchObject({ outstanding_amount: 0, paid_status: 'paid', bills: [{ outstanding: 0 }] });
  expect(await shop.openOf(supplier)).toEqual([]);
  expect(await shop.get(b.id)).toMatchObject({
    paid_amount: 12_000,
    credited_amount: 12_000,
    outstanding_amount: 0,
  });
  await shop.holds();
});

test('W4 P14 a refund without an order takes free credit only, and waits for its credit note otherwise', async () => {
  const { a, supplier } = await twoOrders();
  expect((await refund(supplier, '50.00')).status).toBe(200);
  expect(await shop.openOf(supplier)).toEqual(['debit 60000', 'credit 5000']);
  await shop.admin.call(payments.create, {
    body: { supplier_id: supplier, amount: '30.00', payment_method: 'bank_transfer', settles: 'on_account' },
  });
  expect((await refund(supplier, '30.00')).status).toBe(200);
  expect(await shop.openOf(supplier)).toEqual(['debit 60000', 'credit 5000']);
  expect((await billedInFull(a, '50')).bills[0]).toMatchObject({ outstanding: 0 });
  await shop.holds();
});

test('W4 P4 a refund recorded before its credit note is repaid by it', async () => {
  const { b, supplier } = await twoOrders();
  expect((await refund(supplier, '120.00', [b])).status).toBe(200);
  expect(await shop.openOf(supplier)).toEqual(['debit 60000', 'credit 12000']);
  await giveBack(b, '10');
  expect(await shop.openOf(supplier)).toEqual(['debit 60000']);
  await shop.holds();
});

test('W4 P14 a refund of a deposit takes it when its order is named', async () => {
  const { a, supplier } = await twoOrders();
  expect((await refund(supplier, '200.00', [a])).status).toBe(200);
  expect(await shop.openOf(supplier)).toEqual(['debit 40000']);
  const billed = await billedInFull(a, '50');
  expect(billed).toMatchObject({ paid_amount: 40_000, outstanding_amount: 20_000 });
  expect(billed.bills[0]).toMatchObject({ outstanding: 20_000 });
  await shop.holds();
});

test('P5 a pending payment of a bill that was settled since asks before the rest stays on account', async () => {
  const { order, billId } = await shop.billed();
  const supplier_id = order.supplier.id;
  const entered = await shop.admin.call(payments.create, {
    body: {
      supplier_id,
      amount: '120.00',
      payment_method: 'bank_transfer',
      status: 'pending',
      bills: [{ bill_id: billId, amount: '120.00' }],
    },
  });
  await shop.pay(order, '100.00');
  const confirm = (body: object) =>
    shop.admin.call(payments.complete, { params: { id: entered.reply.id }, body });
  const refused = await confirm({});
  expect([refused.status, refused.refusal?.errors?.confirm_excess?.[0]]).toEqual([
    422,
    `Only £20.00 is outstanding on bill ${order.bills[0]?.supplier_bill_number}. Confirm the excess to keep the rest as credit with the supplier.`,
  ]);
  expect((await confirm({ confirm_excess: true })).status).toBe(200);
  expect(await shop.openOf(supplier_id)).toEqual(['debit 10000']);
  expect(await shop.get(order.id)).toMatchObject({ paid_amount: 12_000, outstanding_amount: 0 });
  await shop.holds();
});

test.each(['cancelled', 'removed'])(
  'P4 P11 W4 a payment %s after a refund of its order leaves the refund owed again, as on the ledger, and can be paid',
  async how => {
    const { order, billId } = await shop.billed();
    const supplier = order.supplier.id;
    const { reply } = await shop.pay(order, '120.00');
    await giveBack(order, '5');
    expect((await refund(supplier, '60.00', [order])).status).toBe(200);
    expect(await shop.get(order.id)).toMatchObject({ paid_amount: 6000, outstanding_amount: 0 });
    if (how === 'cancelled') {
      const body = { reason: 'Bounced' };
      const cancelled = await shop.admin.call(payments.cancel, { params: { id: reply.id }, body });
      expect(cancelled.status).toBe(200);
    } else {
      const { rows } = await sql<{ credit_item_id: number; bill_item_id: number }>`
        select c.id as credit_item_id, b.id as bill_item_id from party_items c, party_items b
        where c.document_type = 'payment' and c.document_id = ${reply.id} and b.document_type = 'supplier_bill'
          and b.document_id = ${billId}`.execute(shop.app.db);
      const [items] = rows;
      if (!items) throw new Error('The payment settled the bill');
      const removed = await shop.admin.call(supplierAllocations.remove, {
        params: { id: supplier },
        body: { ...items, amount: '120.00' },
      });
      expect(removed.status, JSON.stringify(removed.refusal)).toBe(200);
    }
    // The bill of £120.00 is open again; its credit note went with the refund.
    expect(await shop.openOf(supplier)).toContain('credit 12000');
    expect(await shop.get(order.id)).toMatchObject({
      paid_amount: -6000,
      credited_amount: 6000,
      outstanding_amount: 12_000,
      paid_status: 'remaining',
    });
    expect((await refund(supplier, '10.00', [order])).refusal.message).toContain(
      `Only £0.00 has been paid on ${order.po_number}`,
    );
    await shop.holds();
    expect((await shop.pay(order, '120.00')).status).toBe(200);
    expect(await shop.get(order.id)).toMatchObject({ outstanding_amount: 0, paid_status: 'paid' });
    await shop.holds();
  },
);
