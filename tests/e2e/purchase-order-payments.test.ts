import type { Page } from 'playwright-core';
import { beforeAll, describe, expect, test } from 'vitest';
import { londonDate } from '#domain/kernel/dates';
import { toPence } from '#domain/kernel/money';
import { purchases } from '#domain/purchase-orders/purchase-order.contract';
import { breachesOf, someSupplier } from '../support/books';
import { useShop } from '../support/browser';
import { lineOf, type Order, orderDesk } from '../support/orders';
import { someProduct } from '../support/products';
import type { Caller } from '../support/test-app';

const shop = useShop();
let admin: Caller;
const desk = orderDesk(() => ({ app: shop(), admin }));
beforeAll(async () => {
  admin = await shop().as('admin');
});

const openOrder = (order: Order) => shop().openAs(['admin'], `/purchases/${order.id}`);
const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click();
const said = (page: Page, words: string | RegExp) => page.getByRole('status').getByText(words).waitFor();
const region = async (page: Page, name: string) =>
  (await page.getByRole('region', { name, exact: true }).innerText()).replaceAll(/\s+/g, ' ');

/** There is no bill yet, so paying is under More (F21). */
async function inAdvance(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'More' }).click();
  await page.getByRole('menuitem', { name: 'Pay in advance' }).click();
}

describe('payments', () => {
  test('P4 P5 an order is paid in two parts; an overpayment is accepted only when confirmed', async () => {
    const order = await desk.sent([
      { description: 'Cups', quantity: '10', unit_price: '10.00', vat_code: 'Z' },
    ]);
    const page = await openOrder(order);
    await page.getByRole('heading', { name: order.po_number }).waitFor();
    await page.keyboard.press('p');
    const dialog = page.getByRole('dialog', { name: `Pay ${order.supplier.name}` });
    await expect.poll(() => dialog.getByLabel('Amount').inputValue()).toBe('100.00');
    await dialog.getByLabel('Amount').fill('40');
    await dialog.getByLabel('Reference').fill('BACS 1');
    await dialog.getByRole('button', { name: 'Record payment' }).click();
    await said(page, /^Payment PAY-\d+ of £40\.00 recorded\.$/);
    await expect.poll(() => region(page, 'Order')).toContain('Paid £40.00 Credited £0.00 Outstanding £60.00');

    await inAdvance(page);
    await dialog.getByLabel('Amount').fill('75');
    await dialog.getByRole('button', { name: 'Record payment' }).click();
    await dialog
      .getByText(/Only £60\.00 is outstanding/)
      .first()
      .waitFor();
    await dialog.getByLabel(/^Keep the unallocated £15\.00/).check();
    await dialog.getByRole('button', { name: 'Record payment' }).click();
    await said(page, /£15\.00 is kept as credit with the supplier\.$/);
    await page.getByText('Paid', { exact: true }).first().waitFor();
    await expect.poll(() => region(page, 'Order')).toContain('Paid £100.00');

    const [first] = (await desk.get(order.id)).payments;
    await press(page, `Reverse payment ${first?.number}`);
    const reverse = page.getByRole('dialog', { name: 'Reverse payment of £40.00' });
    await reverse.getByLabel('Reason').fill('Wrong account');
    await reverse.getByLabel('It was not paid like this, or it was returned').check();
    await reverse.getByRole('button', { name: 'Reverse payment' }).click();
    await said(page, 'Payment reversed.');
    await expect.poll(() => region(page, 'Order')).toContain('Outstanding £40.00');
    expect(await breachesOf(shop().db)).toEqual([]);
  });

  test('W4 one payment is allocated to several orders', async () => {
    const order = await desk.sent([{ description: 'Cups', vat_code: 'Z' }]);
    const lines = [{ description: 'Plates', quantity: '5', unit_price: '4.00', vat_code: 'Z' }];
    const created = await admin.call(purchases.create, { body: { supplier_id: order.supplier.id, lines } });
    const other = (await admin.call(purchases.markSent, { params: { id: created.reply.id } })).reply;
    const page = await openOrder(order);
    await inAdvance(page);
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('Amount').fill('25');
    await dialog.getByLabel('Split across another order with this supplier').check();
    await dialog.getByLabel(`Allocate to ${order.po_number}`).fill('10');
    await dialog.getByLabel(`Allocate to ${other.po_number}`).fill('20');
    await dialog.getByRole('button', { name: 'Record payment' }).click();
    await dialog
      .getByText('£30.00 is allocated to orders, but the payment is only £25.00.')
      .first()
      .waitFor();
    await dialog.getByLabel(`Allocate to ${other.po_number}`).fill('15');
    await dialog.getByRole('button', { name: 'Record payment' }).click();
    await said(page, /recorded\.$/);
    expect((await desk.get(order.id)).paid_status).toBe('paid');
    expect((await desk.get(other.id)).outstanding_amount).toBe(toPence(500));
  });

  test('a pending payment is completed, or fails and nothing is paid', async () => {
    const order = await desk.sent([{ description: 'Cups', vat_code: 'Z' }]);
    await desk.pay(order, '4.00', { status: 'pending' });
    await desk.pay(order, '5.00', { status: 'pending' });
    const page = await openOrder(order);
    await press(page, 'Complete payment £4.00');
    await said(page, 'Payment completed.');
    await expect.poll(() => region(page, 'Order')).toContain('Paid £4.00');
    await press(page, 'Mark as failed £5.00');
    await page.getByRole('dialog').getByLabel('Reason').fill('Bounced');
    await page.getByRole('dialog').getByRole('button', { name: 'Mark as failed' }).click();
    await said(page, 'Payment marked as failed.');
    await expect.poll(() => region(page, 'Payments')).toContain('Failed');
    expect((await desk.get(order.id)).paid_amount).toBe(400);
  });
});

test('F06 F21 actions not possible now stay under More with their reason; the next step is the main button', async () => {
  const order = await desk.sent([{ description: 'Cups', vat_code: 'Z' }]);
  await desk.receive(order.id);
  await desk.bill(order.id, [{ line_id: lineOf(order), quantity: '10' }]);
  await desk.pay(order, '10.00');
  const page = await openOrder(order);
  await page.getByRole('heading', { name: order.po_number }).waitFor();
  expect(await page.locator('.page-header button[data-variant="filled"]').count()).toBe(0);
  await press(page, 'More');
  const cancel = page.getByRole('menuitem', { name: /^Cancel the order/ });
  await cancel.waitFor();
  await expect.poll(() => cancel.getAttribute('aria-disabled')).toBe('true');
  await expect.poll(() => cancel.innerText()).toContain('Return them or close it short instead.');
  await expect
    .poll(() => page.getByRole('menuitem', { name: /^Pay in advance/ }).innerText())
    .toContain('Nothing is outstanding');
  await cancel.click({ force: true });
  expect(await page.getByRole('dialog').count()).toBe(0);
});

test('F18 a draft owes nothing on its page, as in the list', async () => {
  const draft = await desk.draft([{ description: 'Cups', unit_price: '9.99', vat_code: 'Z' }]);
  const page = await openOrder(draft);
  await expect.poll(() => region(page, 'Order')).toMatch(/Outstanding —/);
  await page.goto(`/purchases?search=${draft.po_number}`);
  const row = page.getByRole('row').filter({ hasText: draft.po_number });
  await expect.poll(() => row.locator('[data-label="Outstanding"]').innerText()).toBe('—');
});

test('F21 the one main button of an order is its next step: receive, then bill, then pay, then none', async () => {
  const order = await desk.sent([{ description: 'Cups', vat_code: 'Z' }]);
  const page = await openOrder(order);
  const mainButtons = () => page.locator('.page-header button[data-variant="filled"]').allInnerTexts();
  await expect.poll(mainButtons).toEqual(['Receive goods']);
  await desk.receive(order.id);
  await page.reload();
  await expect.poll(mainButtons).toEqual(['Record bill']);
  await desk.bill(order.id, [{ line_id: lineOf(order), quantity: '10' }]);
  await page.reload();
  await expect.poll(mainButtons).toEqual(['Pay']);
  await desk.pay(order, '10.00');
  await page.reload();
  await expect.poll(() => region(page, 'Order')).toContain('Paid £10.00');
  await expect.poll(mainButtons).toEqual([]);
});

test.each([
  ['dearer', '17.20'],
  ['cheaper', '9.00'],
])('F04 P4 after a %s bill Pay proposes what was billed, not what was ordered', async (_, owed) => {
  const order = await desk.sent([{ description: 'Cups', vat_code: 'Z' }]);
  await desk.receive(order.id);
  const billed = { line_id: lineOf(order), quantity: '10', net: owed, vat: '0.00' };
  expect((await desk.bill(order.id, [billed], { accept_difference: true })).status).toBe(200);
  const page = await openOrder(order);
  await press(page, 'Pay');
  const dialog = page.getByRole('dialog', { name: `Pay ${order.supplier.name}` });
  await expect.poll(() => dialog.getByLabel('Amount').inputValue()).toBe(owed);
  await expect.poll(() => region(page, 'Order')).toContain(`Outstanding £${owed}`);
});

test('F21 the carrier’s open bill makes paying no step of an order that is paid; it leads to the carrier', async () => {
  const carrier = await someSupplier(shop().db, 'Swift Freight');
  const product = await someProduct(shop().db);
  const order = await desk.sent([{ product_id: product, vat_code: 'Z' }]);
  const { reply } = await desk.receive(order.id);
  await desk.bill(order.id, [{ line_id: lineOf(order), quantity: '10' }]);
  await desk.pay(order, '10.00');
  await admin.call(purchases.landedCost, {
    params: { id: order.id },
    body: {
      receipt_id: reply.receipts[0]?.id ?? 0,
      supplier_id: carrier,
      supplier_bill_number: 'SWIFT-1',
      bill_date: londonDate(new Date()),
      net: '3.00',
      vat: '0.00',
      vat_code: 'Z',
      basis: 'value',
    },
  });
  const page = await openOrder(order);
  await page.getByRole('heading', { name: order.po_number }).waitFor();
  await expect.poll(() => region(page, 'Bills')).toContain('SWIFT-1 Landed cost of Swift Freight');
  expect(await page.locator('.page-header button[data-variant="filled"]').count()).toBe(0);
  expect(await page.getByRole('button', { name: 'Pay', exact: true }).count()).toBe(0);
  await press(page, 'More');
  await page.getByRole('menuitem', { name: 'Pay Swift Freight' }).click();
  await page.waitForURL(new RegExp(`/suppliers/${carrier}$`));
});

test('F14 Enter in a date field saves no order; Ctrl+Enter does', async () => {
  const page = await shop().openAs(['admin'], '/purchases/create');
  const sends: string[] = [];
  page.on(
    'request',
    sent => sent.method() === 'POST' && sent.url().endsWith('/purchases') && sends.push(sent.url()),
  );
  await page.getByLabel('Supplier').fill('Nobody we know');
  await page.getByLabel('Reference').press('Enter');
  await page.getByLabel('Order date').press('Enter');
  await page.getByLabel('Expected delivery').press('Enter');
  expect(await page.getByText('Choose a supplier.').count()).toBe(0);
  await page.getByLabel('Order date').press('Control+Enter');
  await page.getByText('Choose a supplier.').first().waitFor();
  expect(sends).toEqual([]);
});
