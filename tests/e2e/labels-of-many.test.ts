import { expect, test } from 'vitest';
import { useShop } from '../support/browser';
import { someProduct } from '../support/products';
import { settled } from '../support/settled';

const shop = useShop();

test('labels of many products: ten fields at a time, and the counts of the others are kept', async () => {
  for (let number = 10; number < 22; number += 1)
    await someProduct(shop().db, {
      name: `Many ${number}`,
      barcodes: [{ code: `501234${number}`, factor: undefined }],
    });
  const page = await shop().openAs(['view_product'], '/products?search=many&sort_by=name&per_page=50');
  await page.getByRole('checkbox', { name: 'Select Many 10' }).waitFor();
  await settled(page);
  await page.getByRole('checkbox', { name: 'Select all on this page' }).check();
  await page.getByRole('button', { name: 'Print labels', exact: true }).click();
  const dialog = page.getByRole('dialog', { name: 'Print labels' });
  await dialog.getByText('12 labels on 1 sheet').waitFor();
  // The dialog moves the focus to its first field, even after it is shown.
  await settled(page);
  await expect.poll(() => dialog.getByLabel(/^Number of labels for Many/).count()).toBe(10);
  await dialog.getByLabel('Number of labels for Many 10').fill('9');
  await dialog.getByText('20 labels on 1 sheet').waitFor();
  await dialog.getByRole('button', { name: 'Page 2' }).click();
  await dialog.getByLabel('Number of labels for Many 21').fill('3');
  await dialog.getByText('22 labels on 2 sheets').waitFor();
  await dialog.getByRole('button', { name: 'Page 1' }).click();
  await expect.poll(() => dialog.getByLabel('Number of labels for Many 10').inputValue()).toBe('9');
  // What cannot be read is said, not left unprinted.
  await dialog.getByLabel('Number of labels for Many 10').fill('1000');
  await dialog.getByText('Enter a whole number from 0 to 999.', { exact: true }).waitFor();
  await dialog.getByRole('button', { name: 'Page 2' }).click();
  await dialog.getByRole('button', { name: 'Create PDF' }).click();
  await dialog.getByText('Many 10: Enter a whole number from 0 to 999.').waitFor();
  await dialog.getByRole('button', { name: 'Page 1' }).click();
  await dialog.getByLabel('Number of labels for Many 10').fill('9');
  await dialog.getByLabel('Labels already used').fill('x');
  await dialog.getByRole('button', { name: 'Create PDF' }).click();
  await dialog.getByText('Labels already used: Enter a whole number from 0 to 999.').waitFor();
});
