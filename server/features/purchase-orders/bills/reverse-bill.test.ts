import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { addDays } from '#domain/kernel/dates';
import { purchases } from '#domain/purchase-orders/purchase-order.contract';
import { stockAdjustments } from '#domain/stock/stock-adjustment.contract';
import { balanceOf, someSupplier } from '../../../../tests/support/books';
import { lineOf, type Order } from '../../../../tests/support/orders';
import { buyingShop } from '../../../../tests/support/buying-shop';

const shop = buyingShop();
const { get, bill, pay, holds, today, poolOf } = shop;
const reverse = (order: Order, more: object = {}, caller = shop.admin) =>
  shop.reverseBill(
    { ...order, bills: order.bills.slice(0, 1) },
    { reason: 'Wrong supplier', ...more },
    caller,
  );
const accounts = async () => {
  const codes = ['1200', '2100', '2110', '2201', '5110'];
  return Object.fromEntries(
    await Promise.all(codes.map(async code => [code, await balanceOf(shop.app.db, code)] as const)),
  );
};
const received = (quantity = '10') => shop.received({ quantity });

test('A6 A9 A10 A13 I11 reversing a bill restores accounts, stock and order, and frees its number', async () => {
  const { order, product } = await received();
  const before = await accounts();
  const number = { supplier_bill_number: 'TWICE-1' };
  const billed = await bill(order.id, [{ line_id: lineOf(order), quantity: '10', net: '10.80' }], number);
  expect(await poolOf(product)).toMatchObject({ value_pence: 1080 });
  const { reply } = await reverse(billed.reply);
  expect(reply).toMatchObject({ billing_state: 'none', outstanding_amount: 1200 });
  expect(reply.bills[0]).toMatchObject({ outstanding: 0, reversal_reason: 'Wrong supplier' });
  expect(reply.bills[0]?.reversal_journal_id).toBeGreaterThan(reply.bills[0]?.journal_id ?? Infinity);
  expect(reply.receipts[0]?.lines[0]).toMatchObject({ unbilled: 10_000, value: 1000 });
  expect(await accounts()).toEqual(before);
  expect(await poolOf(product)).toMatchObject({ value_pence: 1000 });
  await holds();
  expect((await bill(order.id, [{ line_id: lineOf(order), quantity: '10' }], number)).status).toBe(200);
  expect((await shop.app.audits(3)).map(({ action }) => action)).toContain('bill_reversed');
  await holds();
});

test('W4 A4 payments on a reversed bill are freed only when confirmed, stay as credit, and settle the next bill', async () => {
  const { order } = await received();
  await bill(order.id, [{ line_id: lineOf(order), quantity: '10' }]);
  await pay(order, '5.00');
  const paid = await get(order.id);
  const refused = await reverse(paid);
  expect(refused.status).toBe(422);
  expect(refused.refusal.errors?.free_payments?.[0]).toContain('£5.00 of this bill is settled');
  const { reply } = await reverse(paid, { free_payments: true });
  expect(reply).toMatchObject({ paid_amount: 500, outstanding_amount: 700 });
  const open = sql<{ side: string; open: number }>`
    select side, amount_pence - allocated_pence as open from party_items
    where supplier_id = ${order.supplier.id} and amount_pence > allocated_pence`;
  expect((await open.execute(shop.app.db)).rows).toEqual([{ side: 'debit', open: 500 }]);
  await holds();
  await bill(order.id, [{ line_id: lineOf(order), quantity: '10' }]);
  expect((await open.execute(shop.app.db)).rows).toEqual([{ side: 'credit', open: 700 }]);
  await holds();
});

test('L1 of two reversals at once one succeeds; without permission, for another order or a later day none does', async () => {
  const { order } = await received();
  const { reply } = await bill(order.id, [{ line_id: lineOf(order), quantity: '10' }]);
  const other = (await received()).order;
  const buyer = await shop.app.as('view_purchaseorder', 'create_payment', 'edit_purchaseorder');
  expect((await reverse(reply, {}, buyer)).status).toBe(403);
  expect((await reverse({ ...other, bills: reply.bills })).status).toBe(404);
  expect((await reverse(reply, { business_date: addDays(today, 1) })).status).toBe(422);
  const early = { business_date: addDays(today, -1), date_reason: 'Late' };
  expect((await reverse(reply, early)).refusal.errors).toHaveProperty('business_date');
  const both = await Promise.all([reverse(reply), reverse(reply)]);
  expect(both.map(({ status }) => status).toSorted((one, next) => one - next)).toEqual([200, 409]);
  await holds();
});

test('I11 what the bill added to goods already sold is a variance; a bill with credited goods cannot be reversed', async () => {
  const { order, product } = await received();
  await bill(order.id, [{ line_id: lineOf(order), quantity: '10', net: '10.80' }]);
  const billed = await get(order.id);
  const back = (quantity: string) =>
    shop.admin.call(purchases.return, {
      params: { id: order.id },
      body: {
        reason: 'Broken',
        lines: [{ receipt_line_id: billed.receipts[0]?.lines[0]?.id ?? 0, quantity }],
      },
    });
  expect((await back('1')).status).toBe(200);
  const refused = await reverse(billed);
  expect(refused.status).toBe(409);
  expect(refused.refusal.message).toContain('were returned and credited by SCN-');
  await holds();

  // Sold out since, so stock cannot take the variance.
  const gone = await received();
  const dear = await bill(gone.order.id, [{ line_id: lineOf(gone.order), quantity: '10', net: '10.80' }]);
  const variance = await balanceOf(shop.app.db, '5110');
  const out = await shop.admin.call(stockAdjustments.create, {
    body: { reason: 'damaged', lines: [{ product_id: gone.product ?? 0, quantity: '-10' }] },
  });
  expect(out.status).toBe(200);
  expect((await reverse(dear.reply)).status).toBe(200);
  expect(await poolOf(gone.product)).toMatchObject({ quantity: '0.000', value_pence: 0 });
  expect((await balanceOf(shop.app.db, '5110')) - variance).toBe(-80);
  expect(await poolOf(product)).toMatchObject({ quantity: '9.000' });
  await holds();
});

test('I2 A3 a carrier’s bill is reversed too: the landed cost leaves the stock', async () => {
  const { order, product } = await received('3');
  const before = await accounts();
  const carrier = await someSupplier(shop.app.db, 'Carrier');
  const { reply } = await shop.admin.call(purchases.landedCost, {
    params: { id: order.id },
    body: {
      receipt_id: (await get(order.id)).receipts[0]?.id ?? 0,
      supplier_id: carrier,
      supplier_bill_number: 'FR-9',
      bill_date: today,
      net: '1.00',
      vat: '0.20',
      basis: 'value',
    },
  });
  expect(await poolOf(product)).toMatchObject({ value_pence: 400 });
  expect((await reverse(reply)).status).toBe(200);
  expect(await poolOf(product)).toMatchObject({ value_pence: 300 });
  expect(await accounts()).toEqual(before);
  await holds();
});

test('a bill of zero clears the accrual and is not owed', async () => {
  const { order, product } = await received('1');
  const { status, reply } = await bill(order.id, [
    { line_id: lineOf(order), quantity: '1', net: '0.00', vat: '0.00' },
  ]);
  expect(status).toBe(200);
  expect(await poolOf(product)).toMatchObject({ value_pence: 0 });
  await holds();
  expect((await reverse(reply)).status).toBe(200);
  expect(await poolOf(product)).toMatchObject({ value_pence: 100 });
  await holds();
});
