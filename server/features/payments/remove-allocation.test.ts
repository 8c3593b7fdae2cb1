import { expect, test } from 'vitest';
import { formatPounds, toPence } from '#domain/kernel/money';
import { payments } from '#domain/payments/payment.contract';
import { supplierAllocations } from '#domain/payments/supplier-allocation.contract';
import { purchases } from '#domain/purchase-orders/purchase-order.contract';
import { suppliers } from '#domain/suppliers/supplier.contract';
import { expenses } from '#domain/expenses/expense.contract';
import { vatReliefs } from '#domain/vat-returns/vat-relief.contract';
import { agedCreditors } from '#domain/wallet/aged.contract';
import { audit } from '#domain/audit/audit.contract';
import { movedOn, someSupplier } from '../../../tests/support/books';
import { buyingShop } from '../../../tests/support/buying-shop';
import { expenseShop } from '../../../tests/support/expenses';
import { lineOf, type Order } from '../../../tests/support/orders';

// The last test moves it to the 20th.
const clock = { day: '2026-11-18' };
const shop = buyingShop({ clock: () => new Date(`${clock.day}T10:00:00Z`) });

const allocationsOf = async (id: number, bill_id?: number) => {
  const { reply } = await shop.admin.call(supplierAllocations.list, {
    params: { id },
    query: bill_id === undefined ? {} : { bill_id: String(bill_id) },
  });
  return reply.data;
};
type Allocation = Awaited<ReturnType<typeof allocationsOf>>[number];
/** Amount, what of it can be removed, and the reason if nothing can. */
const inShort = ({ amount, removable, can }: Allocation) => [amount, removable, can.remove.reason];

const pounds = (pence: number) => formatPounds(toPence(pence)).replace('£', '').replaceAll(',', '');
const bodyFor = ({ credit, bill, removable }: Allocation) => ({
  credit_item_id: credit.id,
  bill_item_id: bill.id,
  amount: pounds(removable),
});
const remove = (supplier: number, allocation: Allocation) =>
  shop.admin.call(supplierAllocations.remove, {
    params: { id: supplier },
    body: bodyFor(allocation),
  });
/** The newest allocation. */
async function latestOf(supplier: number): Promise<Allocation> {
  const [latest] = await allocationsOf(supplier);
  if (!latest) throw new Error('Nothing is allocated');
  return latest;
}
async function removeLatest(supplier: number): Promise<void> {
  const { status, refusal } = await remove(supplier, await latestOf(supplier));
  expect(status, JSON.stringify(refusal)).toBe(200);
}

/** Money paid to a supplier on account. */
async function advance(supplier_id: number, amount = '100.00'): Promise<number> {
  const { reply } = await shop.admin.call(payments.create, {
    body: { supplier_id, amount, payment_method: 'bank_transfer', settles: 'on_account' },
  });
  return reply.id;
}
const use = async (id: number, bill_id: number, amount: string) => {
  const { status, refusal } = await shop.admin.call(payments.use, {
    params: { id },
    body: { bill_id, amount },
  });
  expect(status, JSON.stringify(refusal)).toBe(200);
};
const allocate = async (supplier: number, item_id: number, bill_id: number, amount: string) => {
  const { status, refusal } = await shop.admin.call(payments.allocate, {
    params: { id: supplier },
    body: { item_id, bill_id, amount },
  });
  expect(status, JSON.stringify(refusal)).toBe(200);
};
const freeOf = async (id: number) =>
  (await shop.admin.call(payments.advances, { params: { id } })).reply.data.map(({ free }) => free);
const figuresOf = async (id: number) => {
  const { credited_amount, paid_amount, outstanding_amount, bills } = await shop.get(id);
  return {
    credited_amount,
    paid_amount,
    outstanding_amount,
    open: bills.map(({ outstanding }) => outstanding),
  };
};
/** An order of so many at £10 plus VAT, received and billed. */
async function billed(supplier_id: number, quantity = '10'): Promise<Order> {
  const [product = 0] = await shop.products(1);
  const { id } = await shop.draft([{ product_id: product, quantity, unit_price: '10.00' }], { supplier_id });
  const order = (await shop.admin.call(purchases.markSent, { params: { id } })).reply;
  await shop.receive(id);
  return (await shop.bill(id, [{ line_id: lineOf(order), quantity }], { bill_date: clock.day })).reply;
}
/** Of an order of ten. */
const unpaid = { paid_amount: 0, outstanding_amount: 12_000, open: [12_000] };
const billOf = (order: Order) => order.bills[0]?.id ?? 0;
const giveBack = async (order: Order, quantity: string) => {
  const { status } = await shop.admin.call(purchases.return, {
    params: { id: order.id },
    body: {
      reason: 'Broken',
      lines: [{ receipt_line_id: order.receipts[0]?.lines[0]?.id ?? 0, quantity }],
    },
  });
  expect(status).toBe(200);
};

test('W4 P4 P14 a mistaken allocation of an advance is removed: nothing is posted, and all is as before', async () => {
  const supplier = await someSupplier(shop.app.db, 'Weavers');
  const order = await billed(supplier);
  const payment = await advance(supplier);
  const summaryOf = async () =>
    (await shop.admin.call(suppliers.get, { params: { id: supplier } })).reply.summary;
  const [summary, figures] = [await summaryOf(), await figuresOf(order.id)];
  expect(figures).toMatchObject(unpaid);
  await use(payment, billOf(order), '60.00');
  await use(payment, billOf(order), '10.00');
  expect(await figuresOf(order.id)).toMatchObject({ paid_amount: 7000, open: [5000] });
  const listed = await allocationsOf(supplier, billOf(order));
  expect(listed.map(inShort)).toEqual([[7000, 7000, undefined]]);
  const moved = await movedOn(shop.app.db, ['2100', '1020', '2201'], () => removeLatest(supplier));
  expect(moved).toEqual([0, 0, 0]);
  expect(await figuresOf(order.id)).toEqual(figures);
  expect(await summaryOf()).toEqual(summary);
  expect(await shop.openOf(supplier)).toEqual(['credit 12000', 'debit 10000']);
  expect(await freeOf(supplier)).toEqual([10_000]);
  expect(await allocationsOf(supplier)).toEqual([]);
  await shop.holds();
  // It is undone by allocating again, to another bill this time.
  const other = await billed(supplier, '5');
  await use(payment, billOf(other), '60.00');
  expect(await figuresOf(other.id)).toMatchObject({ paid_amount: 6000, open: [0] });
  await shop.holds();
  const log = await shop.admin.call(audit.list, { query: { search: 'Weavers' } });
  expect(log.reply.data.map(({ action }) => action)).toContain('credit_freed');
});

test('P4 P14 a payment for an order is removed from its bill: on account, it waits for no order', async () => {
  const supplier = await someSupplier(shop.app.db, 'Joiners');
  const order = await billed(supplier);
  expect((await shop.pay(order, '120.00')).status).toBe(200);
  expect(await figuresOf(order.id)).toMatchObject({ paid_amount: 12_000, outstanding_amount: 0, open: [0] });
  await removeLatest(supplier);
  expect(await figuresOf(order.id)).toMatchObject(unpaid);
  expect(await freeOf(supplier)).toEqual([12_000]);
  expect((await shop.get(order.id)).payments).toEqual([]);
  await shop.holds();
});

test('V26 a bill of seven months ago is unpaid again once its allocation is removed', async () => {
  const supplier = await someSupplier(shop.app.db, 'Old Bills');
  const { reply } = await shop.directBill(supplier, {
    bill_date: '2026-04-20',
    due_on: '2026-04-20',
    date_reason: 'Entered late',
  });
  await use(await advance(supplier, '60.00'), reply.id, '60.00');
  const listed = async () => {
    const { data } = (await shop.admin.call(vatReliefs.list, { query: { kind: 'repay' } })).reply;
    return data
      .filter(({ party }) => party.id === supplier)
      .map(({ base, change_vat }) => ({ base, change_vat }));
  };
  expect(await listed()).toEqual([]);
  await removeLatest(supplier);
  expect(await listed()).toEqual([{ base: 6000, change_vat: 1000 }]);
  await shop.holds();
});

test('W9 P4 P8 decision 142: credit given to another order goes back to the order that it came from', async () => {
  const supplier = await someSupplier(shop.app.db, 'Potters');
  const order = await billed(supplier);
  expect((await shop.pay(order, '120.00')).status).toBe(200);
  await giveBack(order, '5');
  const other = await billed(supplier, '20');
  const state = async () => [await figuresOf(order.id), await figuresOf(other.id), await freeOf(supplier)];
  const before = await state();
  expect(before).toEqual([
    { credited_amount: 6000, paid_amount: 12_000, outstanding_amount: -6000, open: [0] },
    { credited_amount: 0, paid_amount: 0, outstanding_amount: 24_000, open: [24_000] },
    [6000],
  ]);
  const [credit] = (await shop.admin.call(payments.advances, { params: { id: supplier } })).reply.data;
  await allocate(supplier, credit?.item_id ?? 0, billOf(other), '60.00');
  expect(await figuresOf(order.id)).toMatchObject({ credited_amount: 0, outstanding_amount: 0 });
  await shop.holds();
  await removeLatest(supplier);
  expect(await state()).toEqual(before);
  await shop.holds();
});

test('W9 credit that settles its own order stays; what a user added to it can be removed', async () => {
  const supplier = await someSupplier(shop.app.db, 'Glaziers');
  const order = await billed(supplier);
  await giveBack(order, '5');
  // £60 of goods returned settles half of the order's bill by itself.
  expect((await allocationsOf(supplier)).map(inShort)).toEqual([
    [6000, 0, expect.stringMatching(/^SCN-\d+ credits goods returned from this order/) as string],
  ]);
  const own = await latestOf(supplier);
  const kept = await remove(supplier, { ...own, removable: own.amount });
  expect([kept.status, kept.refusal.message]).toEqual([409, own.can.remove.reason]);
  // Of a credit note for £50, £30 names a bill of £60; then a user adds £20 to the same bill.
  const direct = await shop.directBill(supplier, { bill_date: clock.day });
  await shop.credit(supplier, {
    credit_date: clock.day,
    bills: [{ bill_id: direct.reply.id, amount: '30.00' }],
    lines: [{ description: 'Rebate', net: '50.00', vat: '0.00', vat_code: 'O', account: '4900' }],
  });
  const [credit] = (await shop.admin.call(payments.advances, { params: { id: supplier } })).reply.data;
  await allocate(supplier, credit?.item_id ?? 0, direct.reply.id, '20.00');
  const listed = async () => (await allocationsOf(supplier, direct.reply.id)).map(inShort);
  expect(await listed()).toEqual([[5000, 2000, undefined]]);
  await removeLatest(supplier);
  expect(await listed()).toEqual([
    [3000, 0, expect.stringMatching(/^SCN-\d+ was recorded for this bill or its order/) as string],
  ]);
  expect(await freeOf(supplier)).toEqual([2000]);
  await shop.holds();
});

test('W4 P4 a refund keeps what it repaid; the payment of a paid expense stays, of an unpaid one it is removed', async () => {
  const supplier = await someSupplier(shop.app.db, 'Power and Light');
  await advance(supplier, '30.00');
  const refunded = await shop.admin.call(payments.create, {
    body: { supplier_id: supplier, amount: '30.00', direction: 'in', payment_method: 'bank_transfer' },
  });
  expect(refunded.status).toBe(200);
  expect((await allocationsOf(supplier)).map(({ can }) => can.remove.reason)).toEqual([
    expect.stringMatching(/^PAY-\d+ refunded PAY-\d+\. Cancel the refund instead\.$/),
  ]);
  const { approved } = await expenseShop(shop.app);
  const bill = { settlement: 'to_pay', payment_method: null, supplier_id: supplier } as const;
  const expense = (await approved(bill)).reply;
  const paying = { supplier_id: supplier, amount: '12.00', payment_method: 'bank_transfer' } as const;
  await shop.admin.call(payments.create, { body: { ...paying, settles: 'oldest' } });
  expect((await shop.admin.call(expenses.get, { params: { id: expense.id } })).reply.outstanding).toBe(0);
  await removeLatest(supplier);
  expect((await shop.admin.call(expenses.get, { params: { id: expense.id } })).reply.outstanding).toBe(1200);
  const { status } = await shop.admin.call(expenses.pay, {
    params: { id: expense.id },
    body: { payment_method: 'bank_transfer' },
  });
  expect(status).toBe(200);
  const paid = `${expense.number} is marked as paid. Cancel the expense instead.`;
  expect((await latestOf(supplier)).can.remove.reason).toBe(paid);
  await shop.holds();
});

test('A13 sent twice, changed, cancelled or reversed meanwhile: each is refused in words', async () => {
  const supplier = await someSupplier(shop.app.db, 'Twice');
  const order = await billed(supplier);
  const payment = await advance(supplier);
  await use(payment, billOf(order), '50.00');
  const first = await latestOf(supplier);
  await use(payment, billOf(order), '10.00');
  const changed = await remove(supplier, first);
  expect([changed.status, changed.refusal.message]).toEqual([
    409,
    'Someone else has changed this allocation. Reload the page to see what is allocated now.',
  ]);
  const gone = [409, 'This allocation no longer exists. Reload the page to see what is allocated.'];
  const now = await latestOf(supplier);
  await remove(supplier, now);
  const again = await remove(supplier, now);
  expect([again.status, again.refusal.message]).toEqual(gone);
  await use(payment, billOf(order), '60.00');
  const reversed = await shop.reverseBill(order, { free_payments: true });
  expect(reversed.status, JSON.stringify(reversed.refusal)).toBe(200);
  const late = await remove(supplier, now);
  expect([late.status, late.refusal.message]).toEqual(gone);
  expect(await allocationsOf(supplier)).toEqual([]);
  await shop.holds();
});

test('A13 two removals at once, or one while the payment is cancelled: the books hold and one is refused', async () => {
  const supplier = await someSupplier(shop.app.db, 'At Once');
  const order = await billed(supplier);
  const payment = await advance(supplier);
  const allocated = async () => {
    await use(payment, billOf(order), '50.00');
    return latestOf(supplier);
  };
  const one = await allocated();
  const answers = await Promise.all([1, 2, 3].map(() => remove(supplier, one)));
  expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409, 409]);
  expect(await freeOf(supplier)).toEqual([10_000]);
  await shop.holds();
  const other = await allocated();
  const cancelling = { params: { id: payment }, body: { reason: 'Bounced' } };
  const [removed, cancelled] = await Promise.all([
    remove(supplier, other),
    shop.admin.call(payments.cancel, cancelling),
  ]);
  expect([200, 409]).toContain(removed.status);
  expect(cancelled.status).toBe(200);
  expect(await figuresOf(order.id)).toMatchObject(unpaid);
  expect(await shop.openOf(supplier)).toEqual(['credit 12000']);
  await shop.holds();
});

test('F09 no other supplier’s allocation, no hostile figure, and not without permission', async () => {
  const supplier = await someSupplier(shop.app.db, 'Own');
  const outsider = await someSupplier(shop.app.db, 'Outsider');
  const { reply } = await shop.directBill(supplier, { bill_date: clock.day });
  await use(await advance(supplier), reply.id, '10.00');
  const own = await latestOf(supplier);
  expect((await remove(outsider, own)).status).toBe(404);
  expect(await allocationsOf(outsider)).toEqual([]);
  expect(await allocationsOf(outsider, reply.id)).toEqual([]);
  expect((await remove(supplier, { ...own, removable: toPence(-1000) })).refusal.errors).toHaveProperty(
    'amount',
  );
  expect((await remove(supplier, { ...own, bill: { ...own.bill, id: 999_999 } })).status).toBe(409);
  const request = { params: { id: supplier }, body: bodyFor(own) };
  const reader = await shop.app.as('view_supplier', 'view_ledger');
  expect((await reader.call(supplierAllocations.remove, request)).status).toBe(403);
  expect((await reader.call(supplierAllocations.list, { params: { id: supplier } })).status).toBe(200);
  const other = await shop.app.as('view_supplier', 'edit_purchaseorder');
  expect((await other.call(supplierAllocations.list, { params: { id: supplier } })).status).toBe(403);
  const payer = await shop.app.as('create_payment');
  expect((await payer.call(supplierAllocations.remove, request)).status).toBe(200);
  await shop.holds();
});

test('R6 W4 aged creditors of a day before the removal still count the allocation', async () => {
  const supplier = await someSupplier(shop.app.db, 'Cleaners');
  const { reply } = await shop.directBill(supplier, { bill_date: clock.day });
  await use(await advance(supplier, '60.00'), reply.id, '60.00');
  const allocation = await latestOf(supplier);
  clock.day = '2026-11-20';
  // Sessions of two days before have ended.
  const later = await shop.app.as('admin');
  const removed = await later.call(supplierAllocations.remove, {
    params: { id: supplier },
    body: bodyFor(allocation),
  });
  expect(removed.status, JSON.stringify(removed.refusal)).toBe(200);
  const agedOn = async (as_at: string) => {
    const query = { party_id: String(supplier), as_at };
    const { data } = (await later.call(agedCreditors.list, { query })).reply;
    return data.map(row => ({ ...row, owed: row.not_due + row.days_30 }));
  };
  expect(await agedOn('2026-11-18')).toEqual([]);
  expect(await agedOn('2026-11-19')).toEqual([]);
  expect(await agedOn('2026-11-20')).toMatchObject([{ owed: 6000, unallocated: -6000, total: 0 }]);
  await shop.holds();
});
