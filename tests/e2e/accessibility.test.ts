import { beforeAll, describe, expect, test } from 'vitest';
import { categories, subCategories, units } from '#domain/masters/master.contract';
import { suppliers } from '#domain/suppliers/supplier.contract';
import { waitForFadeIn, seriousProblems } from '../support/accessible';
import { useShop } from '../support/browser';
import { someProduct } from '../support/products';
import { insertOrder, insertPayment } from '../support/purchases';
import { settled } from '../support/settled';

const shop = useShop();
let supplierId: number;
let userId: number;
beforeAll(async () => {
  const admin = await shop().as('admin');
  userId = admin.userId;
  await admin.call(units.create, { body: { name: 'Box' } });
  const { reply: category } = await admin.call(categories.create, { body: { name: 'Tea' } });
  await admin.call(subCategories.create, {
    body: { name: 'Green', category_id: category.id, status: 'inactive' },
  });
  const { reply } = await admin.call(suppliers.create, {
    body: { name: 'Ashdown Ltd', email: 'a@ashdown.example', address: '1 Mill Lane' },
  });
  supplierId = reply.id;
  await someProduct(shop().db, { name: 'Teapot', barcodes: [{ code: '5012345678900' }] });
  for (const status of ['draft', 'sent', 'received', 'completed', 'cancelled'])
    await insertOrder(shop().db, { supplier_id: supplierId, created_by: userId, total_pence: 5_000, status });
  for (const status of ['pending', 'completed', 'failed', 'cancelled'])
    await insertPayment(shop().db, {
      supplier_id: supplierId,
      created_by: userId,
      amount_pence: 500,
      status,
    });
});

// Every page is checked in page-layouts.test.ts; these have what is not on those: the menu, all statuses, and failures.
const pages = ['/dashboard', '/imports/999999', '/suppliers/:supplier', '/404', '/500'];
const dialogs = [
  ['/masters/units', 'Add Unit'],
  ['/masters/sub-categories', 'Add Sub-Category'],
  ['/products', 'Print labels for Teapot'],
  ['/suppliers', 'Add Supplier'],
  ['/accounts', 'Add account'],
  ['/suppliers', 'Send email to Ashdown Ltd'],
] as const;

describe('in light and dark', () => {
  test.each(pages)('axe finds no serious problem on %s', async path => {
    const page = await shop().openAs(['admin'], path.replace(':supplier', String(supplierId)));
    await page.locator('h1').first().waitFor();
    await settled(page);
    expect(await seriousProblems(page, { withMenu: path === '/dashboard' })).toEqual([]);
  });
  test('axe finds no serious problem on /api/docs', async () => {
    const page = await shop().pageOf((await shop().as('admin')).token);
    // Some calls of each kind: all look alike, and axe takes most of a minute for the whole list.
    let answer = () => {};
    const hasTyped = new Promise<void>(resolve => (answer = resolve));
    await page.route('**/api/openapi.json', route => hasTyped.then(() => route.continue()));
    await page.goto('/api/docs');
    await page.getByLabel('Search API calls').fill('/users');
    answer();
    const calls = page.locator('.api-call');
    await calls.first().waitFor();
    await settled(page);
    await expect.poll(() => calls.count()).toBeLessThan(30);
    const reported = (await calls.allTextContents()).join('\n');
    for (const kind of ['GET', 'POST', 'PUT', 'DELETE', 'in path', 'in query', 'Body', 'A file.'])
      expect(reported).toContain(kind);
    expect(await seriousProblems(page)).toEqual([]);
  });
  test.each(['/login', '/register', '/forgot-password', '/reset-password?token=x'])(
    'axe finds no serious problem on %s',
    async path => {
      const page = await shop().open();
      await page.goto(path);
      await settled(page);
      expect(await seriousProblems(page)).toEqual([]);
    },
  );
  test.each(dialogs)('axe finds no serious problem in the dialog of %s: %s', async (path, button) => {
    const page = await shop().openAs(['admin'], path);
    await page.getByRole('button', { name: button }).first().click();
    await waitForFadeIn(page.getByRole('dialog'));
    await settled(page);
    expect(await seriousProblems(page)).toEqual([]);
  });
  test('axe finds no serious problem in the leave question', async () => {
    const page = await shop().openAs(['admin'], '/users/create');
    await page.getByLabel('Name').fill('Half a name');
    await page.getByRole('link', { name: 'Inbox' }).click();
    await waitForFadeIn(page.getByRole('dialog'));
    expect(await seriousProblems(page)).toEqual([]);
  });
});

test('a supplier is added, edited and deleted by keyboard alone', async () => {
  const page = await shop().openAs(['admin'], '/suppliers');
  page.on('dialog', dialog => void dialog.accept());
  const press = async (...keys: string[]) => {
    for (const key of keys) await page.keyboard.press(key);
  };
  const focused = () =>
    page.evaluate(
      () => document.activeElement?.getAttribute('aria-label') ?? document.activeElement?.textContent ?? '',
    );
  const focusOn = async (name: string) => {
    await expect.poll(focused).toContain(name);
  };
  await page.getByText('Total: 1').waitFor();
  await press('n');
  await page.getByRole('dialog', { name: 'Add Supplier' }).waitFor();
  await expect
    .poll(() =>
      page.evaluate(
        () => document.activeElement?.closest('.mantine-TextInput-root')?.querySelector('label')?.textContent,
      ),
    )
    .toContain('Name');
  await page.keyboard.type('Keyboard & Co');
  await press('Tab');
  await page.keyboard.type('k@keyboard.example');
  await press('Control+Enter');
  await page.getByText('Saved successfully!').waitFor();
  await press('/');
  await page.keyboard.type('keyboard');
  await page.getByText('Total: 1', { exact: true }).waitFor();
  await press('Enter');
  for (let n = 0; n < 12; n++) {
    await press('Tab');
    if (await page.evaluate(() => document.activeElement?.tagName === 'TR')) break;
  }
  await focusOn('Keyboard & Co');
  await press('Enter');
  await page.getByRole('heading', { name: 'Supplier Details' }).waitFor();
  await press('e');
  await page.getByRole('dialog', { name: 'Edit Supplier' }).waitFor();
  await expect.poll(() => page.evaluate(() => document.activeElement?.tagName)).toBe('INPUT');
  await press('End');
  await page.keyboard.type(' Ltd');
  await press('Control+Enter');
  await page.getByText('Keyboard & Co Ltd').first().waitFor();
  await press('?');
  await page.getByRole('dialog', { name: 'Keyboard shortcuts' }).waitFor();
  await press('Escape');
  await page.getByRole('dialog').waitFor({ state: 'detached' });
  await page.getByRole('link', { name: 'Back to list' }).focus();
  for (let n = 0; n < 12 && (await focused()) !== 'Delete'; n++) await press('Tab');
  await focusOn('Delete');
  await press('Enter');
  await page.waitForURL(/\/suppliers$/);
});
