import { expect, test } from 'vitest';
import { addDays, londonDate } from '#domain/kernel/dates';
import { seriousProblems } from '../support/accessible';
import { someCustomer } from '../support/books';
import { useShop } from '../support/browser';
import { csvOf } from '../support/imports';

const shop = useShop({ jobs: true });
const today = londonDate(new Date());
// A job may first wait for others.
const afterJob = { timeout: 120_000 };

test('F63 unpaid invoices are imported from the Opening Balances page and undone', async () => {
  await someCustomer(shop().db, 'Harbour Cafe');
  const page = await shop().openAs(['admin'], '/opening-balances');
  await page.getByRole('link', { name: 'Import invoices' }).click();
  await page.getByText('such as a line of an aged debtors').waitFor();
  await page.locator('input[type="file"]').setInputFiles({
    name: 'aged.csv',
    mimeType: 'text/csv',
    buffer: Buffer.from(
      csvOf([
        ['Customer', 'Invoice number', 'Invoice date', 'Balance'],
        ['Harbour Cafe', 'H-1', addDays(today, -20), '120.00'],
        ['Harbour Cafe', 'H-2', addDays(today, -10), '-20.00'],
        ['Harbor Café', 'H-3', addDays(today, -10), '5.00'],
      ]),
    ),
  });
  await page.getByRole('button', { name: 'Upload' }).click();
  await page.getByLabel('Date of the entries').waitFor(afterJob);
  await page.getByRole('button', { name: 'Check' }).click();
  await page.getByText('There is no customer called Harbor Café. Add the customer first.').waitFor(afterJob);
  expect(await seriousProblems(page)).toEqual([]);
  await page.getByRole('button', { name: 'Import 2 rows' }).click();
  await page.getByText('You can undo it until one of its documents is paid').waitFor(afterJob);
  await page.getByRole('link', { name: 'Open unpaid customer invoices' }).click();
  await page.getByText('£100.00 is left in opening balance suspense.', { exact: false }).waitFor();
  await page.goBack();
  await page.getByRole('button', { name: 'Undo this import' }).click();
  await page.getByText('2 posted entries will be reversed, each on its own date.').waitFor();
  await page.getByRole('dialog').getByRole('button', { name: 'Undo import' }).click();
  await page.getByText('Every entry is reversed on its own date.').waitFor(afterJob);
});
