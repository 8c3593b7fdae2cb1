import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Locator, Page } from 'playwright-core';
import { afterAll, expect, test } from 'vitest';
import { breachesOf, someSupplier } from '../support/books';
import { useShop } from '../support/browser';
import { someUnit } from '../support/products';
import { startSmtpSink } from '../support/smtp-sink';

const sink = await startSmtpSink();
const shop = useShop({ jobs: true, smtpUrl: sink.url });
afterAll(() => sink.close());

const heart = 'WHITE HANGING HEART T-LIGHT HOLDER';
const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click();
const said = (page: Page, words: string | RegExp) => page.getByRole('status').getByText(words).waitFor();
const flat = (text: string) => text.replaceAll(/\s+/g, ' ').trim();
const region = async (page: Page, name: string) =>
  flat(await page.getByRole('region', { name, exact: true }).innerText());
/** The cells of a table's column, from the top. Two tables of a page may have a column of the same name. */
const column = (table: Page | Locator, header: string) =>
  table.locator(`tbody [data-label="${header}"]`).allInnerTexts();

/** A job of the server may first wait for others, and takes longer than a page to show itself. */
const afterJob = { timeout: 120_000 };

async function importCatalogue(page: Page): Promise<void> {
  const buffer = await readFile(join(import.meta.dirname, '../fixtures/online-retail-sample.csv'));
  await page
    .locator('input[type=file]')
    .setInputFiles({ name: 'catalogue.csv', mimeType: 'text/csv', buffer });
  await press(page, 'Upload');
  await page.getByLabel('Default unit').selectOption({ label: 'Each' });
  await page.getByLabel('If the same SKU appears more than once').selectOption('first');
  await press(page, 'Check the rows');
  await page.getByRole('button', { name: /^Import \d+ rows$/ }).click(afterJob);
  await page.getByText(/^Imported on /).waitFor(afterJob);
}

async function orderTenHearts(page: Page): Promise<void> {
  await page.getByRole('combobox', { name: 'Supplier' }).fill('heartw');
  await page.getByRole('option', { name: 'Heartwood Crafts' }).click();
  await page.getByLabel('Item of line 1').fill('85123a');
  await page
    .getByRole('option', { name: /85123A/ })
    .first()
    .click();
  await page.getByLabel('Quantity of line 1').fill('10');
  await page.getByLabel('Price of line 1').fill('2.55');
  await press(page, 'Save draft');
  await page.waitForURL(/\/purchases\/\d+$/);
}

async function receive(page: Page, quantity: string, number: string): Promise<void> {
  await press(page, 'Receive goods');
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel(`Receive now: ${heart}`).fill(quantity);
  await dialog.getByRole('button', { name: 'Receive goods' }).click();
  // The notice of an earlier receipt is still shown.
  await said(page, new RegExp(`^Goods received as ${number}`));
  await dialog.waitFor({ state: 'detached' });
}

async function pay(page: Page, amount: string): Promise<void> {
  await press(page, 'Pay');
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Amount').fill(amount);
  await dialog.getByRole('button', { name: 'Record payment' }).click();
  await said(page, new RegExp(`of £${amount.replace('.', String.raw`\.`)} recorded`));
  await dialog.waitFor({ state: 'detached' });
}

test('W3 A2 A3 A4 A6 A10 from a catalogue to a return: what the buyer does agrees to the penny on every page', async () => {
  await someUnit(shop().db, 'Each');
  const supplier = await someSupplier(shop().db, 'Heartwood Crafts');
  const page = await shop().openAs(['admin'], '/imports/new?kind=products');
  await importCatalogue(page);
  await page.goto('/purchases/create');
  await orderTenHearts(page);
  const order = page.url();

  // 10 at £2.55 are £25.50, and £5.10 of VAT.
  await expect.poll(() => region(page, 'Lines')).toContain('Total £30.60');
  await press(page, 'Send');
  await page.getByLabel('To Email').fill('orders@heartwood.example');
  await press(page, 'Send Email');
  await said(page, 'Order sent to orders@heartwood.example.');
  expect(sink.delivered.map(({ to }) => to)).toEqual([['orders@heartwood.example']]);

  await receive(page, '4', 'GRN-00001');
  await receive(page, '6', 'GRN-00002');
  await press(page, 'Record bill');
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Supplier’s bill number').fill('HW-1001');
  await dialog.getByLabel(`Net as printed: ${heart}`).fill('25.51');
  await dialog.getByRole('button', { name: 'Record bill' }).click();
  await said(page, 'Bill recorded.');
  await expect.poll(() => region(page, 'Bills')).toContain('£25.51 £5.10 £30.61 £0.01 more £30.61');
  await pay(page, '20.00');
  await pay(page, '10.60');

  await press(page, 'More');
  await page.getByRole('menuitem', { name: 'Return goods' }).click();
  await dialog.getByLabel(`Return now: ${heart}, GRN-00001`).fill('1');
  await dialog.getByLabel('Reason').fill('Chipped');
  await dialog.getByRole('button', { name: 'Return goods' }).click();
  await said(page, 'Goods returned as RET-00001, credited by SCN-00001.');
  // Of 4 billed at £10.20 and £2.04 of VAT one is £2.55 and £0.51; the order was paid, so it is credit.
  await expect.poll(() => region(page, 'Order')).toContain('Paid £30.60 Credited £3.06');
  expect(await region(page, 'Returns')).toContain('£3.06');

  await page.goto(`/wallet/supplier/${supplier}`);
  await page.getByText('HW-1001').first().waitFor();
  const entries = page.getByRole('table', { name: 'Entries' });
  expect(await column(entries, 'Debit')).toEqual(['', '£20.00', '£10.60', '£3.06']);
  expect(await column(entries, 'Credit')).toEqual(['£30.61', '', '', '']);
  expect((await column(entries, 'Balance')).map(flat)).toEqual([
    'We owe £30.61',
    'We owe £10.61',
    'We owe £0.01',
    'In credit £3.05',
  ]);

  await page.goto('/journals');
  await page.getByText('GRN-00001').first().waitFor();
  const amounts = await column(page, 'Amount');
  expect(amounts).toEqual(['£3.06', '£10.60', '£20.00', '£30.61', '£15.30', '£10.20']);

  await page.goto('/products');
  await page
    .getByRole('searchbox')
    .or(page.getByPlaceholder(/^Search/))
    .first()
    .fill('85123A');
  await page.getByRole('link', { name: heart }).click();
  const moves = page.getByRole('region', { name: 'Stock movements' });
  await moves.getByText('RET-00001').waitFor();
  const moved = async (header: string) => moves.locator(`[data-label="${header}"]`).allInnerTexts();
  expect(await moved('Quantity')).toEqual(['−1', '0', '+6', '+4']);
  expect(await moved('Value')).toEqual(['−£2.55', '£0.01', '£15.30', '£10.20']);

  await page.goto('/books');
  await press(page, 'Check now');
  await page.getByText('All checks passed').waitFor();
  expect(await breachesOf(shop().db)).toEqual([]);
  await page.goto(order);
  await page.getByRole('region', { name: 'Order', exact: true }).getByText('£30.60').first().waitFor();
});
