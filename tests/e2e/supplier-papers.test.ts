import { beforeAll, expect, test } from 'vitest';
import { payments } from '#domain/payments/payment.contract';
import { purchasingSettings } from '#domain/purchase-orders/purchasing-settings.contract';
import { londonDate } from '#domain/kernel/dates';
import { supplierDocuments } from '#domain/purchase-orders/supplier-document.contract';
import { seriousProblems } from '../support/accessible';
import { breachesOf, someSupplier } from '../support/books';
import { useShop } from '../support/browser';
import { lineOf, orderDesk } from '../support/orders';
import { someProduct } from '../support/products';
import { settled } from '../support/settled';
import type { Caller } from '../support/test-app';

const shop = useShop();
let admin: Caller;
const desk = orderDesk(() => ({ app: shop(), admin }));
const today = londonDate(new Date());

beforeAll(async () => {
  admin = await shop().as('admin');
});

test('F07 a credit note on account and a bill without an order are reversed on the supplier’s page, and stay in the list', async () => {
  const supplier = await someSupplier(shop().db, 'Bright Windows');
  const line = { description: 'Windows', net: '40.00', vat: '8.00', account: '5000' };
  await admin.call(supplierDocuments.bill, {
    body: { supplier_id: supplier, supplier_bill_number: 'BW-1', bill_date: today, lines: [line] },
  });
  await admin.call(supplierDocuments.credit, {
    body: {
      supplier_id: supplier,
      supplier_credit_number: 'BWC-1',
      credit_date: today,
      reason: 'Streaks',
      lines: [{ ...line, net: '10.00', vat: '2.00' }],
    },
  });
  const page = await shop().openAs(['admin'], `/suppliers/${supplier}`);
  await page.getByText('£12.00 on account').waitFor();
  await settled(page);
  expect(await seriousProblems(page)).toEqual([]);
  await page.getByRole('button', { name: 'Reverse credit note BWC-1' }).click();
  const dialog = page.getByRole('dialog', { name: 'Reverse credit note BWC-1' });
  await dialog.getByLabel('Reason').fill('Typed twice');
  await settled(page);
  expect(await seriousProblems(page)).toEqual([]);
  await dialog.getByRole('button', { name: 'Reverse credit note' }).click();
  await page.getByText(/Reversed credit note BWC-1 as of/).waitFor();
  await page.getByRole('button', { name: 'Reverse bill BW-1' }).click();
  const second = page.getByRole('dialog', { name: 'Reverse bill BW-1' });
  await second.getByLabel('Reason').fill('Not ours');
  await second.getByRole('button', { name: 'Reverse bill' }).click();
  await page.getByText(/Reversed bill BW-1 as of/).waitFor();
  await page.getByRole('link', { name: 'All credit notes' }).click();
  await page.getByRole('heading', { name: 'Supplier Credit Notes' }).waitFor();
  await page.getByRole('cell', { name: 'Reversed', exact: true }).waitFor();
  await settled(page);
  expect(await seriousProblems(page)).toEqual([]);
  expect(await breachesOf(shop().db)).toEqual([]);
});

test('F09 the setting keeps a payment on account, and "Allocate credit" allocates it to a bill', async () => {
  const supplier = await someSupplier(shop().db, 'Leaf & Co');
  await admin.call(supplierDocuments.bill, {
    body: {
      supplier_id: supplier,
      supplier_bill_number: 'LC-1',
      bill_date: today,
      lines: [{ description: 'Tea', net: '50.00', vat: '0.00', vat_code: 'Z', account: '5000' }],
    },
  });
  const page = await shop().openAs(['admin'], '/settings/purchasing');
  await page.getByLabel('Allocate payments without an order to the oldest bills').uncheck();
  await page.getByRole('region', { name: 'Purchasing' }).getByRole('button', { name: 'Save' }).click();
  await expect
    .poll(async () => (await admin.call(purchasingSettings.get)).reply.settle_oldest_first)
    .toBe(false);
  await admin.call(payments.create, {
    body: { supplier_id: supplier, amount: '30.00', payment_method: 'bank_transfer' },
  });
  await page.goto(new URL(`/suppliers/${supplier}`, page.url()).href);
  await page.getByText('£30.00 of credit is unallocated.').waitFor();
  await page.getByRole('button', { name: 'Allocate credit LC-1' }).click();
  const dialog = page.getByRole('dialog', { name: 'Allocate credit to bill LC-1' });
  await expect.poll(() => dialog.getByLabel('Amount').inputValue()).toBe('30.00');
  await settled(page);
  expect(await seriousProblems(page)).toEqual([]);
  await dialog.getByLabel('Amount').fill('20');
  await dialog.getByRole('button', { name: 'Allocate credit' }).click();
  await page.getByText('£10.00 of credit is unallocated.').waitFor();
  await page.getByRole('table', { name: 'Bills' }).getByText('£30.00').waitFor();
  expect(await breachesOf(shop().db)).toEqual([]);
});

test('F09 "Allocate credit" is beside the bills of an order too, and says why when there is none', async () => {
  const product = await someProduct(shop().db, { name: 'Oolong' });
  const order = await desk.sent([{ product_id: product, quantity: '10', unit_price: '10.00' }]);
  await desk.receive(order.id);
  const billed = (await desk.bill(order.id, [{ line_id: lineOf(order), quantity: '10' }])).reply;
  const { supplier_bill_number: theirs, outstanding } = billed.bills[0] ?? {};
  const page = await shop().openAs(['admin'], `/purchases/${order.id}`);
  const use = page.getByRole('button', { name: `Allocate credit ${theirs}` });
  await use.waitFor();
  await expect.poll(() => use.getAttribute('aria-disabled')).toBe('true');
  await use.focus();
  await page
    .getByRole('tooltip')
    .getByText(/has no credit/)
    .waitFor();
  await admin.call(payments.create, {
    body: {
      supplier_id: order.supplier.id,
      amount: '30.00',
      payment_method: 'bank_transfer',
      settles: 'on_account',
    },
  });
  await page.reload();
  await page.getByRole('button', { name: `Allocate credit ${theirs}`, disabled: false }).click();
  const dialog = page.getByRole('dialog', { name: `Allocate credit to bill ${theirs}` });
  await expect.poll(() => dialog.getByLabel('Amount').inputValue()).toBe('30.00');
  await settled(page);
  expect(await seriousProblems(page)).toEqual([]);
  await dialog.getByRole('button', { name: 'Allocate credit' }).click();
  await page.getByText(`allocated to bill ${theirs}.`).waitFor();
  const after = (await desk.get(order.id)).bills[0];
  expect(after?.outstanding).toBe((outstanding ?? 0) - 3000);
  expect(await breachesOf(shop().db)).toEqual([]);
});

test('F07 goods are returned with a restocking fee: less is credited than was billed', async () => {
  const product = await someProduct(shop().db, { name: 'Seat pad' });
  const order = await desk.sent([{ product_id: product, quantity: '10', unit_price: '10.00' }]);
  await desk.receive(order.id);
  await desk.bill(order.id, [{ line_id: lineOf(order), quantity: '10' }]);
  const page = await shop().openAs(['admin'], `/purchases/${order.id}`);
  await page.getByRole('button', { name: 'More' }).click();
  await page.getByRole('menuitem', { name: 'Return goods' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel(/^Return now: Seat pad/).fill('2');
  await dialog.getByLabel(/^Net credited: Seat pad/).fill('18');
  await dialog.getByLabel('Reason').fill('Not needed');
  await settled(page);
  expect(await seriousProblems(page)).toEqual([]);
  await dialog.getByRole('button', { name: 'Return goods' }).click();
  await page.getByText(/Goods returned as RET-\d+, credited by SCN-\d+\./).waitFor();
  // £18 and 20% VAT instead of £24.
  expect((await desk.get(order.id)).credited_amount).toBe(2160);
  expect(await breachesOf(shop().db)).toEqual([]);
});

test('F08 F16 the order form accepts six decimals of a pound, and the account of a line without a product', async () => {
  const order = await desk.draft([{ description: 'Bags', quantity: '1000', unit_price: '1.00' }]);
  const page = await shop().openAs(['admin'], `/purchases/${order.id}/edit`);
  await page.getByLabel('Price of line 1').fill('0.0312');
  await page.getByLabel('Account of line 1').selectOption('5000');
  await page.getByText('£31.20').first().waitFor();
  await settled(page);
  expect(await seriousProblems(page)).toEqual([]);
  await page.getByRole('button', { name: 'Save' }).first().click();
  await page.getByText('£0.0312').waitFor();
  expect((await desk.get(order.id)).lines[0]).toMatchObject({
    unit_price: '0.0312',
    net: 3120,
    account: '5000',
  });
});
