import { readFile } from 'node:fs/promises';
import { sql } from 'kysely';
import { beforeAll, expect, test } from 'vitest';
import { audit } from '#domain/audit/audit.contract';
import { expenses } from '#domain/expenses/expense.contract';
import { londonDate } from '#domain/kernel/dates';
import { payments } from '#domain/payments/payment.contract';
import { supplierAllocations } from '#domain/payments/supplier-allocation.contract';
import { supplierDocuments } from '#domain/purchase-orders/supplier-document.contract';
import { breachesOf, movedOn, someSupplier } from '../../../tests/support/books';
import { buyingShop } from '../../../tests/support/buying-shop';
import { expenseShop } from '../../../tests/support/expenses';
import { openTill } from '../../../tests/support/shop';

const shop = buyingShop();
let spending: Awaited<ReturnType<typeof expenseShop>>;
beforeAll(async () => {
  spending = await expenseShop(shop.app);
});

/** An approved expense of £12.00, VAT of £2.00 included, on the ledger of a supplier of its own. */
async function owed(name: string) {
  const supplier = await someSupplier(shop.app.db, name);
  const bill = { settlement: 'to_pay', payment_method: null, supplier_id: supplier } as const;
  const { reply } = await spending.approved(bill);
  return { supplier, id: reply.id, number: reply.number };
}
/** A payment to the supplier that settles what is due. */
async function paySupplier(supplier_id: number, amount: string, status?: 'pending'): Promise<number> {
  const { reply } = await shop.admin.call(payments.create, {
    body: {
      supplier_id,
      amount,
      payment_method: 'bank_transfer',
      settles: 'oldest',
      ...(status && { status }),
    },
  });
  return reply.id;
}
const cancelPayment = (id: number) =>
  shop.admin.call(payments.cancel, { params: { id }, body: { reason: 'Cheque returned' } });
const pay = (id: number) =>
  shop.admin.call(expenses.pay, { params: { id }, body: { payment_method: 'bank_transfer' } });
const cancelExpense = (id: number, money_back?: 'yes' | 'no') =>
  shop.admin.call(expenses.cancel, { params: { id }, body: { reason: 'Twice', money_back } });
const read = async (id: number) => (await shop.admin.call(expenses.get, { params: { id } })).reply;
const stateOf = async (id: number) => {
  const { status, outstanding, paid_on, payment_method } = await read(id);
  return { status, outstanding, paid_on, payment_method };
};

/** £5.00 paid by a payment to the supplier, and the other £7.00 by paying the expense. */
async function paidInTwoParts(name: string) {
  const expense = await owed(name);
  const payment = await paySupplier(expense.supplier, '5.00');
  expect((await pay(expense.id)).status).toBe(200);
  return { ...expense, payment };
}

test('L1 W4 an expense that a supplier payment paid is approved and owed again once the payment is cancelled', async () => {
  const { id, number, supplier } = await owed('Power and Light');
  const payment = await paySupplier(supplier, '12.00');
  const nothing = await movedOn(shop.app.db, ['2100', '1020'], async () => {
    expect((await pay(id)).reply).toMatchObject({ status: 'paid', outstanding: 0 });
  });
  expect(nothing).toEqual([0, 0]);
  // Its cost and VAT stay as they were posted.
  const moved = await movedOn(
    shop.app.db,
    ['2100', '1020', '2201', spending.account('Stationery')],
    async () => {
      expect((await cancelPayment(payment)).reply.status).toBe('cancelled');
    },
  );
  expect(moved).toEqual([-1200, 1200, 0, 0]);
  expect(await stateOf(id)).toEqual({
    status: 'approved',
    outstanding: 1200,
    paid_on: null,
    payment_method: null,
  });
  expect(await shop.openOf(supplier)).toEqual(['credit 1200']);
  await shop.holds();
  const log = await shop.admin.call(audit.list, { query: { search: number ?? '' } });
  expect(log.reply.data[0]).toMatchObject({
    action: 'reopened',
    before: { status: 'paid' },
    after: { status: 'approved', amount: '£12.00', reason: 'Cheque returned' },
  });
  // It can be paid, once.
  const paidAgain = await movedOn(shop.app.db, ['2100', '1020'], async () => {
    expect((await pay(id)).reply).toMatchObject({ status: 'paid', payment_method: 'bank_transfer' });
  });
  expect(paidAgain).toEqual([1200, -1200]);
  expect((await pay(id)).status).toBe(409);
  await shop.holds();
});

test('L1 W4 only the part that the cancelled payment had paid is owed again, and is paid on its own', async () => {
  const { id, supplier, payment } = await paidInTwoParts('Rates');
  expect((await cancelPayment(payment)).status).toBe(200);
  expect(await stateOf(id)).toMatchObject({ status: 'approved', outstanding: 500 });
  await shop.holds();
  const moved = await movedOn(shop.app.db, ['2100', '1020'], async () => {
    expect((await pay(id)).reply.status).toBe('paid');
  });
  expect(moved).toEqual([500, -500]);
  expect(await shop.openOf(supplier)).toEqual([]);
  await shop.holds();
  // Both payments come back with the expense.
  const back = await movedOn(shop.app.db, ['2100', '1020'], async () => {
    expect((await cancelExpense(id, 'yes')).reply.status).toBe('cancelled');
  });
  expect(back).toEqual([0, 1200]);
  expect(await shop.openOf(supplier)).toEqual([]);
  await shop.holds();
});

test('P14 cancelling an expense that is owed again asks for the money that was paid for it', async () => {
  const once = await paidInTwoParts('Water');
  await cancelPayment(once.payment);
  const asked = await cancelExpense(once.id);
  expect([asked.status, asked.refusal.errors]).toEqual([
    422,
    { money_back: ['£7.00 was paid. Choose whether the money was returned.'] },
  ]);
  const kept = await movedOn(shop.app.db, ['2100', '1020'], async () => {
    expect((await cancelExpense(once.id, 'no')).status).toBe(200);
  });
  // The supplier is owed £12.00 less, and owes the £7.00 that it was paid.
  expect(kept).toEqual([1200, 0]);
  expect(await shop.openOf(once.supplier)).toEqual(['debit 700']);
  await shop.holds();
  const twice = await paidInTwoParts('Telephone');
  await cancelPayment(twice.payment);
  await pay(twice.id);
  expect((await cancelExpense(twice.id, 'no')).status).toBe(200);
  expect((await shop.openOf(twice.supplier)).toSorted()).toEqual(['debit 500', 'debit 700']);
  await shop.holds();
});

test('T1 A11 154 paid in two parts, the first from a till: both come back, the cash into a till that is open', async () => {
  const { id, supplier } = await owed('Window cleaner');
  const payment = await paySupplier(supplier, '5.00');
  const till = await openTill(shop.app.db, 5000);
  const fromTill = { payment_method: 'cash', session_id: till } as const;
  await shop.admin.call(expenses.pay, { params: { id }, body: fromTill });
  await cancelPayment(payment);
  expect(await read(id)).toMatchObject({
    status: 'approved',
    outstanding: 500,
    paid: 700,
    paid_from_tills: 700,
  });
  // The rest by bank: the expense now shows no till.
  expect((await pay(id)).reply).toMatchObject({ till: null, paid: 1200, paid_from_tills: 700 });
  const untold = await cancelExpense(id, 'yes');
  expect([untold.status, untold.refusal.errors]).toEqual([
    422,
    { session_id: ['£7.00 was paid from a till. Choose the open till that the cash is returned to.'] },
  ]);
  const back = await movedOn(shop.app.db, ['2100', '1020', '1000'], async () => {
    const { reply } = await shop.admin.call(expenses.cancel, {
      params: { id },
      body: { reason: 'Twice', money_back: 'yes', session_id: till },
    });
    expect(reply).toMatchObject({ status: 'cancelled', paid: 0, paid_from_tills: 0 });
  });
  expect(back).toEqual([0, 500, 700]);
  expect(await shop.openOf(supplier)).toEqual([]);
  await shop.holds();
});

test('W4 of two payments of one expense the other stays, and an expense not marked as paid stays approved', async () => {
  const { id, supplier } = await owed('Broadband');
  const first = await paySupplier(supplier, '5.00');
  const second = await paySupplier(supplier, '7.00');
  await cancelPayment(first);
  expect(await stateOf(id)).toMatchObject({ status: 'approved', outstanding: 500 });
  await paySupplier(supplier, '5.00');
  expect((await pay(id)).reply.status).toBe('paid');
  await cancelPayment(second);
  expect(await stateOf(id)).toMatchObject({ status: 'approved', outstanding: 700 });
  await shop.holds();
});

test('L1 the payment that an expense recorded itself stays allocated to it once it is owed again', async () => {
  const { id, number, supplier, payment } = await paidInTwoParts('Waste');
  await cancelPayment(payment);
  const { reply } = await shop.admin.call(supplierAllocations.list, { params: { id: supplier } });
  const own = reply.data.find(({ amount }) => amount === 700);
  expect(own?.can.remove.reason).toBe(`${number} was paid by this. Cancel the expense instead.`);
  const removed = await shop.admin.call(supplierAllocations.remove, {
    params: { id: supplier },
    body: { credit_item_id: own?.credit.id ?? 0, bill_item_id: own?.bill.id ?? 0, amount: '7.00' },
  });
  expect(removed.status).toBe(409);
  expect(await stateOf(id)).toMatchObject({ status: 'approved', outstanding: 500 });
  await shop.holds();
});

test('A13 a payment cancelled while its expense is paid or cancelled, or while it is confirmed: the books hold', async () => {
  for (const other of [pay, (id: number) => cancelExpense(id)]) {
    const { id, supplier } = await owed('At once');
    const payment = await paySupplier(supplier, '12.00');
    const [cancelled, step] = await Promise.all([cancelPayment(payment), other(id)]);
    expect(cancelled.status).toBe(200);
    expect(step.status).toBe(200);
    await shop.holds();
  }
  const { id, supplier } = await owed('Confirmed');
  const payment = await paySupplier(supplier, '12.00', 'pending');
  const [confirmed, cancelled] = await Promise.all([
    shop.admin.call(payments.complete, { params: { id: payment }, body: {} }),
    cancelPayment(payment),
  ]);
  expect([200, 409]).toContain(confirmed.status);
  expect([200, 409]).toContain(cancelled.status);
  expect((await read(id)).status).toBe('approved');
  await shop.holds();
});

test('upgrade: expenses left as paid when their payment was cancelled before are approved and owed again', async () => {
  const { id, number, supplier } = await owed('Left as paid');
  await cancelPayment(await paySupplier(supplier, '12.00'));
  const { id: paid } = await paidInTwoParts('Paid indeed');
  await sql`
    update expenses set status = 'paid', paid_at = now(), paid_on = current_date, payment_reference = 'Direct debit'
    where id = ${id}`.execute(shop.app.db);
  expect(await breachesOf(shop.app.db)).toEqual([
    `L1: ${number}: paid, but £12.00 is still open on the supplier’s ledger`,
  ]);
  const migration = new URL('../../migrations/0200_expenses_owed_again.sql', import.meta.url);
  await sql.raw(await readFile(migration, 'utf8')).execute(shop.app.db);
  expect(await stateOf(id)).toEqual({
    status: 'approved',
    outstanding: 1200,
    paid_on: null,
    payment_method: null,
  });
  expect((await read(paid)).status).toBe('paid');
  await shop.holds();
});

test('A13 nothing else of a paid expense changes when it is owed again, and one paid at once stays paid', async () => {
  const { id } = await paidInTwoParts('Fixed');
  const change = (what: string, which: number) =>
    sql`update expenses set status = 'approved', ${sql.raw(what)} where id = ${which}`.execute(shop.app.db);
  await expect(change('gross_pence = 1', id)).rejects.toThrow('stays as it is');
  await expect(change('payment_method = null', id)).rejects.toThrow('stays as it is');
  const { reply } = await spending.approved();
  await expect(change('paid_on = null', reply.id)).rejects.toThrow('stays as it is');
});

test('P14 W4 credit that a supplier keeps of a cancelled expense is moved from a bill again', async () => {
  const { id, supplier } = await owed('Keeps the money');
  expect((await pay(id)).status).toBe(200);
  expect((await cancelExpense(id, 'no')).reply.status).toBe('cancelled');
  const { reply: bill } = await shop.admin.call(supplierDocuments.bill, {
    body: {
      supplier_id: supplier,
      supplier_bill_number: 'K-1',
      bill_date: londonDate(new Date()),
      lines: [{ description: 'Cleaning', net: '100.00', vat: '20.00', account: '5000' }],
    },
  });
  const params = { id: supplier };
  const [kept] = (await shop.admin.call(payments.advances, { params })).reply.data;
  expect(kept).toMatchObject({ kind: 'payment', free: 1200 });
  const used = await shop.admin.call(payments.allocate, {
    params,
    body: { item_id: kept?.item_id ?? 0, bill_id: bill.id, amount: '12.00' },
  });
  expect(used.refusal).toBeUndefined();
  const { reply: listed } = await shop.admin.call(supplierAllocations.list, {
    params,
    query: { bill_id: String(bill.id) },
  });
  expect(listed.data.map(({ amount, can }) => [amount, can.remove.allowed])).toEqual([[1200, true]]);
  await shop.holds();
});
