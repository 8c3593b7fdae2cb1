import { beforeAll, expect, test } from 'vitest';
import { londonDate } from '#domain/kernel/dates';
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

test('R6 P14 A13 a bill without an order is opened from the list of bills, paid and reversed on its page', async () => {
  const supplier_id = await someSupplier(shop().db, 'Harbour Estates');
  const line = { description: 'Rent', net: '50.00', vat: '10.00', account: '5000' };
  const bill_date = londonDate(new Date());
  const { number } = (
    await admin.call(supplierDocuments.bill, {
      body: { supplier_id, supplier_bill_number: 'HE-1', bill_date, lines: [line] },
    })
  ).reply;
  const page = await shop().openAs(['admin'], '/purchases/bills?state=open');
  const total = page.getByRole('table', { name: 'Supplier bills' }).locator('tfoot');
  await expect
    .poll(async () => (await total.innerText()).replaceAll(/\s+/g, ' ').trim())
    .toBe('Total £60.00 £60.00');
  await settled(page);
  expect(await seriousProblems(page)).toEqual([]);
  await page.getByRole('row', { name: /HE-1/ }).getByText('Without an order').click();
  await page.getByRole('heading', { name: number, exact: true }).waitFor();
  const bill = page.getByRole('region', { name: 'Bill', exact: true });
  await bill.getByText('£60.00').first().waitFor();
  await settled(page);
  expect(await seriousProblems(page)).toEqual([]);

  await page.getByRole('button', { name: 'Pay', exact: true }).click();
  const payment = page.getByRole('dialog', { name: 'Pay Harbour Estates' });
  await expect.poll(() => payment.getByLabel('Allocate to bill HE-1').inputValue()).toBe('60.00');
  await payment.getByRole('button', { name: 'Record payment' }).click();
  await page.getByText(/^Payment PAY-\d+ of £60\.00 recorded\.$/).waitFor();
  const allocations = page.getByRole('table', { name: 'Allocations' });
  await allocations.getByText('£60.00').waitFor();

  await page.getByRole('button', { name: 'More' }).click();
  await page.getByRole('menuitem', { name: 'Reverse bill' }).click();
  const reversal = page.getByRole('dialog', { name: 'Reverse bill HE-1' });
  await reversal.getByLabel('Reason').fill('Not ours');
  await reversal.getByLabel(/^Remove its allocations of £60\.00/).check();
  await reversal.getByRole('button', { name: 'Reverse bill' }).click();
  await page.getByText(/^Reversed bill HE-1 as of/).waitFor();
  await bill.getByText('Not ours').waitFor();
  await page.getByRole('region', { name: 'History' }).getByText('Reversed a bill').waitFor();
  await page.getByRole('link', { name: 'Back to list' }).click();
  await page.getByText('No bills match these filters.').waitFor();
  expect(await breachesOf(shop().db)).toEqual([]);
});

test('P13 the order’s page leads to its bill, and the bill back to the order', async () => {
  const [product] = await desk.products(1);
  const order = await desk.sent([{ product_id: product, quantity: '10', unit_price: '10.00' }]);
  await desk.receive(order.id);
  const billed = (await desk.bill(order.id, [{ line_id: lineOf(order), quantity: '10' }])).reply;
  const number = billed.bills[0]?.number ?? '';
  const page = await shop().openAs(['admin'], `/purchases/${order.id}`);
  await page.getByRole('table', { name: 'Bills' }).getByRole('link', { name: number }).click();
  await page.getByRole('heading', { name: number, exact: true }).waitFor();
  const chain = page.getByRole('navigation', { name: 'Related documents' });
  await chain.getByText('£100.00 net').waitFor();
  await chain.getByRole('link', { name: order.po_number }).click();
  await page.getByRole('heading', { name: order.po_number, exact: true }).waitFor();
});
