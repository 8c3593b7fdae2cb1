import type { Page } from 'playwright-core';
import { beforeAll, expect, test } from 'vitest';
import { journals } from '#domain/journals/journal.contract';
import { products } from '#domain/products/product.contract';
import { payments } from '#domain/payments/payment.contract';
import { purchases } from '#domain/purchase-orders/purchase-order.contract';
import { seriousProblems } from '../support/accessible';
import { someCustomer } from '../support/books';
import { useShop } from '../support/browser';
import { staffOffice } from '../support/employees';
import { someCounting } from '../support/stocktakes';
import { imports } from '#domain/imports/import.contract';
import { checkTable, commitTable, settled, uploadTable } from '../support/imports';
import { lineOf, orderDesk } from '../support/orders';
import { quoted, quoteSent } from '../support/quotes';
import { openTill, shopFloor, stockedProduct } from '../support/shop';
import type { Caller } from '../support/test-app';
import { someTills } from '../support/tills';

const shop = useShop({ jobs: true });
let admin: Caller;
let till: number;
const desk = orderDesk(() => ({ app: shop(), admin }));
const { sold, refund } = shopFloor(() => ({ app: shop(), seller: admin, till }));
beforeAll(async () => {
  admin = await shop().as('admin');
  till = await openTill(shop().db);
});

/** An action of the page that is not possible now: shown, disabled, and its reason available to screen readers. */
async function blockedButton(page: Page, name: string): Promise<string> {
  const button = page.getByRole('button', { name, exact: true });
  await button.waitFor();
  await expect.poll(() => button.getAttribute('aria-disabled')).toBe('true');
  const described = (await button.getAttribute('aria-describedby')) ?? '';
  await button.focus();
  const reason = page.locator(`[id="${described}"]`);
  await reason.waitFor({ state: 'visible' });
  await button.click({ force: true });
  expect(await page.getByRole('dialog').count()).toBe(0);
  return reason.innerText();
}

async function blockedEntry(page: Page, name: RegExp): Promise<string> {
  const entry = page.getByRole('menuitem', { name });
  await entry.waitFor();
  await expect.poll(() => entry.getAttribute('aria-disabled')).toBe('true');
  return entry.innerText();
}

const more = (page: Page, label: string | RegExp = 'More') =>
  page.getByRole('button', { name: label }).click();

test('F06 a refunded invoice keeps Refund, Edit and Cancel, disabled, with the reason', async () => {
  const product = await stockedProduct(shop().db);
  const sale = await sold([{ product_id: product, quantity: '1' }], 240);
  expect((await refund(sale, [{ line_number: 1, quantity: '1' }], 240)).status).toBe(200);
  const page = await shop().openAs(['admin'], `/sales/invoices/${sale.id}`);
  expect(await blockedButton(page, 'Refund')).toContain(`${sale.number} has already been refunded in full.`);
  expect(await seriousProblems(page)).toEqual([]);
  await more(page);
  expect(await blockedEntry(page, /^Edit sale/)).toContain('Make a new sale instead.');
  expect(await blockedEntry(page, /^Cancel sale/)).toContain('has already been refunded in full.');
});

test('F06 an action without permission is absent', async () => {
  const product = await stockedProduct(shop().db);
  const sale = await sold([{ product_id: product, quantity: '1' }], 240);
  const page = await shop().openAs(['view_sale'], `/sales/invoices/${sale.id}`);
  await page.getByRole('button', { name: 'PDF' }).waitFor();
  expect(await page.getByRole('button', { name: 'Refund' }).count()).toBe(0);
});

test('F06 a posted stocktake, a journal of a document and a product in use keep impossible actions, with the reason', async () => {
  const on = await someCounting(shop());
  const product = await on.stocked();
  const id = await on.started([product]);
  await on.count(id, product, '9');
  expect((await on.post(id)).status).toBe(200);
  const page = await shop().openAs(['admin'], `/stock/counts/${id}`);
  expect(await blockedButton(page, 'Post')).toContain('is already posted.');
  await more(page);
  expect(await blockedEntry(page, /^Cancel the stocktake/)).toContain('is already posted.');

  const { reply } = await admin.call(journals.list, { query: {} });
  const journal = reply.data.find(({ kind }) => kind === 'stock_count')?.id ?? 0;
  await page.goto(`/journals/${journal}`);
  expect(await blockedButton(page, 'Reverse')).not.toBe('');

  const { reply: detail } = await admin.call(products.get, { params: { id: product } });
  await page.goto(`/products/${detail.id}`);
  await more(page, 'More actions');
  expect(await blockedEntry(page, /^Delete/)).toContain('Archive it instead.');
});

test('F06 a till being counted, and a closed one, keep impossible actions, with the reason', async () => {
  const floor = await someTills(shop());
  const id = await floor.opened();
  await floor.count(id, { total: '100.00' });
  const page = await shop().openAs(['admin'], `/sales/tills/${id}`);
  expect(await blockedButton(page, 'Cash')).toContain('Finish or cancel the count first.');
  expect(await blockedButton(page, 'Count the till')).toContain('is already being counted.');
  await floor.close(id);
  await page.reload();
  expect(await blockedButton(page, 'Cash')).toMatch(/^This session of .* is closed\.$/);
  expect(await blockedButton(page, 'Count the till')).toMatch(/^This session of .* is closed\.$/);
  expect(await blockedButton(page, 'Approve variance')).toBe('This variance does not need approval.');
  expect(await blockedButton(page, 'X report')).toMatch(/ is closed\. Its Z report has the final figures\.$/);
  expect(await seriousProblems(page)).toEqual([]);
  const seller = await shop().openAs(['view_pos', 'create_sale'], `/sales/tills/${id}`);
  await blockedButton(seller, 'Cash');
  expect(await seller.getByRole('button', { name: 'Count the till' }).count()).toBe(0);
  expect(await seller.getByRole('button', { name: 'Approve variance' }).count()).toBe(0);
});

test('F06 the bills and payments of an order keep impossible actions, with the reason', async () => {
  const product_id = await stockedProduct(shop().db);
  const order = await desk.sent([{ product_id, quantity: '10', unit_price: '1.00' }]);
  await desk.receive(order.id);
  const billed = (await desk.bill(order.id, [{ line_id: lineOf(order), quantity: '10' }])).reply;
  const bill = billed.bills[0];
  await desk.pay(order, '2.00');
  const pending = (await desk.pay(order, '3.00', { status: 'pending' })).reply;
  await admin.call(payments.cancel, { params: { id: pending.id }, body: { reason: 'Twice' } });
  const page = await shop().openAs(['admin'], `/purchases/${order.id}`);
  const paid = page.getByRole('table', { name: 'Payments' }).getByRole('row').nth(1);
  await paid.getByRole('button', { name: /^Reverse payment/ }).waitFor();
  const number = (await paid.getByRole('cell').first().innerText()).trim();
  expect(await blockedButton(page, `Complete payment ${number}`)).toBe(
    `${number} is already completed, so it cannot be confirmed.`,
  );
  expect(await blockedButton(page, `Mark as failed ${number}`)).toContain('is already completed');
  const theirs = bill?.supplier_bill_number ?? '';
  await page.setViewportSize({ width: 390, height: 800 });
  await blockedButton(page, `Complete payment ${number}`);
  const reason = await page.locator('[role="tooltip"]:visible').boundingBox();
  expect(reason?.x).toBeGreaterThanOrEqual(0);
  expect((reason?.x ?? 0) + (reason?.width ?? 999)).toBeLessThanOrEqual(390);
  await page.setViewportSize({ width: 1440, height: 900 });
  expect(await blockedButton(page, 'Reverse payment £3.00')).toContain('has already been cancelled');
  expect(await seriousProblems(page)).toEqual([]);
  const reversal = { reason: 'Entered twice', free_payments: true };
  const reversed = await admin.call(purchases.reverseBill, {
    params: { id: order.id, bill_id: bill?.id ?? 0 },
    body: reversal,
  });
  expect(reversed.status).toBe(200);
  await page.reload();
  expect(await blockedButton(page, `Reverse bill ${theirs}`)).toBe(
    `Bill ${theirs} has already been reversed.`,
  );
  expect(await blockedButton(page, `Record credit note ${theirs}`)).toContain('is reversed');
  const again = await admin.call(purchases.reverseBill, {
    params: { id: order.id, bill_id: bill?.id ?? 0 },
    body: reversal,
  });
  expect([again.status, again.refusal.message]).toEqual([409, `Bill ${theirs} has already been reversed.`]);
});

test('F06 an import keeps what its step does not allow, with the reason', async () => {
  const rows = { name: 'firms.csv', content: 'Name\nBlocked & Co\n' };
  const uploaded = await uploadTable(admin, 'suppliers', rows);
  const page = await shop().openAs(['admin'], '/imports');
  expect(await blockedButton(page, 'Undo firms.csv')).toBe('This import has not been carried out yet.');
  await page.getByRole('button', { name: 'Discard firms.csv' }).waitFor();
  await checkTable(admin, uploaded);
  await commitTable(admin, uploaded.id);
  await page.goto(`/imports/${uploaded.id}`);
  expect(await blockedButton(page, 'Discard')).toBe('This import has already been carried out.');
  expect((await admin.call(imports.discard, { params: { id: uploaded.id } })).status).toBe(409);
  await admin.call(imports.undo, { params: { id: uploaded.id } });
  await settled(admin, uploaded.id);
  await page.reload();
  expect(await blockedButton(page, 'Undo this import')).toBe('This import has already been undone.');
  expect(await seriousProblems(page)).toEqual([]);
});

test('F06 an order keeps the actions of its other states in the menu, with the reason', async () => {
  const product_id = await stockedProduct(shop().db);
  const lines = [{ product_id, quantity: '10', unit_price: '1.00' }];
  const draft = await desk.draft(lines);
  const page = await shop().openAs(['admin'], `/purchases/${draft.id}`);
  await more(page);
  expect(await blockedEntry(page, /^Close short/)).toContain('is draft, so it cannot be closed.');
  expect(await blockedEntry(page, /^Reopen/)).toContain('is draft, so it cannot be reopened.');
  expect(await blockedEntry(page, /^Record refund/)).toContain('Nothing has been paid on this order.');
  const sent = await desk.sent(lines);
  await page.goto(`/purchases/${sent.id}`);
  await more(page);
  expect(await blockedEntry(page, /^Mark as sent/)).toContain('has already been sent.');
  expect(await blockedEntry(page, /^Delete the draft/)).toContain('Only drafts can be deleted.');
  expect(await blockedEntry(page, /^Close short/)).toContain('Nothing has been received yet.');
  await desk.receive(sent.id);
  await page.reload();
  await more(page);
  expect(await blockedEntry(page, /^Close short/)).toContain('is completed, so it cannot be closed.');
  expect(await blockedEntry(page, /^Reopen/)).toContain('Everything on this order has been received.');
});

test('F06 an open quote keeps Reopen, disabled, with the reason', async () => {
  const product = await stockedProduct(shop().db);
  const customer = await someCustomer(shop().db, 'Quay Cafe');
  const quote = await quoted(admin, quoteSent(customer, [{ product_id: product, quantity: '1' }], 240));
  const page = await shop().openAs(['admin'], `/sales/quotes/${quote.id}`);
  await more(page);
  expect(await blockedEntry(page, /^Reopen/)).toContain(`${quote.number} is already open.`);
});

test('F06 an employee keeps each step or the one back, disabled with the reason while it is not possible', async () => {
  const office = await staffOffice(shop());
  const employee = await office.hired({ name: 'Ada Away' });
  const page = await shop().openAs(['admin'], `/employees/${employee.id}`);
  const entries = async () => {
    await more(page, 'More for Ada Away');
    await page.getByRole('menuitem').first().waitFor();
    const texts = await page.getByRole('menuitem').allInnerTexts();
    await page.keyboard.press('Escape');
    return texts.map(text => text.split('\n')[0]);
  };
  expect(await entries()).toEqual([
    'Email',
    'Start leave',
    'Suspend',
    'Record leaving',
    'Export personal data',
    'Erase personal data',
  ]);
  expect((await office.step(employee, 'go_on_leave')).status).toBe(200);
  await page.reload();
  expect((await entries()).slice(1, 4)).toEqual(['Back from leave', 'Suspend', 'Record leaving']);
  await more(page, 'More for Ada Away');
  expect(await blockedEntry(page, /^Suspend/)).toContain('Ada Away is on leave and cannot be suspended.');
  expect(await blockedEntry(page, /^Email/)).toContain('This employee has no email address.');
});
