import type { Page } from 'playwright-core';
import { beforeAll, expect, test } from 'vitest';
import type { CatalogueHead } from '#domain/pos/pos.contract';
import { seriousProblems } from '../support/accessible';
import { useShop } from '../support/browser';
import { press, scan, screenshot, stockedShelf, storedOnTill } from '../support/till-keyboard';
import { changeMethods } from '../support/payment-rules';
import { plugInPrinter } from '../support/usb-printer';

const shop = useShop();
beforeAll(() => stockedShelf(shop().db));

type Printer = Awaited<ReturnType<typeof plugInPrinter>>;
const rights = ['view_pos', 'create_sale', 'open_till', 'close_till', 'refund_sale', 'view_sale'] as const;

const search = (page: Page) => page.getByRole('combobox', { name: 'Scan or search products' });

/** A till on a device with a printer that has not been selected yet. */
async function tillWithPrinter() {
  const page = await shop().openAs(rights, '/sales/pos');
  const printer = await plugInPrinter(page);
  await page.reload();
  await page.getByRole('heading', { name: 'Open the till' }).or(search(page)).waitFor();
  if (!(await search(page).isVisible())) await press(page, 'Control+a', '"100"', 'Enter');
  await search(page).waitFor();
  return { page, printer };
}

async function openPrinterDialog(page: Page): Promise<void> {
  await press(page, 'Shift+F10');
  await page.getByRole('button', { name: 'Receipt printer' }).click();
}

/** Sells a tea at 2.40, up to the receipt. */
async function sellTea(page: Page, pay: 'Exact cash' | 'Card'): Promise<void> {
  await scan(page, '5010000000017');
  await page.getByRole('button', { name: /^Pay £2.40/ }).waitFor();
  await press(page, 'F4');
  const dialog = page.getByRole('dialog', { name: /Pay/ });
  await dialog.getByRole('button', { name: pay, exact: pay === 'Exact cash' }).click();
  await page.getByRole('dialog', { name: /^Sold: INV-/ }).waitFor();
}

const nextCustomer = (page: Page) => page.getByRole('button', { name: 'Next customer' }).press('Enter');

/** The printer's output, up to where the paper is cut or the drawer opens. */
async function printedOutput(printer: Printer, upTo: '[cut]' | '[drawer]' = '[cut]'): Promise<string[]> {
  const lines: string[] = [];
  await expect
    .poll(async () => {
      lines.push(...(await printer.printed()));
      return lines.at(-1);
    })
    .toBe(upTo);
  return lines;
}

/** Opens the drawer for these payment methods from now on. */
const openDrawerFor = async (...named: string[]): Promise<void> =>
  changeMethods(await shop().as('admin'), method => ({ opens_drawer: named.includes(method) }));

test('a printer is chosen and tested; receipts print automatically, and the drawer opens for cash', async () => {
  const { page, printer } = await tillWithPrinter();
  await openPrinterDialog(page);
  await page.getByRole('button', { name: 'Choose a USB printer' }).waitFor();
  await screenshot(page, 'printer-none');
  expect(await seriousProblems(page)).toEqual([]);
  await page.getByRole('button', { name: 'Choose a USB printer' }).press('Enter');
  await page.getByRole('button', { name: 'Print test page' }).press('Enter');
  await page.getByText('Test page printed.').waitFor();
  const tried = await printer.printed();
  expect(tried).toContain('Pound and pence signs                      £0.00');
  expect(tried.slice(-2)).toEqual(['[bars TEST]', '[cut]']);
  await screenshot(page, 'printer-chosen');
  expect(await seriousProblems(page)).toEqual([]);
  await press(page, 'Escape');

  await sellTea(page, 'Exact cash');
  const cash = await printedOutput(printer);
  expect(cash[0]).toBe('[drawer]');
  expect(cash).toContain('Number                                 INV-00001');
  expect(cash).toContain('Total                                      £2.40');
  // The barcode is the number that the till itself assigned, which finds the sale even before the server has it.
  expect(cash.slice(-2)).toEqual(['[bars T1-A-000001]', '[cut]']);
  await nextCustomer(page);
  await sellTea(page, 'Card');
  expect(await printedOutput(printer)).not.toContain('[drawer]');
  await nextCustomer(page);

  // The shop keeps card slips in the drawer, and its cash elsewhere.
  await openDrawerFor('credit_card');
  // A till opened again sells with the stored rules until the server's arrive. The second time those are stored.
  await page.reload();
  await expect
    .poll(async () => (await storedOnTill<{ head: CatalogueHead }>(page, 'catalogue'))?.head.payment)
    .toMatchObject({ cash: { opens_drawer: false }, credit_card: { opens_drawer: true } });
  await page.reload();
  await search(page).waitFor();
  await sellTea(page, 'Card');
  expect((await printedOutput(printer))[0]).toBe('[drawer]');
  await nextCustomer(page);
  await sellTea(page, 'Exact cash');
  expect(await printedOutput(printer)).not.toContain('[drawer]');
  // A reprint is the same document, without opening the drawer.
  await page.getByRole('button', { name: 'Print receipt' }).press('Enter');
  expect(await printedOutput(printer)).toContain('[bars T1-A-000004]');
  // The same goods for the recipient of a gift, who can return them by the same barcode.
  await page.getByRole('button', { name: 'Show the gift receipt' }).press('Enter');
  const sheet = page.getByRole('dialog').getByRole('article', { name: 'Receipt' });
  await sheet.getByText('Gift receipt').waitFor();
  expect(await sheet.innerText()).not.toContain('£');
  expect(await seriousProblems(page)).toEqual([]);
  await page.getByRole('button', { name: 'Print gift receipt' }).press('Enter');
  const gift = await printedOutput(printer);
  expect(gift).toEqual(expect.arrayContaining(['Breakfast tea, 80 bags', '[bars T1-A-000004]']));
  expect(gift.join(' ')).not.toContain('£');
  await page.getByRole('button', { name: 'Show the receipt' }).press('Enter');
  await sheet.getByText('£2.40').first().waitFor();
});

test('the drawer opens for a refund, without a sale, for a drop and for the count; printer problems are shown', async () => {
  await openDrawerFor('cash');
  const { page, printer } = await tillWithPrinter();
  await openPrinterDialog(page);
  await page.getByRole('button', { name: 'Choose a USB printer' }).press('Enter');
  await page.getByLabel('Print a receipt after every sale').uncheck();
  await press(page, 'Escape');
  // Codes scanned while the dialog is still open do not go into the basket.
  await page.getByRole('dialog').waitFor({ state: 'detached' });

  await sellTea(page, 'Exact cash');
  expect(await printedOutput(printer, '[drawer]')).toEqual(['[drawer]']);
  await nextCustomer(page);
  await press(page, 'Shift+F4', '"5"', 'Enter');
  await page.getByLabel('Quantity of Breakfast tea, 80 bags to return').fill('1');
  await page.getByRole('button', { name: 'Changed their mind' }).press('Enter');
  await page.getByRole('button', { name: 'Refund £2.40' }).press('Enter');
  await page.getByText('CN-00001: £2.40 cash refunded.').waitFor();
  expect(await printedOutput(printer, '[drawer]')).toEqual(['[drawer]']);

  await press(page, 'Shift+F10');
  await page.getByLabel('Reason for opening the drawer').fill('Change for the bus');
  await page.getByRole('button', { name: 'Open drawer' }).press('Enter');
  await page.getByText('Drawer opened and recorded.').waitFor();
  expect(await printedOutput(printer, '[drawer]')).toEqual(['[drawer]']);

  await printer.plug(false);
  await press(page, 'Shift+F10');
  await page.getByLabel('Reason for opening the drawer').fill('To look');
  await page.getByRole('button', { name: 'Open drawer' }).press('Enter');
  await page.getByText('but the drawer did not open. TM-T88V was not found.', { exact: false }).waitFor();
  await sellTea(page, 'Exact cash');
  await page.getByText('TM-T88V was not found. Check its cable and power.').waitFor();
  await page.getByRole('button', { name: 'Print on another printer' }).waitFor();
  await screenshot(page, 'printer-unplugged');
  expect(await seriousProblems(page)).toEqual([]);
  await printer.plug(true);
  await page.getByRole('button', { name: 'Print receipt' }).press('Enter');
  expect(await printedOutput(printer)).toContain('[bars T1-B-000002]');
  await page.getByRole('button', { name: 'Print on another printer' }).waitFor({ state: 'hidden' });
  await nextCustomer(page);

  await press(page, 'Shift+F10');
  await page.getByRole('link', { name: 'Cash movements and X report' }).press('Enter');
  await page.getByText('Drawer opened without a sale').nth(1).waitFor();
  await page.getByRole('button', { name: 'Count the till' }).press('Enter');
  expect(await printedOutput(printer, '[drawer]')).toEqual(['[drawer]']);
});
