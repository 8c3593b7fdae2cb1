import { expect, test } from 'vitest';
import { someSupplier } from '../support/books';
import { useShop } from '../support/browser';

const shop = useShop();

test('V18 a bill of a supplier without a VAT number says so in its form, on its page and in the VAT return', async () => {
  const id = await someSupplier(shop().db, 'Northwind', { isVatRegistered: false });
  const page = await shop().openAs(['admin'], `/suppliers/${id}`);
  await page.getByRole('button', { name: 'Record bill' }).click();
  const dialog = page.getByRole('dialog', { name: 'Bill from Northwind without an order' });
  await dialog.getByLabel('Supplier’s bill number').fill('INV 7');
  await dialog.getByLabel('Description of line 1').fill('Repairs');
  await dialog.getByLabel('Account of line 1').selectOption('5000');
  const warning = dialog.getByText('Northwind has no VAT number here.');
  expect(await warning.count()).toBe(0);
  await dialog.getByLabel('Net of line 1').fill('100.00');
  await warning.waitFor();
  // It is a cost where no VAT is reclaimed.
  await dialog.getByLabel('VAT as printed of line 1').fill('0.00');
  await warning.waitFor({ state: 'detached' });
  await dialog.getByLabel('VAT as printed of line 1').fill('20.00');
  await warning.waitFor();
  await dialog.getByRole('button', { name: 'Record bill' }).click();
  await page.getByText(/^Bill .* recorded/).waitFor();
  const bills = page.getByRole('region', { name: 'Bills & Credit Notes' });
  const note = bills.getByText('Bills marked “No VAT number” reclaim VAT');
  await note.waitFor();
  // A note, and no heading.
  expect(await note.evaluate(node => getComputedStyle(node).fontWeight)).toBe('400');
  await page.goto(new URL('/reports/vat-return', page.url()).href);
  await page.getByRole('link').filter({ hasText: /^\d/ }).first().click();
  await page.getByText('1 bill from a supplier without a VAT number reclaims £20.00 of VAT.').waitFor();
  await page.getByRole('link', { name: 'Show it' }).click();
  const bill = page.getByRole('table', { name: 'VAT entries' }).getByRole('link', { name: /^BILL-/ });
  expect(await bill.getAttribute('href')).toMatch(/^\/purchases\/bills\/\d+$/);
});
