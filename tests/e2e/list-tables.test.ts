import type { Page } from 'playwright-core';
import { beforeAll, expect, test } from 'vitest';
import { customers } from '#domain/customers/customer.contract';
import { quantityFromText } from '#domain/kernel/quantity';
import { purchases } from '#domain/purchase-orders/purchase-order.contract';
import { someSupplier } from '../support/books';
import { useShop } from '../support/browser';
import { fitsWindow } from '../support/fits-window';
import { fontDrawn } from '../support/font-drawn';
import { someProduct, someUnit } from '../support/products';
import { insertOrder } from '../support/purchases';
import { holdAnswers } from '../support/hold-answers';
import { settled } from '../support/settled';
import { shiftsOf, watchShifts } from '../support/shifts';
import { addSupplier } from '../support/suppliers';

const shop = useShop();
const lists = ['/suppliers', '/purchases', '/customers', '/products', '/masters/units', '/users'];

beforeAll(async () => {
  const admin = await shop().as('admin');
  const { id, buyer } = await addSupplier(shop(), {
    name: 'Abbotsford Fine Foods Limited',
    email: 'accounts@abbotsford-fine-foods.example',
    phone: '0117 496 0200',
    contact_person: 'Ann Abbot',
    address: '1 Mill Lane\nBath',
  });
  await insertOrder(shop().db, {
    supplier_id: id,
    created_by: buyer,
    total_pence: 123_456,
    po_number: 'PO-EARLIER',
  });
  const level = { reorder_level: quantityFromText('10'), reorder_quantity: quantityFromText('24') };
  for (const name of ['Blue cup', 'Green jug'])
    await someProduct(shop().db, { name, sku: name.toUpperCase().replace(' ', '-'), ...level });
  await someUnit(shop().db, 'Box');
  for (const name of ['Bell', 'Cole', 'Dunn'])
    await admin.call(customers.create, {
      body: { name: `${name} & Sons`, phone: '0117 496 0201' },
    });
  const supplier_id = await someSupplier(shop().db, 'Zeal Monachorum Butchers Limited');
  const lines = [{ description: 'Bacon', quantity: '10', unit_price: '1250.00', vat_code: 'Z' }];
  await admin.call(purchases.create, { body: { supplier_id, lines, order_date: '2026-01-02' } });
});

/** Where the parts of a list are, in pixels, with the height of its rows. */
const places = (page: Page) =>
  page.evaluate(() => {
    const left = (one: Element) => Math.round(one.getBoundingClientRect().left);
    const top = (selector: string) =>
      Math.round(document.querySelector(selector)?.getBoundingClientRect().top ?? -1);
    return {
      columns: [...document.querySelectorAll('thead th')].map(left),
      top: top('tbody tr'),
      foot: top('.list-foot'),
      height: Math.round(document.querySelector('tbody tr')?.getBoundingClientRect().height ?? -1),
    };
  });

test.each(lists)('F81 nothing moves when the rows of %s arrive', async path => {
  const page = await shop().openAs(['admin'], '/profile');
  await settled(page);
  const letGo = await holdAnswers(page, request => !/\/api\/(auth|live)/.test(request.url()));
  await page.goto(path);
  await page.locator('tbody tr[data-placeholder]').first().waitFor();
  await fontDrawn(page);
  await watchShifts(page, '.table-scroll, .list-filters, .list-foot');
  const before = await places(page);
  letGo();
  await page.locator('tbody tr[tabindex], [data-empty]').first().waitFor();
  await settled(page);
  expect(await shiftsOf(page)).toEqual([]);
  if ((await page.locator('[data-empty]').count()) > 0) return;
  const after = await places(page);
  for (const [index, left] of before.columns.entries())
    expect(Math.abs(left - (after.columns[index] ?? 0)), `column ${index}`).toBeLessThanOrEqual(2);
  for (const part of ['top', 'foot', 'height'] as const)
    expect(Math.abs(before[part] - after[part]), part).toBeLessThanOrEqual(2);
});

test('F81 choosing rows leaves the table where it is', async () => {
  const page = await shop().openAs(['admin'], '/stock/reorder?show=all');
  await settled(page);
  const box = page.locator('tbody input[type="checkbox"]').first();
  const before = await places(page);
  await box.check();
  await page.getByRole('group', { name: 'Selected products' }).waitFor();
  expect(await places(page)).toEqual(before);
});

test('F80 on a phone a supplier is a card of two lines, and the first one is on the first screen', async () => {
  const page = await shop().openAs(['admin'], '/suppliers', { width: 390 });
  const card = page.getByRole('row', { name: /Abbotsford/ });
  await card.waitFor();
  await settled(page);
  const box = await card.boundingBox();
  expect(box?.height).toBeLessThanOrEqual(96);
  expect((await page.locator('tbody tr').first().boundingBox())?.y).toBeLessThan(400);
  const text = (await card.innerText()).replaceAll(/\s+/g, ' ');
  expect(text).toContain('Abbotsford Fine Foods Limited');
  expect(text).toContain('£1,234.56');
  expect(text).not.toContain('Mill Lane');
  await fitsWindow(page);
});

test.each([
  ['/stock', 'Adjust stock'],
  ['/stock/adjustments', 'Adjust stock'],
  ['/stock/counts', 'Start stocktake'],
])('F80 on a phone %s keeps its primary action beside the title', async (path, name) => {
  const page = await shop().openAs(['admin'], path, { width: 390 });
  await settled(page);
  await page.locator('.list-head').getByRole('link', { name }).waitFor();
});

test('F80 on a phone a list is sorted and filtered in a sheet, whose button says how many filters are set', async () => {
  const page = await shop().openAs(['admin'], '/suppliers', { width: 390 });
  await page.getByRole('row', { name: /Abbotsford/ }).waitFor();
  await page.getByRole('button', { name: 'Filters and sorting', exact: true }).click();
  const sheet = page.getByRole('dialog', { name: 'Filters and sorting' });
  await sheet.getByLabel('Sort by').selectOption('Name, descending');
  await expect.poll(() => page.locator('tbody tr').first().innerText()).toContain('Zeal');
  await sheet.getByLabel('Status').selectOption('active');
  await sheet.getByRole('button', { name: 'Show results' }).click();
  const opener = page.getByRole('button', { name: 'Filters and sorting, 1 set' });
  await opener.waitFor();
  await expect.poll(() => opener.evaluate(node => node === document.activeElement)).toBe(true);
});

test('F80 on a phone the actions of a row and of the page are in menus', async () => {
  const page = await shop().openAs(['admin'], '/suppliers', { width: 390 });
  const card = page.getByRole('row', { name: /Abbotsford/ });
  await card.getByRole('button', { name: 'Actions' }).click();
  const menu = page.getByRole('dialog', { name: 'Actions' });
  await menu.getByRole('button', { name: 'Delete Abbotsford Fine Foods Limited' }).waitFor();
  await page.keyboard.press('Escape');
  await menu.waitFor({ state: 'hidden' });
  expect(page.url()).toMatch(/\/suppliers$/);
  // Also when nothing has the focus.
  await card.getByRole('button', { name: 'Actions' }).click();
  await page.evaluate(async () => {
    const isFocused = () => document.activeElement?.closest('[role="dialog"]');
    while (!isFocused()) await new Promise(requestAnimationFrame);
    (document.activeElement as HTMLElement).blur();
  });
  await page.keyboard.press('Escape');
  await menu.waitFor({ state: 'hidden' });
  await page.getByRole('button', { name: 'Add Supplier' }).waitFor();
  expect(await page.getByRole('button', { name: 'Export' }).count()).toBe(0);
  await page.getByRole('button', { name: 'More actions' }).click();
  await page.getByRole('dialog', { name: 'Actions' }).getByRole('button', { name: 'Export' }).waitFor();
});

test('F80 on a phone Add customer is in sight, and the other actions of the page are in its menu', async () => {
  const page = await shop().openAs(['admin'], '/customers', { width: 390 });
  await page.getByRole('button', { name: 'More actions' }).click();
  const menu = page.getByRole('dialog', { name: 'Actions' });
  await menu.getByRole('button', { name: 'Export' }).waitFor();
  expect(await menu.getByRole('button', { name: 'Add customer' }).count()).toBe(0);
  await page.keyboard.press('Escape');
  await menu.waitFor({ state: 'hidden' });
  await page.getByRole('button', { name: 'Add customer' }).click();
  await page.waitForURL(/customers\/create$/);
});

test('a click on a row opens the record, but not one that selects text or presses a control; Ctrl opens a tab', async () => {
  const page = await shop().openAs(['admin'], '/customers');
  const row = page.getByRole('row', { name: /Bell & Sons/ });
  const phone = row.getByText('0117 496 0201');
  await phone.waitFor();
  await settled(page);
  const place = await phone.boundingBox();
  const middle = (place?.y ?? 0) + (place?.height ?? 0) / 2;
  await page.mouse.move((place?.x ?? 0) + 2, middle);
  await page.mouse.down();
  await page.mouse.move((place?.x ?? 0) + 80, middle, { steps: 5 });
  await page.mouse.up();
  expect(await page.evaluate(() => String(getSelection()))).toMatch(/\d{3}/);
  await settled(page);
  expect(page.url()).toMatch(/\/customers$/);
  await page.evaluate(() => getSelection()?.removeAllRanges());
  const [tab] = await Promise.all([
    page.context().waitForEvent('page'),
    row.getByText('No credit').click({ modifiers: ['Control'] }),
  ]);
  await tab.waitForURL(/customers\/view\/\d+$/);
  await tab.close();
  expect(page.url()).toMatch(/\/customers$/);
  await row.getByText('No credit').click();
  await page.waitForURL(/customers\/view\/\d+$/);
});

test('j and k move between rows, x selects one, Enter opens it, and ? lists these keys', async () => {
  const page = await shop().openAs(['admin'], '/products');
  await page.getByRole('row', { name: /Blue cup/ }).waitFor();
  for (const key of ['j', 'j', 'k']) await page.keyboard.press(key);
  await page
    .getByRole('row', { name: /Blue cup/ })
    .and(page.locator(':focus'))
    .waitFor();
  // A fourth letter as fast as these would be taken for a scan. An arrow ends what may be one.
  for (const key of ['ArrowDown', 'ArrowUp', 'x']) await page.keyboard.press(key);
  await page.getByLabel('Select Blue cup').and(page.locator(':checked')).waitFor();
  await page.keyboard.press('?');
  const help = page.getByRole('dialog', { name: 'Keyboard shortcuts' });
  for (const words of ['Next row', 'Previous row', 'Select the row']) await help.getByText(words).waitFor();
  await page.keyboard.press('Escape');
  await help.waitFor({ state: 'hidden' });
  await page.getByRole('row', { name: /Blue cup/ }).focus();
  await page.keyboard.press('Enter');
  await page.waitForURL(/products\/\d+$/);
});

test('the rows of a list without an action of its own open the record that they link to (audit 14, item 7)', async () => {
  const page = await shop().openAs(['view_stock', 'view_product'], '/stock?search=blue');
  const blue = page.getByRole('row').filter({ has: page.getByRole('link', { name: 'Blue cup' }) });
  const category = blue.locator('td[data-label="Category"]');
  await category.waitFor();
  await settled(page);
  const opened = page.context().waitForEvent('page');
  await category.click({ button: 'middle' });
  const tab = await opened;
  await tab.waitForURL('**/products/*');
  await tab.close();
  await blue.focus();
  await page.keyboard.press('Enter');
  await page.waitForURL('**/products/*');
  // The user may have put the column elsewhere.
  await page.goto('/stock?search=blue&columns=category.stock.quantity.product');
  await category.waitFor();
  await settled(page);
  await category.click();
  await page.waitForURL('**/products/*');
});

test('products show category, brand, VAT code, reorder level and day of entry when chosen (audit 14, item 9)', async () => {
  const page = await shop().openAs(['view_product'], '/products?search=blue');
  const head = (name: string) => page.getByRole('columnheader', { name, exact: true });
  await page.getByRole('link', { name: 'Blue cup' }).waitFor();
  await head('SKU').waitFor();
  const further = ['Category', 'Sub-category', 'Brand', 'VAT code', 'Reorder level', 'Created'];
  for (const name of further) expect(await head(name).count()).toBe(0);
  await page.goto(
    '/products?search=blue&columns=product.category.sub-category.brand.vat-code.reorder-level.created',
  );
  const blue = page.getByRole('row').filter({ has: page.getByRole('link', { name: 'Blue cup' }) });
  await blue.locator('td[data-label="Reorder level"]').getByText('10', { exact: true }).waitFor();
  for (const name of further) await head(name).waitFor();
});
