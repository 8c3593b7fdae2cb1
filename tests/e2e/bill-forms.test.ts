import type { Locator, Page } from 'playwright-core';
import { beforeAll, describe, expect, test } from 'vitest';
import { purchases } from '#domain/purchase-orders/purchase-order.contract';
import { supplierBills } from '#domain/purchase-orders/supplier-bill.contract';
import { supplierDocuments } from '#domain/purchase-orders/supplier-document.contract';
import { seriousProblems } from '../support/accessible';
import { breachesOf, someSupplier } from '../support/books';
import { useShop } from '../support/browser';
import { notStored, stored, storeNoDrafts } from '../support/drafts';
import { fitsWindow } from '../support/fits-window';
import { loseAnswers } from '../support/lose-answers';
import { noticed } from '../support/notices';
import { lineOf, orderDesk } from '../support/orders';
import { pasteInto, range } from '../support/paste';
import { settled } from '../support/settled';
import type { Caller } from '../support/test-app';

const shop = useShop();
let admin: Caller;
const desk = orderDesk(() => ({ app: shop(), admin }));
beforeAll(async () => {
  admin = await shop().as('admin');
});

const field = (dialog: Locator, label: string) => dialog.getByLabel(label, { exact: true });
const totals = async (dialog: Locator) =>
  (await dialog.getByLabel('Totals').innerText()).replaceAll(/\s+/g, ' ').trim();
const note = (dialog: Locator, text: string) => dialog.getByRole('status').getByText(text).waitFor();

async function openBill(page: Page): Promise<Locator> {
  await page.getByRole('button', { name: 'Record bill', exact: true }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Supplier’s bill number').waitFor();
  // The focus is moved twice after the dialog is shown.
  await settled(page);
  return dialog;
}

async function openCredit(page: Page): Promise<Locator> {
  await page.getByRole('button', { name: 'More' }).click();
  await page.getByRole('menuitem', { name: 'Record credit note' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Supplier’s credit note number').waitFor();
  await settled(page);
  return dialog;
}

/** Watches the rows of the lines; the function returns the numbers of those that have changed since. */
async function watchRows(dialog: Locator, table: string): Promise<() => Promise<number[]>> {
  const body = dialog.getByRole('table', { name: table, exact: true }).locator('tbody');
  await body.evaluate(node => {
    const changed = new Set<number>();
    Object.assign(window, { changed });
    new MutationObserver(changes => {
      for (const { target } of changes) {
        const element = target instanceof Element ? target : target.parentElement;
        changed.add(Number(element?.closest('tr')?.dataset.index ?? -1) + 1);
      }
    }).observe(node, { subtree: true, childList: true, characterData: true, attributes: true });
  });
  return () => dialog.page().evaluate(() => [...(window as unknown as { changed: Set<number> }).changed]);
}

/** Whether the totals are within the window, and the field with the focus is not below them. */
const totalsInSight = (page: Page): Promise<boolean> =>
  page.evaluate(() => {
    const foot = document.querySelector('[role="dialog"] .document-foot')?.getBoundingClientRect();
    const focused = document.activeElement?.getBoundingClientRect();
    if (!foot || !focused) return false;
    return foot.top > 0 && foot.bottom <= innerHeight && focused.top >= 0 && focused.bottom <= foot.top;
  });

const netOf = (line: number) => (100 + line).toFixed(2);
const manyRows = (count: number) =>
  Array.from({ length: count }, (_, at) => [`Repair ${at + 1}`, '5000', netOf(at + 1), 'E']);

describe('a bill without an order', () => {
  const supplierPage = async (name: string, options?: { width: number }): Promise<Page> =>
    shop().openAs(['admin'], `/suppliers/${await someSupplier(shop().db, name)}`, options);

  test('F11 F19 takes rows of a spreadsheet, survives a reload, renders one line for a key, and is recorded once', async () => {
    const page = await supplierPage('Bright Windows');
    let dialog = await openBill(page);
    await dialog.getByLabel('Supplier’s bill number').fill('BW-1');
    const rows = [
      ['Windows cleaned', '5000', '£40.00', 'S'],
      ['Insurance', '6900', '100', 'E'],
      ['Parking', 'Nowhere', '6.25', '20%', '1.04'],
    ];
    expect(await pasteInto(field(dialog, 'Description of line 1'), range(rows))).toBe(false);
    await note(dialog, '3 rows pasted. Choose the account of 1 line: it was not found.');
    // 20% of £40.00 is £8.00; £1.04 is printed.
    await expect.poll(() => totals(dialog)).toBe('Net £146.25 VAT £9.04 Total £155.29');
    expect(await seriousProblems(page)).toEqual([]);
    await field(dialog, 'Account of line 3').selectOption('5000');
    const changed = await watchRows(dialog, 'Lines');
    await field(dialog, 'Net of line 2').fill('200');
    await expect.poll(() => totals(dialog)).toBe('Net £246.25 VAT £9.04 Total £255.29');
    expect(await changed()).toEqual([2]);
    await stored(page, '"net":"200"');

    await page.reload();
    dialog = await openBill(page);
    await note(dialog, 'Your unsaved changes from');
    await expect.poll(() => totals(dialog)).toBe('Net £246.25 VAT £9.04 Total £255.29');
    // A line that is left blank at the end is not sent.
    await dialog.getByRole('button', { name: 'Add line' }).click();
    await field(dialog, 'Description of line 4').and(page.locator(':focus')).waitFor();
    await field(dialog, 'Description of line 4').press('Control+Enter');
    await noticed(page, /Bill BILL-\d+ of £255\.29 recorded/);
    const { data } = (await admin.call(supplierBills.list, { query: { search: 'BW-1' } })).reply;
    expect(data.length).toBe(1);
    const bill = (await admin.call(supplierBills.get, { params: { id: data[0]?.id ?? 0 } })).reply;
    expect(bill.lines.map(line => [line.description, line.net, line.vat])).toEqual([
      ['Windows cleaned', 4000, 800],
      ['Insurance', 20_000, 0],
      ['Parking', 625, 104],
    ]);
    expect(await breachesOf(shop().db)).toEqual([]);

    dialog = await openBill(page);
    expect(await dialog.getByLabel('Supplier’s bill number').inputValue()).toBe('');
    expect(await dialog.getByText('Your unsaved changes from').count()).toBe(0);
  });

  test('F19 that was sent before the browser closed is recorded once', async () => {
    const page = await supplierPage('Sent Into The Dark');
    let dialog = await openBill(page);
    await dialog.getByLabel('Supplier’s bill number').fill('DARK-1');
    await field(dialog, 'Description of line 1').fill('Rent');
    await field(dialog, 'Account of line 1').selectOption('5000');
    await field(dialog, 'Net of line 1').fill('50.00');
    await stored(page, '"net":"50.00"');
    const { stop } = await loseAnswers(page, /\/api\/supplier-bills$/);
    await dialog.getByRole('button', { name: 'Record bill' }).click();
    await dialog.getByText('No answer came. It may have been saved.').waitFor();
    stop();
    await page.reload();
    dialog = await openBill(page);
    await note(dialog, 'Your unsaved changes from');
    await dialog.getByRole('button', { name: 'Record bill' }).click();
    await noticed(page, /Bill BILL-\d+ of £60\.00 recorded/);
    const { data } = (await admin.call(supplierBills.list, { query: { search: 'DARK-1' } })).reply;
    expect(data.length).toBe(1);
  });

  test('F19 is kept when its form is closed, can be discarded, and asks first if the browser stores nothing', async () => {
    const page = await supplierPage('Closed And Opened');
    let dialog = await openBill(page);
    await field(dialog, 'Description of line 1').fill('Half a bill');
    await stored(page, '"description":"Half a bill"');
    await page.keyboard.press('Escape');
    await dialog.waitFor({ state: 'detached' });
    dialog = await openBill(page);
    await note(dialog, 'Your unsaved changes from');
    await dialog.getByRole('button', { name: 'Discard changes' }).click();
    await expect.poll(() => field(dialog, 'Description of line 1').inputValue()).toBe('');
    await storeNoDrafts(page);
    await field(dialog, 'Description of line 1').fill('Lost');
    await notStored(page);
    await page.keyboard.press('Escape');
    await page
      .getByRole('alertdialog')
      .or(page.getByRole('dialog', { name: /leave|unsaved/i }))
      .waitFor();
  });

  test.for([1440, 390])('its totals stay in sight with sixty lines at a width of %i', async width => {
    const page = await supplierPage(`Long bill ${width}`, { width });
    const dialog = await openBill(page);
    await pasteInto(field(dialog, 'Description of line 1'), range(manyRows(60)));
    await note(dialog, '60 rows pasted.');
    // 60 × £100.00, and 1 + 2 + … + 60.
    await expect.poll(() => totals(dialog)).toBe('Net £7,830.00 VAT £0.00 Total £7,830.00');
    for (const label of ['Supplier’s bill number', 'Net of line 30', 'VAT as printed of line 60']) {
      await dialog.getByLabel(label).focus();
      await expect.poll(() => totalsInSight(page), { message: label }).toBe(true);
    }
    await fitsWindow(page);
  });

  test('says what does not fit into a hundred lines, and one undo restores what was there', async () => {
    const page = await supplierPage('Too Long');
    const dialog = await openBill(page);
    await field(dialog, 'Description of line 1').fill('Typed before');
    await pasteInto(field(dialog, 'Description of line 1'), range(manyRows(103)));
    await note(dialog, '100 rows pasted. 3 more do not fit: a bill can have at most 100 lines.');
    expect(await dialog.getByRole('button', { name: 'Add line' }).isDisabled()).toBe(true);
    await dialog.getByRole('button', { name: 'Undo paste' }).click();
    await expect.poll(() => field(dialog, 'Description of line 1').inputValue()).toBe('Typed before');
    expect(await field(dialog, 'Description of line 2').count()).toBe(0);
  });
});

test('F11 F19 the bill of an order takes a column of a spreadsheet, and is kept until it is recorded', async () => {
  const order = await desk.sent([
    { description: 'Cups', quantity: '10', unit_price: '1.00' },
    { description: 'Plates', quantity: '20', unit_price: '2.00' },
  ]);
  await desk.receive(order.id);
  const page = await shop().openAs(['admin'], `/purchases/${order.id}`);
  let dialog = await openBill(page);
  await dialog.getByLabel('Supplier’s bill number').fill('CUPS-1');
  const rows = [
    ['10', '10.50'],
    ['15', '£30.00'],
    ['1', '1.00'],
  ];
  expect(await pasteInto(field(dialog, 'Billed now: Cups'), range(rows))).toBe(false);
  await note(dialog, '2 rows pasted. 1 more does not fit: this bill can have at most 2 lines.');
  // £10.50 + £30.00, VAT at 20%; £10.00 and 15 × £2.00 were received.
  const sums = 'Variance from goods received £0.50 Net £40.50 VAT £8.10 Bill total £48.60';
  await expect.poll(() => totals(dialog)).toBe(sums);
  const changed = await watchRows(dialog, 'Lines billed');
  await field(dialog, 'VAT as printed: Plates').fill('6');
  await stored(page, '"vat":"6"');
  expect(await changed()).toEqual([2]);
  expect(await seriousProblems(page)).toEqual([]);

  // Part of the plates is billed meanwhile.
  await desk.bill(order.id, [{ line_id: lineOf(order, 1), quantity: '5' }], {
    supplier_bill_number: 'CUPS-0',
  });
  await page.reload();
  dialog = await openBill(page);
  await note(dialog, 'Your unsaved changes from');
  await expect.poll(() => totals(dialog)).toBe(sums);
  await dialog.getByRole('button', { name: 'Record bill' }).click();
  await noticed(page, 'Bill recorded.');
  const { bills } = (await admin.call(purchases.get, { params: { id: order.id } })).reply;
  const bill = bills.find(row => row.supplier_bill_number === 'CUPS-1');
  expect([bill?.net, bill?.vat]).toEqual([4050, 810]);
  expect(await breachesOf(shop().db)).toEqual([]);
});

test('F11 F19 a credit note takes rows of a spreadsheet and is kept, with the bills it credits, until it is recorded', async () => {
  const supplier_id = await someSupplier(shop().db, 'Overcharger');
  const bill = async (supplier_bill_number: string) =>
    admin.call(supplierDocuments.bill, {
      body: {
        supplier_id,
        supplier_bill_number,
        bill_date: '2026-01-05',
        date_reason: 'Late',
        lines: [{ description: 'Paper', net: '50.00', vat: '10.00', account: '5000' }],
      },
    });
  for (const number of ['OC-1', 'OC-2']) expect((await bill(number)).status).toBe(200);
  const page = await shop().openAs(['admin'], `/suppliers/${supplier_id}`);
  let dialog = await openCredit(page);
  await dialog.getByLabel('Supplier’s credit note number').fill('CR-1');
  await dialog.getByLabel('Reason').fill('Charged twice');
  const rows = [
    ['Paper', '5000', '20.00', 'S'],
    ['Goods', '', '5.00', 'Z'],
    ['Card', 'Nowhere', '1.00', 'Z'],
  ];
  await pasteInto(field(dialog, 'Description of line 1'), range(rows));
  // Without an account a line lowers the cost of goods; one that names another is chosen.
  await note(dialog, '3 rows pasted. Choose the account of 1 line: it was not found.');
  await field(dialog, 'Account of line 3').selectOption('5000');
  await expect.poll(() => totals(dialog)).toBe('Net £26.00 VAT £4.00 Total £30.00');
  const changed = await watchRows(dialog, 'Bills to credit');
  await field(dialog, 'Net of line 3').fill('2');
  await expect.poll(() => totals(dialog)).toBe('Net £27.00 VAT £4.00 Total £31.00');
  expect(await changed()).toEqual([]);
  await dialog.getByRole('button', { name: 'Remove line 2' }).click();
  await field(dialog, 'Credited to OC-2').fill('6.00');
  await dialog.getByText('£20.00 will stay on account as credit.').waitFor();
  await stored(page, '"6.00"');
  expect(await seriousProblems(page)).toEqual([]);

  await page.reload();
  dialog = await openCredit(page);
  await note(dialog, 'Your unsaved changes from');
  await expect.poll(() => field(dialog, 'Credited to OC-2').inputValue()).toBe('6.00');
  await expect.poll(() => totals(dialog)).toBe('Net £22.00 VAT £4.00 Total £26.00');
  await dialog.getByRole('button', { name: 'Record credit note' }).click();
  await noticed(page, /Credit note SCN-\d+ of £26\.00 recorded/);
  const { data } = (
    await admin.call(supplierDocuments.openBills, { query: { supplier_id: String(supplier_id) } })
  ).reply;
  const outstanding = data.map(row => [row.supplier_bill_number, row.outstanding] as const);
  expect(Object.fromEntries(outstanding)).toEqual({ 'OC-1': 6000, 'OC-2': 5400 });
  expect(await breachesOf(shop().db)).toEqual([]);
});
