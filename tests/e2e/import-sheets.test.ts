import { expect, test } from 'vitest';
import { seriousProblems } from '../support/accessible';
import { useShop } from '../support/browser';
import { screenshot } from '../support/till-keyboard';
import { someUnit } from '../support/products';
import { workbookOf } from '../support/workbook';
import { answerQuestion } from '../support/questions';

const shop = useShop({ jobs: true });

/** A job of the server may first wait for others, and takes longer than a page to show itself. */
const afterJob = { timeout: 120_000 };

test('F100 F73 a workbook with a cover: its sheet is chosen, new names are listed, changes show old and new, and an undo reports what stays', async () => {
  await someUnit(shop().db, 'Each');
  const page = await shop().openAs(['admin'], '/imports/new');
  const upload = async (name: string, sheets: Parameters<typeof workbookOf>[0]) => {
    await page.goto('/imports/new?kind=products');
    await page.locator('input[type=file]').setInputFiles({
      name,
      mimeType: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
      buffer: await workbookOf(sheets),
    });
    await page.getByRole('button', { name: 'Upload', exact: true }).click();
    await page.waitForURL(/\/imports\/\d+$/);
  };
  const headers = ['SKU', 'Name', 'Unit', 'Price', 'Brand', 'Opening quantity', 'Standard cost'];
  await upload('stock.xlsx', {
    Cover: [['Stock list of Harbour and Vale']],
    Goods: [
      headers,
      ['K-1', 'Kettle', 'Each', '30.00', 'Isambrad', '4', '12.00'],
      ['K-2', 'Mug', 'Each', '5.00', '', '', '2.00'],
    ],
  });
  const sheet = page.getByRole('combobox', { name: 'Sheet' });
  await sheet.waitFor(afterJob);
  await expect.poll(() => sheet.inputValue()).toBe('Goods');
  await sheet.selectOption('Cover');
  await page
    .getByText('The sheet “Cover” has a header row but no data. Choose another sheet.')
    .waitFor(afterJob);
  await sheet.selectOption('Goods');
  await page.getByRole('button', { name: 'Check the rows' }).waitFor(afterJob);
  await screenshot(page, 'import-sheet');
  expect(await seriousProblems(page)).toEqual([]);
  await page.getByLabel(/^Add missing categories, sub-categories/).check();
  await page.getByRole('button', { name: 'Check the rows' }).click();
  await page.getByText('1 new name will be added to master data.').waitFor(afterJob);
  await page.getByText('Brand: Isambrad').waitFor();
  await screenshot(page, 'import-new-names');
  await page.getByRole('button', { name: 'Import 2 rows' }).click();
  await page.getByText(/^Imported on /).waitFor(afterJob);
  await page.getByRole('button', { name: 'Undo this import' }).click();
  await answerQuestion(page, 'Undo this import?', 'Undo import');
  await page
    .getByText(
      /Undone on .* archived instead of deleted\. Not removed because still in use: brand “Isambrad”\./,
    )
    .waitFor(afterJob);

  await upload('prices.xlsx', {
    Goods: [
      ['SKU', 'Name', 'Unit', 'Price'],
      ['L-1', 'Ladle', 'Each', '4.00'],
    ],
  });
  await page.getByRole('button', { name: 'Check the rows' }).click(afterJob);
  await page.getByRole('button', { name: 'Import 1 row' }).click(afterJob);
  await page.getByText(/^Imported on /).waitFor(afterJob);
  await upload('dearer.xlsx', {
    Goods: [
      ['SKU', 'Name', 'Unit', 'Price'],
      ['L-1', 'Ladle', 'Each', '4.50'],
    ],
  });
  await page.getByRole('button', { name: 'Check the rows' }).click(afterJob);
  const row = page.getByRole('table', { name: 'Changed rows' });
  await row.locator('del').getByText('£4.00').waitFor(afterJob);
  await row.locator('ins').getByText('£4.50').waitFor();
  await screenshot(page, 'import-changes');
  expect(await seriousProblems(page)).toEqual([]);
});
