import { beforeAll, expect, test } from 'vitest';
import { openingBalances } from '#domain/accounts/account.contract';
import { addDays } from '#domain/kernel/dates';
import { payments } from '#domain/payments/payment.contract';
import { supplierBills } from '#domain/purchase-orders/supplier-bill.contract';
import { supplierDocuments } from '#domain/purchase-orders/supplier-document.contract';
import { agedCreditors } from '#domain/wallet/aged.contract';
import { someSupplier } from '../../../../tests/support/books';
import { buyingShop } from '../../../../tests/support/buying-shop';
import { expenseShop } from '../../../../tests/support/expenses';

const shop = buyingShop();
const listed = async (query: Record<string, string> = {}) =>
  (await shop.admin.call(supplierBills.list, { query })).reply.data;
const numbers = async (query: Record<string, string>) =>
  (await listed(query)).map(bill => bill.supplier_bill_number);
const totals = async (query: Record<string, string> = {}) =>
  (await shop.admin.call(supplierBills.totals, { query })).reply;
const ago = (days: number) => addDays(shop.today, -days);

let rent: number;
/** £120 for goods of an order, £60 of rent that is overdue, £24 that was reversed, and £90 from the books before. */
beforeAll(async () => {
  rent = await someSupplier(shop.app.db, 'Harbour Estates');
  await shop.billed();
  await shop.directBill(rent, {
    supplier_bill_number: 'RENT-11',
    bill_date: ago(20),
    due_on: ago(5),
  });
  const { reply } = await shop.directBill(rent, {
    supplier_bill_number: 'RENT-12',
    due_on: addDays(shop.today, 20),
    lines: [{ description: 'Parking', net: '20.00', vat: '4.00', account: '5000' }],
  });
  const reversal = await shop.admin.call(supplierDocuments.reverseBill, {
    params: { id: reply.id },
    body: { reason: 'Sent twice' },
  });
  expect(reversal.status).toBe(200);
  const opening = await shop.admin.call(openingBalances.addBill, {
    body: {
      supplier_id: rent,
      supplier_bill_number: 'OLD-7',
      bill_date: ago(20),
      due_on: addDays(shop.today, 6),
      amount: '90.00',
    },
  });
  expect(opening.status).toBe(200);
});

test('R6 P14 what is outstanding on all bills, with expenses to pay and unallocated credit, is the balance of 2100', async () => {
  await shop.admin.call(payments.create, {
    body: {
      supplier_id: rent,
      amount: '25.00',
      payment_method: 'bank_transfer',
      settles: 'bills',
      bills: [{ bill_id: (await listed({ search: 'rent-11' }))[0]?.id ?? 0, amount: '15.00' }],
    },
  });
  await shop.credit(rent, {
    lines: [{ description: 'Rebate', net: '6.00', vat: '0.00', vat_code: 'O', account: '4900' }],
  });
  const cafe = await expenseShop(shop.app);
  const expense = await cafe.approved({ supplier_id: rent, settlement: 'to_pay', payment_method: null });
  expect(expense.status).toBe(200);

  const { reply: aged } = await shop.admin.call(agedCreditors.totals);
  const { outstanding } = await totals({ state: 'open' });
  // £120 for goods, £45 of rent, £90 from before.
  expect(outstanding).toBe(25_500);
  expect(outstanding).toBe((await totals()).outstanding);
  // £10 of the payment and £6 of the rebate are on account; £12 of stationery is to pay.
  expect(aged).toMatchObject({ unallocated: -1600, account: outstanding + 1200 - 1600 });
  expect(aged.total).toBe(aged.account);
  const overdue = await totals({ state: 'overdue' });
  expect(overdue.outstanding).toBe(aged.overdue);
  await shop.holds();
});

test('R6 bills of every kind are filtered by state, kind, days and supplier, and found by either number', async () => {
  const ofRent = { supplier_id: String(rent), sort_by: 'due_on' };
  expect(await numbers(ofRent)).toEqual(['RENT-11', 'OLD-7', 'RENT-12']);
  expect(await numbers({ ...ofRent, state: 'open' })).toEqual(['RENT-11', 'OLD-7']);
  expect(await numbers({ ...ofRent, state: 'overdue' })).toEqual(['RENT-11']);
  expect(await numbers({ ...ofRent, state: 'overdue,reversed' })).toEqual(['RENT-11', 'RENT-12']);
  expect(await numbers({ ...ofRent, state: 'paid' })).toEqual([]);
  expect(await numbers({ ...ofRent, kind: 'opening' })).toEqual(['OLD-7']);
  expect(await numbers({ ...ofRent, due_within: '0' })).toEqual(['RENT-11']);
  expect(await numbers({ ...ofRent, due_within: '6' })).toEqual(['RENT-11', 'OLD-7']);
  expect(await numbers({ ...ofRent, from: shop.today })).toEqual(['RENT-12']);
  expect(await numbers({ ...ofRent, to: ago(1), sort_by: 'gross', sort_order: 'desc' })).toEqual([
    'OLD-7',
    'RENT-11',
  ]);
  expect(await numbers({ search: 'harbour', sort_by: 'number' })).toEqual(['RENT-11', 'RENT-12', 'OLD-7']);
  const [goods] = await listed({ kind: 'goods' });
  expect(goods).toMatchObject({ gross: 12_000, order: { po_number: expect.any(String) as string } });
  expect(await numbers({ search: goods?.number.toLowerCase() ?? '' })).toEqual([goods?.supplier_bill_number]);
});

test('R6 the totals count what stands, and reversed bills on request; the export has every row', async () => {
  const ofRent = { supplier_id: String(rent) };
  expect(await totals(ofRent)).toMatchObject({ net: 14_000, vat: 1000, gross: 15_000 });
  expect(await totals({ ...ofRent, state: 'reversed' })).toEqual({
    net: 2000,
    vat: 400,
    gross: 2400,
    outstanding: 0,
  });
  const { raw } = await shop.admin.call(supplierBills.export, { query: { ...ofRent, sort_by: 'number' } });
  const rows = raw.toString().split('\r\n').filter(Boolean);
  expect(rows).toHaveLength(4);
  expect(rows[2]).toContain('Reversed');
  expect(rows[2]).toContain('Sent twice');
});

test('F07 users who cannot see orders do not see the list of bills; those who see the ledger see a bill on it', async () => {
  const [bill] = await listed({ search: 'RENT-11' });
  const show = { params: { id: bill?.id ?? 0 } };
  const clerk = await shop.app.as('view_supplier', 'create_payment');
  expect((await clerk.call(supplierBills.list)).status).toBe(403);
  expect((await clerk.call(supplierBills.get, show)).status).toBe(403);
  const buyer = await shop.app.as('view_purchaseorder');
  expect((await buyer.call(supplierBills.list)).status).toBe(200);
  expect((await buyer.call(supplierBills.get, show)).status).toBe(200);
  expect((await buyer.call(supplierBills.export)).status).toBe(403);
  const bookkeeper = await shop.app.as('view_ledger');
  expect((await bookkeeper.call(supplierBills.list)).status).toBe(403);
  expect((await bookkeeper.call(supplierBills.get, show)).status).toBe(200);
});
