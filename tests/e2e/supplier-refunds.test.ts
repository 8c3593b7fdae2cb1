import type { Page } from 'playwright-core';
import { beforeAll, expect, test } from 'vitest';
import { londonDate } from '#domain/kernel/dates';
import { payments } from '#domain/payments/payment.contract';
import { purchases } from '#domain/purchase-orders/purchase-order.contract';
import { supplierDocuments } from '#domain/purchase-orders/supplier-document.contract';
import { seriousProblems } from '../support/accessible';
import { breachesOf, someSupplier } from '../support/books';
import { useShop } from '../support/browser';
import { lineOf, orderDesk } from '../support/orders';
import { settled } from '../support/settled';
import type { Caller } from '../support/test-app';

const shop = useShop();
let admin: Caller;
const desk = orderDesk(() => ({ app: shop(), admin }));
beforeAll(async () => {
  admin = await shop().as('admin');
});

const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click();
const said = (page: Page, words: string | RegExp) => page.getByRole('status').getByText(words).waitFor();

test('P9 P14 a payment without an order is reversed on the supplier’s page, where a refund is recorded too', async () => {
  const supplier = await someSupplier(shop().db, 'Bright Windows');
  await admin.call(supplierDocuments.bill, {
    body: {
      supplier_id: supplier,
      supplier_bill_number: 'BW-1',
      bill_date: londonDate(new Date()),
      lines: [{ description: 'Windows', net: '50.00', vat: '0.00', vat_code: 'Z', account: '5000' }],
    },
  });
  const { reply: paid } = await admin.call(payments.create, {
    body: { supplier_id: supplier, amount: '500.00', payment_method: 'bank_transfer', settles: 'oldest' },
  });
  const page = await shop().openAs(['admin'], `/suppliers/${supplier}`);
  await press(page, 'More');
  await page.getByRole('menuitem', { name: 'Record refund' }).click();
  const refund = page.getByRole('dialog', { name: 'Refund from Bright Windows' });
  await refund.getByText('£450.00 of credit is unallocated').waitFor();
  await refund.getByLabel('Amount').fill('200');
  await settled(page);
  expect(await seriousProblems(page)).toEqual([]);
  await refund.getByRole('button', { name: 'Record refund' }).click();
  await said(page, /^Refund PAY-\d+ of £200\.00 recorded\.$/);
  await page.getByText('−£200.00').waitFor();
  await page.getByRole('button', { name: /^Reverse refund PAY-/ }).click();
  const undone = page.getByRole('dialog', { name: 'Reverse refund of £200.00' });
  await undone.getByLabel('Reason').fill('Not received');
  await undone.getByLabel('It was not received like this, or it was returned').check();
  await undone.getByRole('button', { name: 'Reverse refund' }).click();
  await said(page, 'Refund reversed.');
  await press(page, `Reverse payment ${paid.number}`);
  const dialog = page.getByRole('dialog', { name: 'Reverse payment of £500.00' });
  await dialog.getByLabel('Reason').fill('Meant £50.00');
  await dialog.getByLabel('It was not paid like this, or it was returned').check();
  await dialog.getByRole('button', { name: 'Reverse payment' }).click();
  await said(page, 'Payment reversed.');
  await settled(page);
  expect(await seriousProblems(page)).toEqual([]);
  expect(await breachesOf(shop().db)).toEqual([]);
});

test('P4 goods that were paid for and returned are refunded on the order’s page', async () => {
  const [product] = await desk.products(1);
  const order = await desk.sent([
    { product_id: product, quantity: '10', unit_price: '12.00', vat_code: 'Z' },
  ]);
  const received = (await desk.receive(order.id)).reply;
  await desk.bill(order.id, [{ line_id: lineOf(order), quantity: '10' }]);
  await desk.pay(order, '120.00');
  await admin.call(purchases.return, {
    params: { id: order.id },
    body: {
      reason: 'Broken',
      lines: [{ receipt_line_id: received.receipts[0]?.lines[0]?.id ?? 0, quantity: '10' }],
    },
  });
  const page = await shop().openAs(['admin'], `/purchases/${order.id}`);
  await press(page, 'More');
  await page.getByRole('menuitem', { name: 'Record refund' }).click();
  const dialog = page.getByRole('dialog', { name: `Refund from ${order.supplier.name}` });
  await dialog.getByText(`£120.00 is paid on ${order.po_number}`).waitFor();
  await expect.poll(() => dialog.getByLabel('Amount').inputValue()).toBe('120.00');
  await dialog.getByRole('button', { name: 'Record refund' }).click();
  await said(page, /^Refund PAY-\d+ of £120\.00 recorded\.$/);
  expect(await desk.get(order.id)).toMatchObject({ paid_amount: 0, outstanding_amount: 0 });
  expect(await breachesOf(shop().db)).toEqual([]);
});

test('P14 a pending payment of a cancelled order is completed on the supplier’s page', async () => {
  const order = await desk.sent([{ description: 'Cups', vat_code: 'Z' }]);
  await desk.pay(order, '4.00', { status: 'pending' });
  await admin.call(purchases.cancel, { params: { id: order.id }, body: { reason: 'Not needed' } });
  const page = await shop().openAs(['admin'], `/suppliers/${order.supplier.id}`);
  await press(page, 'Complete payment £4.00');
  await said(page, 'Payment completed.');
  await page.getByRole('button', { name: /^Reverse payment PAY-/ }).waitFor();
  expect(await breachesOf(shop().db)).toEqual([]);
});
