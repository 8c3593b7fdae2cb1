import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import type { Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { products } from '#domain/products/product.contract';
import { suppliers } from '#domain/suppliers/supplier.contract';
import { seriousProblems } from '../support/accessible';
import { useShop } from '../support/browser';
import { someUnit } from '../support/products';
import { answerQuestion } from '../support/questions';

const shop = useShop({ jobs: true });

/** A job of the server may first wait for others, and takes longer than a page to show itself. */
const afterJob = { timeout: 120_000 };

const rights = ['create_supplier', 'edit_supplier', 'view_supplier', 'export_data'] as const;
const productRights = [
  'create_product',
  'edit_product',
  'view_product',
  'create_master',
  'adjust_stock',
  'view_cost',
] as const;

const csv = (text: string) => ({ name: 'firms.csv', mimeType: 'text/csv', buffer: Buffer.from(text) });
const chooseFile = (page: Page, file: ReturnType<typeof csv>) =>
  page.locator('input[type=file]').setInputFiles(file);

/** Screenshots for review; nothing is compared. */
async function picture(page: Page, name: string): Promise<void> {
  const folder = process.env.PICTURES;
  if (folder) await page.screenshot({ path: join(folder, `${name}.png`), fullPage: !name.endsWith('phone') });
}

async function accessible(page: Page): Promise<void> {
  expect(await seriousProblems(page)).toEqual([]);
}

const messy = [
  'Company,E-mail,Tel,Rating',
  'Ash & Co,sales@ash.example,020 7946 0001,5',
  'Beech Ltd,not an address,,4',
  ',nameless@firm.example,,',
  'Cherry,,,',
].join('\n');

describe('from a file to records, step by step', () => {
  test('uploads, maps, reports problems, corrects in place, imports and undoes', async () => {
    const page = await shop().openAs(rights, '/suppliers');
    await page.getByRole('link', { name: 'Import', exact: true }).click();
    await page.getByRole('heading', { name: 'New import' }).waitFor();
    await expect.poll(() => page.getByLabel('File contents').inputValue()).toBe('suppliers');
    await picture(page, 'upload');
    await accessible(page);
    await page.getByRole('button', { name: 'Upload', exact: true }).click();
    await page.getByRole('alert').getByText('Choose a file first.').waitFor();
    await chooseFile(page, csv(messy));
    await page.getByRole('button', { name: 'Upload', exact: true }).click();

    await page.getByRole('table', { name: 'Columns of the file' }).waitFor(afterJob);
    await expect.poll(() => page.getByLabel('Import Company as').inputValue()).toBe('name');
    await expect.poll(() => page.getByLabel('Import E-mail as').inputValue()).toBe('email');
    await expect.poll(() => page.getByLabel('Import Rating as').inputValue()).toBe('');
    await page.getByText('020 7946 0001').waitFor();
    await picture(page, 'columns');
    await accessible(page);
    await page.getByRole('button', { name: 'Check the rows' }).click();

    await page.getByText('2 rows cannot be imported.').waitFor(afterJob);
    await page.getByText('Enter one email address, such as name@example.co.uk.').waitFor();
    await page.getByText('Name is required.').waitFor();
    await picture(page, 'checked');
    await accessible(page);
    const download = page.waitForEvent('download');
    await page.getByRole('button', { name: 'Download rejected rows' }).click();
    const saved = await readFile((await (await download).path()) ?? '', 'utf8');
    expect(saved).toContain('Beech Ltd,not an address,,4,3,"Email: Enter one email address');

    await page.getByLabel('Email of row 3').fill('sales@beech.example');
    await page.getByLabel('Email of row 3').press('Enter');
    await page.getByText('Corrected. Check again.').waitFor();
    await page.getByRole('button', { name: 'Skip row 4' }).click();
    await page.getByRole('button', { name: 'Skip row 4', pressed: true }).waitFor();
    await expect.poll(() => page.getByRole('button', { name: /^Import 2 rows/ }).isDisabled()).toBe(true);
    await page.getByRole('button', { name: 'Check again' }).click();
    await page.getByText('All rows can be imported.').waitFor(afterJob);
    await page.getByRole('button', { name: 'Skipped 1' }).click();
    await page.getByRole('button', { name: 'Skip row 4', pressed: true }).waitFor();
    await accessible(page);
    await page.getByRole('button', { name: 'Import 3 rows' }).click();
    await page.getByText(/^Imported on /).waitFor(afterJob);
    await picture(page, 'done');
    await accessible(page);
    await page.getByRole('link', { name: 'Open suppliers' }).click();
    await page.getByRole('link', { name: 'Beech Ltd' }).waitFor();

    await page.goto('/imports');
    await page.getByRole('row', { name: /firms\.csv Suppliers Imported 4 3 0 0 0/ }).waitFor();
    await picture(page, 'list');
    await accessible(page);
    await page.getByRole('button', { name: 'Undo firms.csv' }).click();
    await answerQuestion(page, 'Undo this import?', 'Undo import');
    await page.getByText(/^Undone on /).waitFor(afterJob);
    expect((await (await shop().as('view_supplier')).call(suppliers.list)).reply.total).toBe(0);
  });

  test('F66 several files are one import, and rows are named by their file', async () => {
    const page = await shop().openAs(rights, '/imports/new?kind=suppliers');
    await page.getByRole('heading', { name: 'New import' }).waitFor();
    const part = (name: string, text: string) => ({ ...csv(text), name });
    await page
      .locator('input[type=file]')
      .setInputFiles([
        part('part-10.csv', 'Name,Email\nElder,not an address'),
        { name: 'part-2.csv.gz', mimeType: 'application/gzip', buffer: gzipSync('Email,Name\n,Dogwood') },
      ]);
    await picture(page, 'several-chosen');
    await page.getByRole('button', { name: 'Upload', exact: true }).click();
    await page.getByRole('heading', { name: 'part-2.csv.gz and 1 more' }).waitFor();
    await page.getByText('Files: part-2.csv.gz, part-10.csv').waitFor();
    await page.getByText('Suppliers, 2 rows in 2 files').waitFor(afterJob);
    await page.getByRole('button', { name: 'Check the rows' }).click();
    await page.getByLabel('Email of row 2 of part-10.csv').waitFor(afterJob);
    await picture(page, 'several-checked');
    await accessible(page);
    await page.getByRole('button', { name: 'Skip row 2 of part-10.csv' }).click();
    await page.getByRole('button', { name: 'Skip row 2 of part-10.csv', pressed: true }).waitFor();
  });

  test('F73 a rejected value is replaced in all rows that have it with one more click', async () => {
    const page = await shop().openAs(rights, '/imports/new?kind=suppliers');
    await chooseFile(page, csv('Name,Status\nOak,Maybe\nPine,Maybe\nYew,Maybe\nZelkova,Perhaps'));
    await page.getByRole('button', { name: 'Upload', exact: true }).click();
    await page.getByRole('button', { name: 'Check the rows' }).click(afterJob);
    await page.getByRole('status').getByText('There is nothing to import yet.').waitFor(afterJob);
    await page.getByLabel('Status of row 2').fill('active');
    await page.getByLabel('Status of row 2').press('Enter');
    await page.getByRole('button', { name: 'Replace “Maybe” in 2 other rows too' }).click();
    await expect.poll(() => page.getByLabel('Status of row 4').inputValue()).toBe('active');
    await expect.poll(() => page.getByLabel('Status of row 5').inputValue()).toBe('Perhaps');
    await picture(page, 'alike');
    await accessible(page);
  });

  test('F101 the days that dates are read as are shown beside the cells, before the check and after it', async () => {
    const page = await shop().openAs(['admin'], '/imports/new?kind=expenses');
    await chooseFile(
      page,
      csv(
        'Date,Description,Amount,Category\n03/11/2020,Coal,12.00,Fuel\n46000,Tea,(3.00),Fuel\n01/02/2999,Late,1.00,Fuel',
      ),
    );
    await page.getByRole('button', { name: 'Upload', exact: true }).click();
    const columns = page.getByRole('table', { name: 'Columns of the file' });
    await columns.getByText('Read as 3 Nov 2020 · 9 Dec 2025 · 1 Feb 2999, after today').waitFor(afterJob);
    await page.getByLabel('Import Date as').selectOption({ label: 'Skip this column' });
    await columns.getByText('Read as').waitFor({ state: 'detached' });
    await page.getByLabel('Import Date as').selectOption({ label: 'Date' });
    await page.getByRole('button', { name: 'Check the rows' }).click();
    await page
      .getByText('01/02/2999 was read as 1 Feb 2999, which is after today. Entries cannot be dated')
      .waitFor(afterJob);
  });

  test('works by keyboard alone, and explains a file that cannot be read', async () => {
    const page = await shop().openAs(rights, '/imports');
    await page.getByText('No imports yet.').or(page.getByText('firms.csv')).first().waitFor();
    await page.keyboard.press('n');
    await page.getByRole('heading', { name: 'New import' }).waitFor();
    await chooseFile(page, csv('Name\n'));
    await page.getByRole('button', { name: 'Upload', exact: true }).focus();
    await page.keyboard.press('Enter');
    await page.getByRole('alert').getByText('The file has a header row but no data.').waitFor(afterJob);
    await page.getByRole('link', { name: 'Upload another file' }).focus();
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { name: 'New import' }).waitFor();
    await chooseFile(page, csv('Name;Phone\nKeyed;1\nKeyed;2'));
    await page.getByRole('button', { name: 'Upload', exact: true }).focus();
    await page.keyboard.press('Enter');
    const repeats = page.getByLabel('If the same name appears more than once');
    await repeats.waitFor(afterJob);
    await repeats.focus();
    await page.keyboard.press('ArrowDown');
    await repeats.press('Tab');
    await page.getByRole('button', { name: 'Check the rows' }).focus();
    await page.keyboard.press('Enter');
    await page.getByRole('button', { name: 'Import 1 row', exact: true }).focus(afterJob);
    await page.keyboard.press('Enter');
    await page.getByText(/^Imported on /).waitFor(afterJob);
  });

  test('a real catalogue, on a phone and in the dark', async () => {
    await someUnit(shop().db, 'Each');
    const page = await shop().openAs(productRights, '/imports/new?kind=products', {
      width: 390,
      colours: 'dark',
    });
    const sample = await readFile(join(import.meta.dirname, '../fixtures/online-retail-sample.csv'));
    await chooseFile(page, { name: 'catalogue.csv', mimeType: 'text/csv', buffer: sample });
    await page.getByRole('button', { name: 'Upload', exact: true }).click();
    await page.getByLabel('Default unit').selectOption({ label: 'Each' }, afterJob);
    await expect.poll(() => page.getByLabel('VAT code if blank').inputValue()).toBe('S');
    await expect.poll(() => page.getByLabel('Prices, unless a column says').inputValue()).toBe('inclusive');
    await page.getByLabel('If the same SKU appears more than once').selectOption('first');
    await picture(page, 'columns-phone');
    await accessible(page);
    await page.getByRole('button', { name: 'Check the rows' }).click();
    await page.getByText(/rows cannot be imported/).waitFor(afterJob);
    await page.getByText('“POSTAGE” looks like a charge, not goods.').first().waitFor();
    await picture(page, 'checked-phone');
    await accessible(page);
    await page.getByRole('button', { name: /^New \d+/ }).click();
    await page.getByText('WHITE HANGING HEART T-LIGHT HOLDER').waitFor();
    await page.getByRole('button', { name: /^Import \d+ rows$/ }).click();
    await page.getByText(/^Imported on /).waitFor(afterJob);
    const { reply } = await (await shop().as('view_product')).call(products.list, {
      query: { search: '85123A' },
    });
    expect(reply.data[0]?.name).toBe('WHITE HANGING HEART T-LIGHT HOLDER');
  });

  test('is not offered without permission to import', async () => {
    const page = await shop().openAs(['view_supplier', 'view_master'], '/suppliers');
    await page.getByRole('heading', { name: 'Suppliers' }).waitFor();
    expect(await page.getByRole('link', { name: 'Import', exact: true }).count()).toBe(0);
    await page.goto('/imports');
    await page.getByRole('heading', { name: 'Imports' }).waitFor({ state: 'detached' });
  });
});
