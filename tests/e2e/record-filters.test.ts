import { sql } from 'kysely';
import { beforeAll, expect, test } from 'vitest';
import { requirePresent } from '#domain/kernel/require-present';
import { seriousProblems } from '../support/accessible';
import { someSupplier } from '../support/books';
import { useShop } from '../support/browser';
import { chips, chooseFilter, params, requestsOf, total } from '../support/list-filters';
import { someProduct } from '../support/products';
import { insertOrder } from '../support/purchases';
import { settled } from '../support/settled';

const shop = useShop();

const ids = new Map<string, number>();
beforeAll(async () => {
  const { db } = shop();
  const { userId } = await shop().as('admin');
  const insert = async (table: string, values: Record<string, unknown>) => {
    const { rows } = await sql<{ id: number }>`
      insert into ${sql.table(table)} (${sql.join(Object.keys(values).map(name => sql.ref(name)))}, created_at, updated_at)
      values (${sql.join(Object.values(values))}, now(), now()) returning id`.execute(db);
    const id = requirePresent(rows[0], 'the inserted row').id;
    ids.set(String(values.name), id);
    return id;
  };
  for (const name of ['Tea', 'Coffee', 'Cake', 'Juice', 'Milk', 'Nuts', 'Rice', 'Soap', 'Wine'])
    await insert('categories', { name });
  await insert('sub_categories', { name: 'Green', category_id: ids.get('Tea') });
  await insert('sub_categories', { name: 'Beans', category_id: ids.get('Coffee') });
  const stocked = [
    ['Sencha', 'Tea', 'Green'],
    ['Assam', 'Tea', null],
    ['Arabica', 'Coffee', 'Beans'],
    ['Madeira', 'Cake', null],
  ] as const;
  for (const [name, category, sub] of stocked)
    await someProduct(db, {
      name,
      category_id: ids.get(category) ?? null,
      sub_category_id: sub && (ids.get(sub) ?? null),
    });
  for (const name of ['Acme Foods', 'Brew Supplies', 'Crumb Bakery']) {
    const supplier_id = await someSupplier(db, name);
    ids.set(name, supplier_id);
    await insertOrder(db, { supplier_id, created_by: userId, total_pence: 100, po_number: `PO-${name}` });
  }
});
const idsOf = (...names: string[]) => names.map(name => ids.get(name)).join(',');

test('categories are searched and chosen by keyboard; a sub-category goes with its category', async () => {
  const page = await shop().openAs(['admin'], '/products');
  await total(page, 4);
  // The categories are read apart from the products.
  await settled(page);
  const button = page.getByRole('button', { name: 'Category: All categories' });
  await button.focus();
  await page.keyboard.press('Enter');
  const menu = page.getByRole('dialog', { name: 'Category', exact: true });
  const search = menu.getByLabel('Search category');
  await search.waitFor();
  await expect.poll(() => search.evaluate(node => node === document.activeElement)).toBe(true);
  expect(await seriousProblems(page)).toEqual([]);
  await page.keyboard.type('tea');
  await expect.poll(() => menu.getByRole('checkbox').count()).toBe(1);
  await page.keyboard.press('Enter');
  await total(page, 2);
  await search.fill('nothing like it');
  await menu.getByText('No results').waitFor();
  await search.fill('cof');
  await menu.getByRole('checkbox', { name: 'Coffee' }).waitFor();
  await expect.poll(() => menu.getByRole('checkbox').count()).toBe(1);
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Space');
  await total(page, 3);
  await page.keyboard.press('ArrowUp');
  await expect.poll(() => search.evaluate(node => node === document.activeElement)).toBe(true);
  await page.keyboard.press('Escape');
  await menu.waitFor({ state: 'detached' });
  const chosen = page
    .getByRole('button', { name: 'Category: Coffee or Tea' })
    .and(page.locator('.choice-filter'));
  await expect.poll(() => chosen.evaluate(node => node === document.activeElement)).toBe(true);
  expect(params(page)).toEqual({ category_id: idsOf('Coffee', 'Tea') });

  await chooseFilter(page, 'Sub-category', 'Tea › Green', 'Coffee › Beans');
  await total(page, 2);
  await expect
    .poll(() => chips(page).allTextContents())
    .toEqual([
      'Remove filter Category: Coffee or Tea',
      'Remove filter Sub-category: Coffee › Beans or Tea › Green',
    ]);
  // Opened again, the chosen ones come first.
  await chosen.click();
  await expect
    .poll(() =>
      menu
        .getByRole('checkbox')
        .evaluateAll(boxes => boxes.slice(0, 3).map(box => (box as HTMLInputElement).checked)),
    )
    .toEqual([true, true, false]);
  await menu.getByRole('checkbox', { name: 'Tea' }).uncheck();
  await total(page, 1);
  await expect
    .poll(() => params(page))
    .toEqual({
      category_id: idsOf('Coffee'),
      sub_category_id: idsOf('Beans'),
    });
  await menu.getByRole('button', { name: 'All categories' }).click();
  await total(page, 4);
  expect(params(page)).toEqual({});
});

test('each supplier picked is a chip, which is removed on its own; the names are found by the address', async () => {
  const page = await shop().openAs(['admin'], '/purchases');
  await total(page, 3);
  const field = page.getByRole('combobox', { name: 'Supplier' });
  const pick = async (text: string, name: string) => {
    await field.fill(text);
    const found = page.getByRole('listbox', { name: 'Results' }).getByRole('option');
    await found.filter({ hasText: name }).waitFor();
    await expect.poll(() => found.count()).toBe(1);
    await page.keyboard.press('Enter');
  };
  await pick('acme', 'Acme Foods');
  await total(page, 1);
  await pick('crumb', 'Crumb Bakery');
  await total(page, 2);
  await expect
    .poll(() => chips(page).allTextContents())
    .toEqual(['Remove filter Supplier: Acme Foods', 'Remove filter or Supplier: Crumb Bakery']);
  await expect.poll(() => field.getAttribute('placeholder')).toBe('Acme Foods or Crumb Bakery');
  expect(params(page)).toEqual({ supplier_id: idsOf('Acme Foods', 'Crumb Bakery') });
  // What is chosen is not offered again.
  await field.fill('acme');
  await page.getByText('No supplier found').waitFor();
  await page.keyboard.press('Escape');

  await page.reload();
  await total(page, 2);
  await page.getByRole('button', { name: 'Remove filter Supplier: Crumb Bakery' }).waitFor();
  expect(await seriousProblems(page)).toEqual([]);
  await page.getByRole('button', { name: 'Remove filter Supplier: Acme Foods' }).focus();
  await page.keyboard.press('Delete');
  await total(page, 1);
  await expect.poll(() => chips(page).allTextContents()).toEqual(['Remove filter Supplier: Crumb Bakery']);
  const left = chips(page).first();
  await expect.poll(() => left.evaluate(node => node === document.activeElement)).toBe(true);
  expect(params(page)).toEqual({ supplier_id: idsOf('Crumb Bakery') });
  await page.goto(`/purchases?supplier_id=${ids.get('Acme Foods')},999999`);
  await page.getByRole('button', { name: 'Remove filter Supplier: Unknown' }).waitFor();
  await page.goto('/purchases?supplier_id=acme');
  await page.getByText('Part of this link was not recognised and was ignored: supplier id “acme”.').waitFor();
  await total(page, 3);
});

test('a report is of several cashiers, and its figures lead to the documents of them all', async () => {
  const page = await shop().openAs(['admin'], '/reports/sales-summary');
  await settled(page);
  await page.getByRole('button', { name: 'Cashier: All cashiers' }).click();
  const boxes = page.getByRole('dialog', { name: 'Cashier', exact: true }).getByRole('checkbox');
  await boxes.nth(0).check();
  await boxes.nth(1).check();
  await expect.poll(() => params(page).cashier_id).toMatch(/^\d+,\d+$/);
  await page.keyboard.press('Escape');
  const chosen = params(page).cashier_id;
  await settled(page);
  await page.getByRole('link', { name: 'Net takings: view documents' }).click();
  await page.waitForURL(/\/reports\/documents/);
  expect(params(page).cashier_id).toBe(chosen);
  await page.getByRole('button', { name: /^Remove filter Cashier: .+ or .+/ }).waitFor();
});

test('who may not see customers sees that invoices are of one or several, without their names', async () => {
  const page = await shop().openAs(['view_dashboard'], '/sales/invoices?customer_id=1');
  const requests = requestsOf(page, '/api/customers/search');
  await page.getByRole('button', { name: 'Remove filter Customer: One customer only' }).waitFor();
  await page.goto('/sales/invoices?customer_id=1,2');
  await page.getByRole('button', { name: 'Remove filter Customer: 2 customers' }).waitFor();
  await settled(page);
  expect(requests).toEqual([]);
  expect(await page.getByRole('combobox', { name: 'Customer' }).count()).toBe(0);
});

test('on a phone records are chosen in the sheet, by touch', async () => {
  const page = await shop().openAs(['admin'], '/products', { width: 390 });
  await total(page, 4);
  await page.getByRole('button', { name: 'Filters and sorting', exact: true }).click();
  await chooseFilter(page, 'Category', 'Tea', 'Cake');
  await page.getByRole('button', { name: 'Show results' }).click();
  await total(page, 3);
  await page.getByRole('button', { name: 'Remove filter Category: Cake or Tea' }).waitFor();
  await expect.poll(() => page.evaluate(() => document.documentElement.scrollWidth)).toBe(390);

  await page.goto(`/purchases?supplier_id=${idsOf('Acme Foods', 'Brew Supplies')}`);
  await total(page, 2);
  await page.getByRole('button', { name: 'Filters and sorting, 1 set' }).click();
  // The sheet takes the focus a moment after it has opened; a field that was filled before would lose its options.
  await page.locator('.sheet [aria-label="Close filters and sorting"]:focus').waitFor();
  const field = page.getByRole('combobox', { name: 'Supplier' });
  await expect.poll(() => field.getAttribute('placeholder')).toBe('Acme Foods or Brew Supplies');
  await field.fill('crumb');
  await page.getByRole('option', { name: 'Crumb Bakery' }).click();
  await page.getByRole('button', { name: 'Show results' }).click();
  await total(page, 3);
  await expect.poll(() => chips(page).count()).toBe(3);
  await expect.poll(() => page.evaluate(() => document.documentElement.scrollWidth)).toBe(390);
});
