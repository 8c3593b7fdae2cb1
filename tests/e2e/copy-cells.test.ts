import type { Page } from 'playwright-core';
import { beforeAll, expect, test } from 'vitest';
import { customers } from '#domain/customers/customer.contract';
import { toPence } from '#domain/kernel/money';
import { useShop } from '../support/browser';
import { someProduct } from '../support/products';
import { insertOrder, insertPayment } from '../support/purchases';
import { settled } from '../support/settled';
import { addSupplier, supplierRights } from '../support/suppliers';
import { noticed } from '../support/notices';

const shop = useShop();

beforeAll(async () => {
  const price = toPence(123_450);
  for (const name of ['Copied cup', 'Copied jug', 'Copied mug', 'Copied pot'])
    await someProduct(shop().db, { name, sku: name.toUpperCase().replace(' ', '-'), price });
  // Two pages.
  for (let n = 1; n <= 12; n++)
    await someProduct(shop().db, { name: `Paged ${String(n).padStart(2, '0')}`, sku: `PAGED-${n}`, price });
});

/** What another program would paste. */
async function pasted(page: Page): Promise<string> {
  const field = page.getByRole('textbox', { name: 'Pasted' });
  await page.evaluate(() => {
    const made = document.createElement('textarea');
    made.setAttribute('aria-label', 'Pasted');
    made.id = 'pasted';
    document.getElementById('pasted')?.remove();
    document.querySelector('main')?.append(made);
  });
  await field.focus();
  await page.keyboard.press('Control+v');
  return field.inputValue();
}

async function productList(address = '/products?search=copied') {
  const page = await shop().openAs(['view_product', 'edit_product'], address);
  await page.locator('tbody tr[tabindex]').first().waitFor();
  await settled(page);
  return page;
}

test('Ctrl+C copies the row that j and k move to, as a spreadsheet reads it', async () => {
  const page = await productList();
  await page.keyboard.press('j');
  await page.keyboard.press('j');
  await settled(page);
  await page.keyboard.press('Control+c');
  await noticed(page, /^1 row copied$/);
  expect(await pasted(page)).toBe('Copied jug\tCOPIED-JUG\t1234.50\t0\tActive');
});

test('Ctrl+C copies the selected rows with their headers, also those of another page', async () => {
  const page = await productList('/products?search=paged');
  await page.getByLabel('Select Paged 02').check();
  await page.getByRole('button', { name: 'Page 2' }).click();
  await page.getByLabel('Select Paged 12').check();
  await settled(page);
  await page.keyboard.press('Control+c');
  await noticed(page, /^2 rows copied$/);
  expect(await pasted(page)).toBe(
    [
      'Product\tSKU\tPrice\tStock\tStatus',
      'Paged 02\tPAGED-2\t1234.50\t0\tActive',
      'Paged 12\tPAGED-12\t1234.50\t0\tActive',
    ].join('\n'),
  );
  // Cost and margin are not shown to this user, and the rows drawn for a moment are gone.
  expect(await page.locator('#copied-rows').count()).toBe(0);
});

test('of all matching records only those of the page are copied, and the notice says so', async () => {
  const page = await productList('/products?search=paged');
  await page.getByLabel('Select all on this page').check();
  await page.getByRole('button', { name: 'Select all 12 products' }).click();
  await page.getByText('All 12 products selected').waitFor();
  await settled(page);
  await page.keyboard.press('Control+c');
  await noticed(page, '10 rows of this page copied');
  expect((await pasted(page)).split('\n')).toHaveLength(11);
});

test('hidden columns are not copied, and the order is that of the page', async () => {
  const page = await productList('/products?search=copied&columns=status.price.-stock.-sku');
  await page.keyboard.press('j');
  await settled(page);
  await page.keyboard.press('Control+c');
  await noticed(page, /^1 row copied$/);
  expect(await pasted(page)).toBe('Copied cup\tActive\t1234.50');
});

test('text selected with the mouse is copied as the browser does, and so is the text of a field', async () => {
  const page = await productList();
  await page.keyboard.press('j');
  await page.evaluate(() => {
    const node = document.querySelector('tbody td[data-label="SKU"] span')?.firstChild;
    if (node) getSelection()?.setBaseAndExtent(node, 0, node, 6);
  });
  await page.keyboard.press('Control+c');
  expect(await pasted(page)).toBe('COPIED');
  await page.evaluate(() => getSelection()?.removeAllRanges());

  const search = page.getByPlaceholder('Search by name, SKU or barcode');
  await search.fill('words');
  await search.selectText();
  await page.keyboard.press('Control+c');
  expect(await pasted(page)).toBe('words');
  expect(await page.getByText('copied', { exact: false }).getByText('row').count()).toBe(0);
});

test('a cell of several figures becomes a column for each, dates are in numbers, and small print is left out', async () => {
  const owed = await addSupplier(shop(), {
    name: 'Ashdown Ltd',
    email: 'a@ashdown.example',
    phone: '+44 117 496 0200',
    address: '1 Mill Lane\nBath',
  });
  await insertOrder(shop().db, {
    supplier_id: owed.id,
    created_by: owed.buyer,
    total_pence: 123_456,
    order_date: '2026-02-03',
  });
  await insertPayment(shop().db, { supplier_id: owed.id, created_by: owed.buyer, amount_pence: 3_456 });
  const page = await shop().openAs(supplierRights, '/suppliers?columns=-created');
  await page.locator('tbody tr[tabindex]').first().waitFor();
  await page.keyboard.press('j');
  await settled(page);
  await page.keyboard.press('Control+c');
  await noticed(page, /^1 row copied$/);
  expect(await pasted(page)).toBe(
    [
      'Ashdown Ltd',
      'a@ashdown.example, +44 117 496 0200',
      '1',
      '1234.56',
      '34.56',
      '1200.00',
      '03/02/2026',
      'Active',
    ].join('\t'),
  );
});

test('a name that looks like a formula is copied as text', async () => {
  const clerk = await shop().as('view_customer', 'create_customer');
  await clerk.call(customers.create, { body: { name: '=1+1' } });
  const page = await shop().openAs(['view_customer'], '/customers?search=%3D1');
  await page.getByRole('row', { name: /=1\+1/ }).getByRole('checkbox').check();
  await settled(page);
  await page.keyboard.press('Control+c');
  await noticed(page, /^1 row copied$/);
  const [headers = '', row = ''] = (await pasted(page)).split('\n');
  expect(headers.split('\t')[0]).toBe('Name');
  expect(row.split('\t')[0]).toBe("'=1+1");
});

test('the list of shortcuts names the keys', async () => {
  const page = await productList();
  await page.keyboard.press('?');
  const help = page.getByRole('dialog', { name: 'Keyboard shortcuts' });
  await help.getByText('Copy the row, or the selected rows').waitFor();
  await help.getByText('Edit in the row').waitFor();
});
