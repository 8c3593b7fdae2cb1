import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { purchases } from '#domain/purchase-orders/purchase-order.contract';
import { purchasingSettings } from '#domain/purchase-orders/purchasing-settings.contract';
import { breachesOf } from '../support/books';
import { useShop } from '../support/browser';
import { lineOf, type Order, orderDesk } from '../support/orders';
import { someProduct } from '../support/products';
import { type SmtpSink, startSmtpSink } from '../support/smtp-sink';
import type { Caller } from '../support/test-app';
import { pdfOf } from '../support/upload';
import { answerQuestion } from '../support/questions';

const sink: SmtpSink = await startSmtpSink();
const shop = useShop({ jobs: true, smtpUrl: sink.url });
let admin: Caller;
const desk = orderDesk(() => ({ app: shop(), admin }));
beforeAll(async () => {
  admin = await shop().as('admin');
});
afterAll(() => sink.close());

const view = 'view_purchaseorder';
const openOrder = (order: Order) => shop().openAs(['admin'], `/purchases/${order.id}`);
const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click();
const choose = async (page: Page, name: string) => {
  await press(page, 'More');
  await page.getByRole('menuitem', { name }).click();
};
const said = (page: Page, words: string | RegExp) => page.getByRole('status').getByText(words).waitFor();
const region = async (page: Page, name: string) =>
  (await page.getByRole('region', { name, exact: true }).innerText()).replaceAll(/\s+/g, ' ');

describe('receiving', () => {
  test('P2 P3 goods arrive in two parts; more than ordered is refused at its field; a scan counts', async () => {
    const product = await someProduct(shop().db, { name: 'Teapot', sku: 'POT', status: 'inactive' });
    const order = await desk.sent([
      { product_id: product, quantity: '10' },
      { description: 'Pallet', quantity: '1' },
    ]);
    const page = await openOrder(order);
    await page.getByRole('heading', { name: order.po_number }).waitFor();
    await page.keyboard.press('r');
    const dialog = page.getByRole('dialog', { name: `Receive goods for ${order.po_number}` });
    const now = dialog.getByLabel('Receive now: Teapot');
    await expect.poll(() => now.inputValue()).toBe('10');
    await now.fill('11');
    await dialog.getByRole('button', { name: 'Receive goods' }).click();
    await dialog.getByRole('table').getByText('At most 10 can be received.').waitFor();

    await dialog.getByRole('button', { name: 'Clear quantities' }).click();
    const scan = dialog.getByLabel('Scan to count');
    const scanned = async (count: number) => {
      await scan.fill('POT');
      await scan.press('Enter');
      await dialog.getByText(`Teapot: ${count} counted.`).waitFor();
      await expect.poll(() => now.inputValue()).toBe(String(count));
    };
    for (const count of [1, 2, 3]) await scanned(count);
    // A scan adds to what is in the field: a whole carton was typed over the count, then cleared.
    await now.fill('6');
    await scanned(7);
    await dialog.getByRole('button', { name: 'Clear quantities' }).click();
    for (const count of [1, 2, 3]) await scanned(count);
    // Part of a code is no scan.
    await scan.fill('PO');
    await scan.press('Enter');
    await dialog.getByText('No product has the code PO.').waitFor();
    await expect.poll(() => dialog.getByLabel('Receive now: Pallet').inputValue()).toBe('');
    await scan.fill('NOBODY');
    await scan.press('Enter');
    await dialog.getByText('No product has the code NOBODY.').waitFor();
    await dialog.getByLabel('Delivery note number').fill('DN-5');
    await dialog.getByRole('button', { name: 'Receive goods' }).click();
    await said(page, /^Goods received as GRN-\d+\.$/);
    await expect.poll(() => region(page, 'Goods received')).toContain('3 × Teapot £3.00 DN-5');
    await page.getByText('Received', { exact: true }).first().waitFor();

    await press(page, 'Receive goods');
    await expect.poll(() => now.inputValue()).toBe('7');
    await dialog.getByRole('button', { name: 'Receive goods' }).click();
    await said(page, /The order is completed\.$/);
    await expect.poll(() => page.getByRole('button', { name: 'Receive goods' }).count()).toBe(0);
    expect((await desk.get(order.id)).status).toBe('completed');
  });

  test('P1 P2 the remaining quantity is closed short, the total drops, and it can be reopened', async () => {
    const order = await desk.sent([{ description: 'Cups', quantity: '10' }]);
    await desk.receive(order.id, [{ line_id: lineOf(order), quantity: '4' }]);
    const page = await openOrder(order);
    await choose(page, 'Close short');
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('button', { name: 'Close short' }).click();
    await dialog.getByText('Reason is required.').waitFor();
    await dialog.getByLabel('Reason').fill('Discontinued');
    await dialog.getByRole('button', { name: 'Close short' }).click();
    await said(page, `${order.po_number} closed short.`);
    await expect.poll(() => region(page, 'Lines')).toContain('Total £4.80');
    await page.getByRole('table', { name: 'Lines' }).getByText('Closed short', { exact: true }).waitFor();
    await choose(page, 'Reopen');
    await dialog.getByLabel('Reason').fill('Found some');
    await dialog.getByRole('button', { name: 'Reopen' }).click();
    await said(page, `${order.po_number} reopened.`);
    await expect.poll(() => region(page, 'Lines')).toContain('Total £12.00');
  });
});

describe('bills, returns and landed costs', () => {
  test('a bill is matched, a variance accepted, and its number recorded once', async () => {
    const product = await someProduct(shop().db, { name: 'Kettle' });
    const order = await desk.sent([{ product_id: product, quantity: '10', unit_price: '9.99' }]);
    await desk.receive(order.id);
    const page = await openOrder(order);
    await press(page, 'Record bill');
    const dialog = page.getByRole('dialog', { name: `Record a bill for ${order.po_number}` });
    const sums = async () => (await dialog.getByLabel('Totals').innerText()).replaceAll(/\s+/g, ' ');
    expect(await sums()).toBe('Variance from goods received £0.00 Net £99.90 VAT £19.98 Bill total £119.88');
    await dialog.getByLabel('Supplier’s bill number').fill('INV 77');
    await dialog.getByLabel('Billed now: Kettle').fill('6');
    await dialog.getByLabel('Net as printed: Kettle').fill('59.95');
    await expect
      .poll(sums)
      .toBe('Variance from goods received £0.01 Net £59.95 VAT £11.99 Bill total £71.94');
    await dialog.getByRole('button', { name: 'Record bill' }).click();
    await said(page, 'Bill recorded.');
    await expect.poll(() => region(page, 'Bills')).toContain('INV 77 Goods');
    expect(await region(page, 'Bills')).toContain('£59.95 £11.99 £71.94 £0.01 more £71.94');

    await press(page, 'Record bill');
    await expect.poll(() => dialog.getByLabel('Billed now: Kettle').inputValue()).toBe('4');
    await dialog.getByLabel('Supplier’s bill number').fill('inv 77');
    await dialog.getByLabel('Net as printed: Kettle').fill('50');
    await dialog.getByLabel(/accept the variance of £10\.04/).waitFor();
    await dialog.getByRole('button', { name: 'Record bill' }).click();
    await dialog
      .getByText(/The bill is £10\.04 more than the goods received/)
      .first()
      .waitFor();
    await dialog.getByLabel(/accept the variance/).check();
    await dialog.getByRole('button', { name: 'Record bill' }).click();
    await dialog
      .getByText(/^Bill inv 77 from .* has already been recorded\. Check that it is not paid twice\.$/)
      .first()
      .waitFor();
    await dialog.getByLabel('Supplier’s bill number').fill('INV 78');
    await dialog.getByRole('button', { name: 'Record bill' }).click();
    await said(page, 'Bill recorded.');
    await expect.poll(() => page.getByRole('button', { name: 'Record bill' }).count()).toBe(0);
    expect(await breachesOf(shop().db)).toEqual([]);
  });

  test('L1 W4 a bill recorded in error is reversed; payments on it stay as credit, once confirmed', async () => {
    const order = await desk.sent([{ description: 'Kettle', quantity: '10' }]);
    await desk.receive(order.id);
    const line = { line_id: lineOf(order), quantity: '10' };
    await desk.bill(order.id, [line], { supplier_bill_number: 'INV 77' });
    await desk.pay(order, '10.00');
    const page = await openOrder(order);
    await press(page, 'Reverse bill INV 77');
    const reverse = page.getByRole('dialog', { name: 'Reverse bill INV 77' });
    await reverse.getByLabel('Reason').fill('Of another shop');
    await reverse.getByRole('button', { name: 'Reverse bill' }).click();
    await reverse
      .getByText(/£10\.00 of this bill is settled\. Confirm/)
      .first()
      .waitFor();
    await reverse.getByLabel('Keep the £10.00 already settled as credit with the supplier').check();
    await reverse.getByRole('button', { name: 'Reverse bill' }).click();
    await said(page, 'Bill INV 77 reversed.');
    await expect.poll(() => region(page, 'Bills')).toContain('Reversed');
    const again = page.getByRole('button', { name: 'Reverse bill INV 77' });
    expect(await again.getAttribute('aria-disabled'), 'has already been reversed').toBe('true');
    await page.getByRole('button', { name: 'Record bill' }).waitFor();
    expect(await breachesOf(shop().db)).toEqual([]);
    await page
      .getByRole('region', { name: 'Bills' })
      .getByRole('link', { name: /^Journal/ })
      .last()
      .click();
    await page.getByText('Of another shop').first().waitFor();
  });

  test('I6 goods are returned by receipt, and the billed part is credited', async () => {
    const product = await someProduct(shop().db, { name: 'Cracked jug' });
    const order = await desk.sent([{ product_id: product, quantity: '3', unit_price: '5.00' }]);
    await desk.receive(order.id);
    await desk.bill(order.id, [{ line_id: lineOf(order), quantity: '3' }]);
    const page = await openOrder(order);
    await choose(page, 'Return goods');
    const dialog = page.getByRole('dialog', { name: `Return goods from ${order.po_number}` });
    await dialog.getByLabel('Reason').fill('Cracked');
    await dialog.getByRole('button', { name: 'Return goods' }).click();
    await dialog.getByText('Enter what is returned.').waitFor();
    await dialog.getByLabel(/^Return now: Cracked jug/).fill('4');
    await dialog.getByRole('button', { name: 'Return goods' }).click();
    await dialog.getByRole('table').getByText('At most 3 can be returned.').waitFor();
    await dialog.getByLabel(/^Return now: Cracked jug/).fill('1');
    await dialog.getByRole('button', { name: 'Return goods' }).click();
    await said(page, /^Goods returned as RET-\d+, credited by SCN-\d+\.$/);
    await expect.poll(() => region(page, 'Returns')).toMatch(/Cracked SCN-\d+ — £6\.00/);
    expect(await region(page, 'Order')).toContain('Credited £6.00 Outstanding £12.00');
  });

  test('M6 landed cost is spread over a receipt', async () => {
    const vase = await someProduct(shop().db, { name: 'Vase' });
    const order = await desk.sent([{ product_id: vase, quantity: '3', unit_price: '5.00' }]);
    await desk.receive(order.id);
    const page = await openOrder(order);
    await choose(page, 'Add landed cost');
    const dialog = page.getByRole('dialog', { name: `Landed cost of ${order.po_number}` });
    await dialog.getByRole('button', { name: 'Record landed cost' }).click();
    await dialog.getByText('Carrier’s bill number is required.').waitFor();
    await dialog.getByText('Choose a supplier.').waitFor();
    await dialog.getByRole('combobox', { name: 'Billed by' }).fill(order.supplier.name);
    await page.locator('[role="option"]').first().click();
    await dialog.getByLabel('Bill number').fill('FREIGHT-1');
    await dialog.getByRole('textbox', { name: 'Net', exact: true }).fill('10');
    await expect.poll(() => dialog.getByLabel('VAT as printed').getAttribute('placeholder')).toBe('2.00');
    await dialog.getByRole('button', { name: 'Record landed cost' }).click();
    await said(page, 'Landed cost recorded.');
    await expect.poll(() => region(page, 'Bills')).toContain('FREIGHT-1 Landed cost of');
    expect(await breachesOf(shop().db)).toEqual([]);
  });
});

describe('sending and approving', () => {
  test('an order is emailed with its PDF and marked as sent once the email is accepted', async () => {
    const order = await desk.draft([{ description: 'Cups' }]);
    const page = await openOrder(order);
    const download = page.waitForEvent('download');
    await press(page, 'PDF');
    expect((await download).suggestedFilename()).toBe(`${order.po_number}.pdf`);
    await press(page, 'Send');
    const dialog = page.getByRole('dialog', { name: `Send ${order.po_number}` });
    await dialog.getByLabel('To Email').fill('not an address');
    await dialog.getByRole('button', { name: 'Send Email' }).click();
    await dialog.getByText('Enter one email address').waitFor();
    await dialog.getByLabel('To Email').fill('orders@supplier.example');
    await dialog.getByRole('button', { name: 'Send Email' }).click();
    await said(page, 'Order sent to orders@supplier.example.');
    await page.getByText('Sent', { exact: true }).first().waitFor();
    expect(sink.delivered.at(-1)?.content).toContain(`${order.po_number}.pdf`);
  });

  test('a revision is sent again, marked as one in its subject', async () => {
    const order = await desk.sent([{ description: 'Cups' }]);
    const lines = [{ id: lineOf(order), description: 'Cups', quantity: '12', unit_price: '1.00' }];
    const body = { supplier_id: order.supplier.id, lines };
    await admin.call(purchases.update, { params: { id: order.id }, body });
    const page = await openOrder(order);
    await choose(page, 'Send revision');
    const dialog = page.getByRole('dialog', { name: `Send revision 2 of ${order.po_number}` });
    await dialog.getByLabel('To Email').fill('orders@supplier.example');
    await dialog.getByRole('button', { name: 'Send Email' }).click();
    await said(page, 'Order sent to orders@supplier.example.');
    expect(sink.delivered.at(-1)?.content).toContain(`Purchase order ${order.po_number}, revision 2`);
    expect((await desk.get(order.id)).status).toBe('sent');
  });

  test('above the limit another person than the author approves before sending; a draft without lines is blocked', async () => {
    const lister = await shop().openAs(['admin'], '/purchases');
    await lister.getByRole('link', { name: 'Rules' }).click();
    const rules = lister.getByRole('region', { name: 'Purchasing' });
    await rules.getByLabel('Order approval above').fill('50');
    await rules.getByLabel('Over-receipt allowed (%)').fill('101');
    await rules.getByRole('button', { name: 'Save' }).click();
    await rules.getByText('Enter a percentage from 0 to 100').waitFor();
    await rules.getByLabel('Over-receipt allowed (%)').fill('0');
    await rules.getByRole('button', { name: 'Save' }).click();
    const limit = async () => (await admin.call(purchasingSettings.get)).reply.approval_limit;
    await expect.poll(limit).not.toBeNull();
    const dear = await desk.draft([{ description: 'Urn', quantity: '1', unit_price: '60.00' }]);
    const empty = await desk.draft([]);
    try {
      const sender = await shop().openAs([view, 'send_purchaseorder'], `/purchases/${dear.id}`);
      await sender.getByText('This order is above the limit and needs approval before it is sent.').waitFor();
      expect(await sender.getByRole('button', { name: 'Send' }).count()).toBe(0);
      await press(sender, 'Ask for approval');
      await said(sender, `Approval of ${dear.po_number} has been requested.`);
      const approver = await shop().openAs([view, 'approve_purchaseorder'], `/purchases/${dear.id}`);
      await press(approver, 'Approve');
      await said(approver, `${dear.po_number} approved.`);
      await sender.reload();
      await choose(sender, 'Mark as sent');
      await said(sender, `${dear.po_number} marked as sent.`);
      await sender.goto(`/purchases/${empty.id}`);
      await sender.getByText('Add at least one line before you send this order.').waitFor();
    } finally {
      const body = { approval_limit: null, over_receipt_percent: '0' };
      await admin.call(purchasingSettings.update, { body });
    }
  });
});

test('attachments are added to an order, opened and removed; other file types are refused by name', async () => {
  const order = await desk.draft([{ description: 'Cups' }]);
  const page = await openOrder(order);
  const papers = page.getByRole('region', { name: 'Attachments' });
  await papers.getByText('No attachments yet.').waitFor();
  const field = papers.locator('input[type="file"]');
  await field.setInputFiles({ name: 'quote.exe', mimeType: 'application/pdf', buffer: pdfOf(100) });
  await page.getByRole('alert').getByText('quote.exe').waitFor();
  await field.setInputFiles([
    { name: 'quote.pdf', mimeType: 'application/pdf', buffer: pdfOf(3_000) },
    { name: 'note.pdf', mimeType: 'application/pdf', buffer: pdfOf(100) },
  ]);
  await papers.getByRole('row', { name: /quote\.pdf 3 KB/ }).waitFor();
  const download = page.waitForEvent('download');
  await papers.getByRole('button', { name: 'quote.pdf', exact: true }).click();
  expect((await download).suggestedFilename()).toBe('quote.pdf');
  await press(page, 'Remove note.pdf');
  await answerQuestion(page, 'Remove note.pdf?', 'Remove');
  await papers.getByText('note.pdf').waitFor({ state: 'detached' });
  const reader = await shop().openAs([view], `/purchases/${order.id}`);
  const read = reader.getByRole('region', { name: 'Attachments' });
  await read.getByRole('button', { name: 'quote.pdf' }).waitFor();
  await expect.poll(() => read.getByRole('button').count()).toBe(1);
});

test('each action is shown with its permission only, and for the orders it fits', async () => {
  const order = await desk.sent([{ description: 'Cups' }]);
  await desk.receive(order.id, [{ line_id: lineOf(order), quantity: '1' }]);
  const buttons = async (page: Page) => {
    await page.getByRole('heading', { name: order.po_number }).waitFor();
    return (await page.locator('.page-header button').allInnerTexts()).map(name => name.trim());
  };
  for (const [right, seen] of [
    [view, ['PDF']],
    ['edit_purchaseorder', ['PDF', 'Revise', 'More', 'Record bill']],
    ['receive_purchaseorder', ['PDF', 'More', 'Receive goods']],
    ['create_payment', ['PDF', 'More', 'Record bill']],
    // Mark as sent, disabled with its reason (F06).
    ['send_purchaseorder', ['PDF', 'More']],
    ['create_purchaseorder', ['PDF', 'More']],
  ] as const) {
    const page = await shop().openAs([...new Set([view, right] as const)], `/purchases/${order.id}`);
    expect(await buttons(page), right).toEqual([...seen]);
    await page.close();
  }
});

test('an order that does not exist, or cannot be loaded, says so', async () => {
  const page = await shop().openAs(['admin'], '/purchases/99999999');
  await page.getByRole('alert').getByText('Purchase order not found').waitFor();
  await page.goto('/purchases/not-a-number');
  await page.getByRole('alert').getByText('Purchase order not found').waitFor();
  await page.route('**/api/purchases/5', route => route.fulfill({ status: 500, body: '' }));
  await page.goto('/purchases/5');
  await page.getByRole('alert').getByText('The purchase order could not be loaded.').waitFor();
});
