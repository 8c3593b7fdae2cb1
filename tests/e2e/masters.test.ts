import type { Page, Request } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { categories, subCategories, units } from '#domain/masters/master.contract';
import { seriousProblems } from '../support/accessible';
import { useShop } from '../support/browser';
import { fitsWindow } from '../support/fits-window';
import { holdAnswers } from '../support/hold-answers';

const shop = useShop();

const screens = [
  { path: '/masters/categories', many: 'Categories', one: 'Category' },
  { path: '/masters/sub-categories', many: 'Sub-Categories', one: 'Sub-Category' },
  { path: '/masters/brands', many: 'Brands', one: 'Brand' },
  { path: '/masters/units', many: 'Units', one: 'Unit' },
  { path: '/masters/expense-categories', many: 'Expense Categories', one: 'Expense Category' },
] as const;

const rights = ['view_master', 'create_master', 'edit_master', 'delete_master'] as const;
const names = (page: Page) => page.locator('tbody tr td:first-child').allInnerTexts();
const answerDialogs = (page: Page, accept: boolean, messages: string[]) =>
  page.on('dialog', async dialog => {
    messages.push(dialog.message());
    await (accept ? dialog.accept() : dialog.dismiss());
  });

/** Adds units whose names start alike and end in a number, all at once. */
async function addingUnits(name: string) {
  const clerk = await shop().as(...rights);
  return (from: number, to: number) =>
    Promise.all(
      Array.from({ length: to - from }, (_, n) =>
        clerk.call(units.create, { body: { name: `${name} ${from + n}` } }),
      ),
    );
}

describe.each(screens)('$many', ({ path, many, one }) => {
  test('M-01 M-02 M-03 M-04 one layout: title, add button, search, status filter and table', async () => {
    const page = await shop().openAs(rights, path);
    await page.getByRole('heading', { name: many, exact: true }).waitFor();
    await page.getByRole('button', { name: `Add ${one}`, exact: true }).waitFor();
    await page.getByPlaceholder('Search by name...').waitFor();
    await page.getByRole('button', { name: 'Search', exact: true }).waitFor();
    await expect
      .poll(() => page.getByLabel('Status').locator('option').allInnerTexts())
      .toEqual(['All Status', 'Active', 'Inactive']);
    await page.getByText('Total: ').waitFor();
    await page.getByRole('button', { name: `Add ${one}`, exact: true }).click();
    await page.getByRole('dialog', { name: `Add ${one}` }).waitFor();
  });
});

describe('units, the example of all five', () => {
  test('M-05 M-06 M-07 M-08 M-09 M-10 V-01 a unit is added, found, sorted, edited and deleted', async () => {
    const clerk = await shop().as(...rights);
    for (let n = 1; n <= 11; n++)
      await clerk.call(units.create, { body: { name: `Crate ${String(n).padStart(2, '0')}` } });
    const page = await shop().openAs(rights, '/masters/units');

    await page.getByText('Total: 11').waitFor();
    await expect.poll(() => page.locator('thead th').allInnerTexts()).toEqual(['Name', 'Status', 'Actions']);
    const pages = page.getByRole('navigation', { name: 'Pages' });
    await expect.poll(() => pages.getByRole('button', { name: /^Page/ }).allInnerTexts()).toEqual(['1', '2']);
    expect(await names(page)).toHaveLength(10);

    const header = page.getByRole('columnheader', { name: 'Name' });
    await expect.poll(() => header.getAttribute('aria-sort')).toBe('ascending');
    await header.getByRole('button').click();
    await page.getByText('Crate 11').waitFor();
    await expect.poll(() => header.getAttribute('aria-sort')).toBe('descending');
    expect((await names(page))[0]).toBe('Crate 11');

    await page.getByRole('button', { name: 'Add Unit' }).click();
    const dialog = page.getByRole('dialog', { name: 'Add Unit' });
    await expect.poll(() => dialog.getByLabel('Status').inputValue()).toBe('active');
    await expect
      .poll(() => dialog.getByLabel('Status').locator('option').allInnerTexts())
      .toEqual(['Active', 'Inactive']);
    await dialog.getByRole('button', { name: 'Cancel' }).waitFor();
    await dialog.getByRole('button', { name: 'Save' }).click();
    await dialog.getByText('Name is required.').waitFor();
    await dialog.getByLabel('Name').fill('Sack');
    await dialog.getByLabel('Status').selectOption('inactive');
    await dialog.getByRole('button', { name: 'Save' }).click();
    await page.getByRole('status').getByText('Saved successfully!').waitFor();
    await page.getByText('Total: 12').waitFor();

    await page.getByPlaceholder('Search by name...').fill('sack');
    await page.getByRole('button', { name: 'Search', exact: true }).click();
    await page.getByText('Total: 1', { exact: true }).waitFor();
    await page.getByRole('row', { name: /Sack.*Inactive/ }).waitFor();

    await page.getByRole('button', { name: 'Edit Sack' }).click();
    const edit = page.getByRole('dialog', { name: 'Edit Unit' });
    await edit.getByLabel('Name').fill('Sack of 25 kg');
    await edit.getByRole('button', { name: 'Save' }).click();
    await page.getByRole('row', { name: /Sack of 25 kg/ }).waitFor();

    await page.getByLabel('Status').selectOption('active');
    await page.getByText('Total: 0').waitFor();
    await page.getByLabel('Status').selectOption('inactive');
    await page.getByText('Total: 1', { exact: true }).waitFor();

    const messages: string[] = [];
    answerDialogs(page, true, messages);
    await page.getByRole('button', { name: 'Delete Sack of 25 kg' }).click();
    await page.getByRole('status').getByText('Deleted successfully!').waitFor();
    await page.getByText('Total: 0').waitFor();
    expect(messages).toEqual(['Delete this record?']);
    await page.getByRole('button', { name: 'Dismiss' }).click();
    await page.getByText('Deleted successfully!').waitFor({ state: 'detached' });
  });

  test('E-06 M-08 a save that nothing answers says why, keeps what was entered, and its message can be dismissed', async () => {
    const page = await shop().openAs(rights, '/masters/units');
    await page.getByRole('button', { name: 'Add Unit' }).click();
    const dialog = page.getByRole('dialog', { name: 'Add Unit' });
    await dialog.getByLabel('Name').fill('Carboy');
    await page.route('**/api/units', route => route.abort());
    await dialog.getByRole('button', { name: 'Save' }).click();
    const notice = page.locator('.mantine-Notification-root');
    await notice.getByText('Network error. Please check your internet connection.').waitFor();
    const alert = dialog.getByRole('alert');
    expect((await alert.innerText()).split(/\n+/)).toEqual([
      'Error',
      'No answer came. It may have been saved. Try again: it is not saved a second time.',
    ]);
    await alert.getByRole('button', { name: 'Dismiss' }).click();
    await alert.waitFor({ state: 'detached' });
    await page.unroute('**/api/units');
    await dialog.getByRole('button', { name: 'Save' }).click();
    await page.getByRole('button', { name: 'Edit Carboy' }).waitFor();
    await shop().db.deleteFrom('units').where('name', '=', 'Carboy').execute();
  });

  test('M-10 declining the confirmation deletes nothing', async () => {
    const clerk = await shop().as(...rights);
    await clerk.call(units.create, { body: { name: 'Kept' } });
    const page = await shop().openAs(rights, '/masters/units?search=kept');
    const messages: string[] = [];
    answerDialogs(page, false, messages);
    await page.getByRole('button', { name: 'Delete Kept' }).click();
    expect(messages).toEqual(['Delete this record?']);
    expect((await clerk.call(units.list, { query: { search: 'kept' } })).reply.total).toBe(1);
  });

  test('M-13 a sorted column toggles, and the default order is by name for units, newest first for categories', async () => {
    const clerk = await shop().as(...rights);
    // In neither alphabetical nor reverse order (F89).
    for (const name of ['Argon', 'Zinc', 'Iron']) await clerk.call(categories.create, { body: { name } });
    const page = await shop().openAs(rights, '/masters/categories');
    await page.getByText('Total: 3').waitFor();
    expect(await names(page)).toEqual(['Iron', 'Zinc', 'Argon']);
    const sort = page.getByRole('columnheader', { name: 'Name' });
    await expect.poll(() => sort.getAttribute('aria-sort')).toBe('none');
    await sort.getByRole('button').click();
    await page.waitForURL(/sort_by=name/);
    await expect.poll(() => sort.getAttribute('aria-sort')).toBe('ascending');
    await sort.getByRole('button').click();
    await page.waitForURL(/sort_order=desc/);
    await expect.poll(() => names(page)).toEqual(['Zinc', 'Iron', 'Argon']);
  });

  test('F85 M-06 every page has its number, in one line that scrolls on a phone', async () => {
    const add = await addingUnits('Zone');
    await add(0, 100);
    const page = await shop().openAs(rights, '/masters/units?search=zone');
    await page.getByText('Total: 100').waitFor();
    const numbers = page.getByRole('navigation', { name: 'Pages' }).getByRole('button', { name: /^Page/ });
    await expect
      .poll(() => numbers.allInnerTexts())
      .toEqual(['1', '2', '3', '4', '5', '6', '7', '8', '9', '10']);
    await add(100, 140);
    await page.reload();
    await page.getByText('Total: 140').waitFor();
    const all = Array.from({ length: 14 }, (_, index) => String(index + 1));
    await page.goto('/masters/units?search=zone&page=7');
    await expect.poll(() => numbers.allInnerTexts()).toEqual(all);
    await page.getByRole('button', { name: 'Page 13', exact: true }).click();
    await page.waitForURL(/page=13$/);

    await page.setViewportSize({ width: 390, height: 800 });
    await expect.poll(() => numbers.allInnerTexts()).toEqual(all);
    await fitsWindow(page);
    expect(await seriousProblems(page)).toEqual([]);
    // The current page is visible, and arrow keys move along the others.
    await page.locator('[aria-label="Page 13"][tabindex="0"]').focus();
    await page.keyboard.press('Home');
    await page.keyboard.press('ArrowRight');
    await page.keyboard.press('Enter');
    await page.waitForURL(/page=2$/);
  });

  test('a list keeps its state in the address: back, forward and a reload restore it', async () => {
    await (await addingUnits('Street'))(0, 40);
    const page = await shop().openAs(rights, '/masters/units?search=street&page=2');
    await page.getByText('Total: 40').waitFor();
    await page.getByRole('button', { name: 'Page 3', exact: true }).click();
    await page.waitForURL(/page=3/);
    await page.goBack();
    await page.waitForURL(/page=2/);
    await expect.poll(() => page.locator('[aria-current="page"]').last().innerText()).toBe('2');
    await page.goForward();
    await page.reload();
    await expect.poll(() => page.locator('[aria-current="page"]').last().innerText()).toBe('3');
    await expect.poll(() => page.getByPlaceholder('Search by name...').inputValue()).toBe('street');
  });

  test('F82 a page that does not exist shows the last page, also after its last row is deleted', async () => {
    await (await addingUnits('Yard'))(0, 21);
    const page = await shop().openAs(rights, '/masters/units?search=yard&page=99');
    await page.waitForURL(/page=3$/);
    await expect.poll(() => names(page)).toEqual(['Yard 9']);
    answerDialogs(page, true, []);
    await page.getByRole('button', { name: 'Delete Yard 9' }).click();
    await page.waitForURL(/page=2$/);
    await page.getByText('Total: 20').waitFor();
    await expect.poll(async () => (await names(page)).length).toBe(10);
    expect(await page.getByText('No units match').count()).toBe(0);
  });

  test('F82 rows that could not be reloaded after a deletion say that they may be out of date', async () => {
    await (await addingUnits('Lane'))(0, 2);
    const page = await shop().openAs(rights, '/masters/units?search=lane');
    await page.getByText('Total: 2').waitFor();
    answerDialogs(page, true, []);
    await page.route('**/api/units?*', route => route.fulfill({ status: 500, body: 'no JSON' }));
    await page.getByRole('button', { name: 'Delete Lane 0' }).click();
    await page.getByText('The list could not be refreshed.').waitFor();
    expect(await names(page)).toEqual(['Lane 0', 'Lane 1']);
    await page.unroute('**/api/units?*');
    await page.getByRole('button', { name: 'Try again' }).click();
    await page.getByText('Total: 1').waitFor();
    expect(await names(page)).toEqual(['Lane 1']);
    expect(await page.getByText('The list could not be refreshed.').count()).toBe(0);
  });

  test('M-14 buttons need permissions: without them there is nothing to press', async () => {
    const page = await shop().openAs(['view_master'], '/masters/units?search=crate');
    await page.getByText('Total: 11').waitFor();
    expect(await page.getByRole('button', { name: /^(Add|Edit|Delete)/ }).count()).toBe(0);
  });

  test('M-15 a failed load, save or deletion shows its message', async () => {
    const page = await shop().openAs(rights, '/masters/brands');
    await page.getByText('Total: 0').waitFor();
    await page.route('**/api/brands*', route => route.fulfill({ status: 500, body: 'no JSON' }));
    await page.getByRole('button', { name: 'Add Brand' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('Name').fill('Acme');
    await dialog.getByRole('button', { name: 'Save' }).click();
    await dialog.getByRole('alert').getByText('Error', { exact: true }).waitFor();
    await page.unroute('**/api/brands*');
    await page.route('**/api/brands*', route =>
      route.fulfill({
        status: 409,
        contentType: 'application/json',
        body: JSON.stringify({ message: 'Not today' }),
      }),
    );
    await dialog.getByRole('button', { name: 'Save' }).click();
    await dialog.getByRole('alert').getByText('Not today').waitFor();
    await page.goto('/masters/brands?search=x');
    await page.getByText('Failed to load data.').waitFor();
    await page.unroute('**/api/brands*');
    await page.getByRole('button', { name: 'Try again' }).click();
    await page.getByText('Total: 0').waitFor();
  });
});

test('2.6 M-04 check boxes come when they are asked for, and go again', async () => {
  const admin = await shop().as('admin');
  for (const name of ['Tub', 'Tub of 6']) await admin.call(units.create, { body: { name } });
  const page = await shop().openAs(rights, '/masters/units?search=tub');
  await page.getByRole('row', { name: /^Tub of 6/ }).waitFor();
  expect(await page.getByRole('checkbox').count()).toBe(0);
  const select = page.getByRole('button', { name: 'Select', exact: true });
  await select.click();
  await page.getByLabel('Select all on this page').check();
  await page.getByText('2 units selected').waitFor();
  await page.getByRole('button', { name: 'Clear selection' }).click();
  await select.click();
  await expect.poll(() => page.getByRole('checkbox').count()).toBe(0);
});

describe('sub-categories', () => {
  test('M-11 M-12 K-03 carry a category, chosen from the active ones', async () => {
    const clerk = await shop().as(...rights);
    const { reply: bakery } = await clerk.call(categories.create, { body: { name: 'Bakery' } });
    await clerk.call(categories.create, { body: { name: 'Gone', status: 'inactive' } });
    await clerk.call(subCategories.create, { body: { name: 'Cakes', category_id: bakery.id } });
    const page = await shop().openAs(rights, '/masters/sub-categories');
    await expect
      .poll(() => page.locator('thead th').allInnerTexts())
      .toEqual(['Name', 'Category', 'Status', 'Actions']);
    const refetch = page.waitForRequest(request => new URL(request.url()).pathname === '/api/categories');
    await page.getByRole('button', { name: 'Add Sub-Category' }).click();
    const query = new URL((await refetch).url()).searchParams;
    expect([query.get('per_page'), query.get('status')]).toEqual(['1000', 'active']);

    const dialog = page.getByRole('dialog', { name: 'Add Sub-Category' });
    const select = dialog.getByLabel('Category');
    await select.getByRole('option', { name: 'Bakery' }).waitFor({ state: 'attached' });
    const options = await select.locator('option').allInnerTexts();
    expect(options[0]).toBe('Select Category');
    expect(options).toContain('Bakery');
    expect(options).not.toContain('Gone');

    await dialog.getByLabel('Name').fill('Bread');
    await dialog.getByRole('button', { name: 'Save' }).click();
    await dialog.getByText('Choose a category.').waitFor();
    await select.selectOption('Bakery');
    await dialog.getByRole('button', { name: 'Save' }).click();
    await page.getByRole('row', { name: /Bread.*Bakery/ }).waitFor();
    expect((await clerk.call(subCategories.list, {})).reply.data[0]).toMatchObject({
      name: 'Bread',
      category: { name: 'Bakery' },
    });
  });
});

test('a row that is opened again right after it was saved is the saved one', async () => {
  const clerk = await shop().as(...rights);
  await clerk.call(units.create, { body: { name: 'Pallet of before' } });
  const page = await shop().openAs(rights, '/masters/units?search=Pallet');
  await page.getByRole('button', { name: 'Edit Pallet of before' }).waitFor();
  const isList = (request: Request) =>
    request.method() === 'GET' && new URL(request.url()).pathname === '/api/units';
  const letGo = await holdAnswers(page, isList);
  await page.getByRole('button', { name: 'Edit Pallet of before' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Name').fill('Pallet of after');
  const readAgain = page.waitForRequest(isList);
  await dialog.getByRole('button', { name: 'Save' }).click();
  await readAgain;
  // Until the list is there, the dialog is: the row behind it is still the old one.
  expect(await dialog.isVisible()).toBe(true);
  letGo();
  await dialog.waitFor({ state: 'detached' });
  await page.getByRole('button', { name: 'Edit Pallet of after' }).click();
  await expect.poll(() => dialog.getByLabel('Name').inputValue()).toBe('Pallet of after');
});
