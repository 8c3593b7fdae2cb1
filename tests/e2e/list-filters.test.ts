import { sql } from 'kysely';
import type { Page } from 'playwright-core';
import { beforeAll, describe, expect, test } from 'vitest';
import { requirePresent } from '#domain/kernel/require-present';
import { listViews } from '#domain/list-views/list-view.contract';
import { seriousProblems } from '../support/accessible';
import { someSupplier } from '../support/books';
import { useShop } from '../support/browser';
import { chooseFilter } from '../support/list-filters';
import { someProduct } from '../support/products';
import { insertOrder } from '../support/purchases';
import { settled } from '../support/settled';

const shop = useShop();

beforeAll(async () => {
  const { db } = shop();
  await someProduct(db, { name: 'Active mug' });
  await someProduct(db, { name: 'Inactive mug', status: 'inactive' });
  const archived = await someProduct(db, { name: 'Archived mug' });
  await sql`update products set status = 'archived' where id = ${archived}`.execute(db);
});

const total = (page: Page, count: number) => page.getByText(`Total: ${count}`, { exact: true }).waitFor();
const chips = (page: Page) =>
  page.getByRole('group', { name: 'Active filters' }).getByRole('button', { name: /^Remove filter/ });
const params = (page: Page) => Object.fromEntries(new URL(page.url()).searchParams);
const requestsOf = (page: Page, path: string): URLSearchParams[] => {
  const requests: URLSearchParams[] = [];
  page.on('request', request => {
    const url = new URL(request.url());
    if (url.pathname === path) requests.push(url.searchParams);
  });
  return requests;
};

test('a filter holds several values, shown as a chip that is removed by keyboard', async () => {
  const page = await shop().openAs(['admin'], '/products');
  await total(page, 2);
  expect(await chips(page).count()).toBe(0);
  await chooseFilter(page, 'Status', 'Archived', 'Inactive');
  await page.getByRole('row', { name: /Archived mug/ }).waitFor();
  await total(page, 2);
  expect(params(page)).toEqual({ status: 'inactive,archived' });
  await chooseFilter(page, 'Stock', 'Out of stock');
  await page.getByRole('button', { name: 'Remove filter Stock: Out of stock' }).waitFor();
  expect(await chips(page).allTextContents()).toEqual([
    'Remove filter Status: Inactive or Archived',
    'Remove filter Stock: Out of stock',
  ]);
  expect(await seriousProblems(page)).toEqual([]);

  await chips(page).first().focus();
  await page.keyboard.press('Delete');
  await expect.poll(() => params(page)).toEqual({ stock_state: 'out' });
  const left = page.getByRole('button', { name: 'Remove filter Stock: Out of stock' });
  expect(await left.evaluate(node => node === document.activeElement)).toBe(true);
  await page.keyboard.press('Enter');
  await expect.poll(() => params(page)).toEqual({});
  await expect.poll(() => chips(page).count()).toBe(0);
  const search = page.getByPlaceholder('Search by name, SKU or barcode');
  expect(await search.evaluate(node => node === document.activeElement)).toBe(true);
});

test('"Clear all" removes the filters and leaves the search; what an old or bad address holds still works', async () => {
  const page = await shop().openAs(
    ['admin'],
    '/products?status=inactive,archived&stock_state=out&search=mug',
  );
  await total(page, 2);
  await page.getByRole('button', { name: 'Clear all' }).click();
  await expect.poll(() => params(page)).toEqual({ search: 'mug' });
  await page.goto('/products?status=inactive');
  await total(page, 1);
  await page.getByRole('button', { name: 'Status: Inactive' }).and(page.locator('.choice-filter')).waitFor();
  await page.goto('/products?status=inactive,lost');
  await page
    .getByText('Part of this link was not recognised and was ignored: status “inactive,lost”.')
    .waitFor();
  await total(page, 2);
});

test('on a phone the chips are below the search, and a filter in the sheet holds several values', async () => {
  const page = await shop().openAs(['admin'], '/products', { width: 390 });
  await total(page, 2);
  await page.getByRole('button', { name: 'Filters and sorting', exact: true }).click();
  await chooseFilter(page, 'Status', 'Inactive', 'Archived');
  await page.getByRole('button', { name: 'Show results' }).click();
  await page.getByRole('button', { name: 'Remove filter Status: Inactive or Archived' }).waitFor();
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(390);
  await chips(page).first().click();
  await expect.poll(() => params(page)).toEqual({});
  await page.getByRole('row', { name: /Active mug/ }).waitFor();
});

describe('filters of records', () => {
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
    await total(page, 6);
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
    expect(await search.evaluate(node => node === document.activeElement)).toBe(true);
    await page.keyboard.press('Escape');
    await menu.waitFor({ state: 'detached' });
    const chosen = page
      .getByRole('button', { name: 'Category: Coffee or Tea' })
      .and(page.locator('.choice-filter'));
    expect(await chosen.evaluate(node => node === document.activeElement)).toBe(true);
    expect(params(page)).toEqual({ category_id: idsOf('Coffee', 'Tea') });

    await chooseFilter(page, 'Sub-category', 'Tea › Green', 'Coffee › Beans');
    await total(page, 2);
    expect(await chips(page).allTextContents()).toEqual([
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
    await total(page, 6);
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
    expect(await chips(page).allTextContents()).toEqual([
      'Remove filter Supplier: Acme Foods',
      'Remove filter or Supplier: Crumb Bakery',
    ]);
    expect(await field.getAttribute('placeholder')).toBe('Acme Foods or Crumb Bakery');
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
    expect(await chips(page).allTextContents()).toEqual(['Remove filter Supplier: Crumb Bakery']);
    const left = chips(page).first();
    expect(await left.evaluate(node => node === document.activeElement)).toBe(true);
    expect(params(page)).toEqual({ supplier_id: idsOf('Crumb Bakery') });
    await page.goto(`/purchases?supplier_id=${ids.get('Acme Foods')},999999`);
    await page.getByRole('button', { name: 'Remove filter Supplier: Unknown' }).waitFor();
    await page.goto('/purchases?supplier_id=acme');
    await page
      .getByText('Part of this link was not recognised and was ignored: supplier id “acme”.')
      .waitFor();
    await total(page, 3);
  });

  test('on a phone records are chosen in the sheet, by touch', async () => {
    const page = await shop().openAs(['admin'], '/products', { width: 390 });
    await total(page, 6);
    await page.getByRole('button', { name: 'Filters and sorting', exact: true }).click();
    await chooseFilter(page, 'Category', 'Tea', 'Cake');
    await page.getByRole('button', { name: 'Show results' }).click();
    await total(page, 3);
    await page.getByRole('button', { name: 'Remove filter Category: Cake or Tea' }).waitFor();
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(390);

    await page.goto(`/purchases?supplier_id=${idsOf('Acme Foods', 'Brew Supplies')}`);
    await total(page, 2);
    await page.getByRole('button', { name: 'Filters and sorting, 1 set' }).click();
    const field = page.getByRole('combobox', { name: 'Supplier' });
    await expect.poll(() => field.getAttribute('placeholder')).toBe('Acme Foods or Brew Supplies');
    await field.fill('crumb');
    await page.getByRole('option', { name: 'Crumb Bakery' }).click();
    await page.getByRole('button', { name: 'Show results' }).click();
    await total(page, 3);
    expect(await chips(page).count()).toBe(3);
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(390);
  });
});

test('the address keeps relative dates, and the list asks for their London days', async () => {
  const { token } = await shop().as('admin');
  const page = await shop().pageOf(token, { clock: true });
  // Half past midnight on 1 July in London is still June in UTC.
  await page.clock.setSystemTime(new Date('2026-06-30T23:30:00Z'));
  const requests = requestsOf(page, '/api/sales');
  const lastAsked = () => {
    const last = requests.at(-1);
    return [last?.get('from') ?? null, last?.get('to') ?? null, last?.get('period') ?? null];
  };
  await page.goto('/sales/invoices?period=today');
  await total(page, 0);
  expect(lastAsked()).toEqual(['2026-07-01', '2026-07-01', null]);
  const dates = page.getByRole('combobox', { name: 'Dates' });
  await dates.selectOption('Last 7 days');
  await expect.poll(lastAsked).toEqual(['2026-06-25', '2026-07-01', null]);
  expect(params(page)).toEqual({ period: 'last_7_days' });
  await page.getByRole('button', { name: 'Remove filter Date: Last 7 days' }).waitFor();
  await dates.selectOption('This financial year');
  await expect.poll(lastAsked).toEqual(['2026-04-01', '2027-03-31', null]);

  // One day changed makes dates of its own.
  const from = page.getByLabel('From', { exact: true });
  expect(await from.inputValue()).toBe('01/04/2026');
  await from.fill('1/5/2026');
  await page.keyboard.press('Enter');
  await expect.poll(() => params(page)).toEqual({ from: '2026-05-01', to: '2027-03-31' });
  await page.getByRole('button', { name: 'Remove filter Date: 1 May 2026 to 31 Mar 2027' }).click();
  await expect.poll(() => params(page)).toEqual({});
});

test('a list with a default view asks the server once, with the view; it keeps relative dates as words', async () => {
  const admin = await shop().as('admin');
  const { reply } = await admin.call(listViews.create, {
    body: {
      list: '/sales',
      name: 'This month',
      params: { period: 'this_month', status: 'completed,cancelled' },
    },
  });
  await admin.call(listViews.setDefault, { params: { id: reply.id }, body: { is_default: true } });
  expect(reply.params).toMatchObject({ period: 'this_month' });
  const page = await shop().pageOf(admin.token);
  const requests = requestsOf(page, '/api/sales');
  await page.goto('/sales/invoices');
  await page.getByRole('button', { name: 'This month' }).and(page.locator('.view-button')).waitFor();
  await settled(page);
  expect(params(page)).toEqual({
    period: 'this_month',
    status: 'completed,cancelled',
    view: String(reply.id),
  });
  expect(requests.map(query => query.get('status'))).toEqual(['completed,cancelled']);
});

test('the View menu opens with the saved views in it, so that nothing in it moves', async () => {
  const page = await shop().openAs(['admin'], '/masters/units');
  await settled(page);
  let release = () => {};
  const released = new Promise<void>(done => {
    release = done;
  });
  await page.route('**/api/list-views?**', async route => {
    await released;
    await route.continue();
  });
  await page.reload();
  await page.getByRole('button', { name: 'View', exact: true }).click();
  const menu = page.getByRole('dialog', { name: 'View' });
  await page.getByText('Total: ', { exact: false }).first().waitFor();
  expect(await menu.count()).toBe(0);
  release();
  await menu.waitFor();
  expect(await menu.getByRole('button', { name: 'Standard view' }).count()).toBe(1);
});
