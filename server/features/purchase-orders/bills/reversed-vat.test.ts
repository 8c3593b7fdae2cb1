import { beforeAll, expect, test } from 'vitest';
import { books } from '#domain/books/books.contract';
import { expenses } from '#domain/expenses/expense.contract';
import { supplierDocuments } from '#domain/purchase-orders/supplier-document.contract';
import { vatPeriods } from '#domain/vat-returns/vat-period.contract';
import { vatReturns } from '#domain/vat-returns/vat-return.contract';
import { someSupplier } from '../../../../tests/support/books';
import { buyingShop } from '../../../../tests/support/buying-shop';
import { expenseShop } from '../../../../tests/support/expenses';
import { lineOf } from '../../../../tests/support/orders';

// The first quarter is over and not filed; March is locked.
const shop = buyingShop({ clock: () => new Date('2026-04-10T10:00:00Z') });
// Without its first day, a quarter of which all VAT was reversed would not be listed.
beforeAll(async () => {
  await shop.admin.call(vatPeriods.save, { body: { stagger: 'group_1', first_day: '2026-01-01' } });
});
const late = { date_reason: 'The bill came first', accept_difference: true };

const returnTo = async (to: string) => (await shop.admin.call(vatReturns.get, { query: { to } })).reply;
const boxes = async (to: string) => {
  const { box_1, box_4, box_7 } = await returnTo(to);
  return [box_1, box_4, box_7];
};

test('V24 P13 a bill keyed with the wrong VAT is reversed in the return it is in, and counts once when it is entered again', async () => {
  const order = await shop.sent([{ description: 'Repairs', quantity: '1', unit_price: '1000.00' }]);
  await shop.receive(order.id);
  await shop.admin.call(books.lock, {
    body: { locked_through: '2026-03-31', reason: 'Month end', accept_unbilled: true },
  });
  const enter = (vat: string) =>
    shop.bill(order.id, [{ line_id: lineOf(order), quantity: '1', vat }], {
      bill_date: '2026-03-25',
      ...late,
    });
  const { reply: wrong } = await enter('100.00');
  expect(wrong.bills[0]).toMatchObject({ posted_on: '2026-04-01' });
  expect(await boxes('2026-03-31')).toEqual([0, 10_000, 100_000]);
  const { reply: reversed } = await shop.reverseBill(wrong);
  expect(reversed.bills[0]?.reversed_at).not.toBeNull();
  expect(await boxes('2026-03-31')).toEqual([0, 0, 0]);
  await enter('200.00');
  expect(await boxes('2026-03-31')).toEqual([0, 20_000, 100_000]);
  expect(await boxes('2026-06-30')).toEqual([0, 0, 0]);
  await shop.holds();
});

test('V24 a reversed bill without an order, supplier credit note and cancelled expense leave their return as it was', async () => {
  const before = await boxes('2026-03-31');
  const supplier = await someSupplier(shop.app.db);
  const reverse = (
    call: typeof supplierDocuments.reverseBill | typeof supplierDocuments.reverseCredit,
    id: number,
  ) => shop.admin.call(call, { params: { id }, body: { reason: 'Typed wrongly' } });
  const bill = await shop.directBill(supplier, { bill_date: '2026-03-20', date_reason: 'Found late' });
  expect(await boxes('2026-03-31')).toEqual([0, 21_000, 105_000]);
  expect((await reverse(supplierDocuments.reverseBill, bill.reply.id)).status).toBe(200);
  expect(await boxes('2026-03-31')).toEqual(before);
  const note = await shop.credit(supplier, {
    credit_date: '2026-03-20',
    date_reason: 'Found late',
    lines: [{ description: 'Overcharged', net: '10.00', vat: '2.00', account: '5000' }],
  });
  expect([note.status, note.refusal]).toEqual([200, undefined]);
  expect(await boxes('2026-03-31')).toEqual([0, 19_800, 99_000]);
  expect((await reverse(supplierDocuments.reverseCredit, note.reply.id)).status).toBe(200);
  expect(await boxes('2026-03-31')).toEqual(before);
  const office = await expenseShop(shop.app);
  const { reply: expense } = await office.approved({ expense_date: '2026-03-25' });
  expect(await boxes('2026-03-31')).toEqual([0, 20_200, 101_000]);
  const cancelled = await shop.admin.call(expenses.cancel, {
    params: { id: expense.id },
    body: { reason: 'Twice', money_back: 'yes' },
  });
  expect(cancelled.status).toBe(200);
  expect(await boxes('2026-03-31')).toEqual(before);
  expect(await boxes('2026-06-30')).toEqual([0, 0, 0]);
  await shop.holds();
});

test('V25 once the return is filed, the reversal is a late entry in the next one and counts towards its limit', async () => {
  const supplier = await someSupplier(shop.app.db);
  const { reply: bill } = await shop.directBill(supplier, {
    bill_date: '2026-03-20',
    date_reason: 'Found late',
    lines: [{ description: 'Fitting out', net: '60000.00', vat: '12000.00', account: '5000' }],
  });
  const filed = await shop.admin.call(vatReturns.file, { body: { to: '2026-03-31' } });
  expect(filed.reply).toMatchObject({ box_4: 1_220_000, box_7: 6_100_000 });
  const reversed = await shop.admin.call(supplierDocuments.reverseBill, {
    params: { id: bill.id },
    body: { reason: 'Typed wrongly' },
  });
  expect(reversed.status).toBe(200);
  expect(await boxes('2026-03-31')).toEqual([0, 1_220_000, 6_100_000]);
  const next = await returnTo('2026-06-30');
  expect(next).toMatchObject({
    box_4: -1_200_000,
    box_7: -6_000_000,
    // £12,000 net is above the limit of £10,000.
    late: { entry_count: 1, is_within_limit: false, limit: 1_000_000 },
  });
  await shop.holds();
});
