import { sql } from 'kysely';
import { beforeAll, expect, test } from 'vitest';
import { listViews } from '#domain/list-views/list-view.contract';
import { seriousProblems } from '../support/accessible';
import { useShop } from '../support/browser';
import { fitsWindow } from '../support/fits-window';
import { chips, chooseFilter, params, requestsOf, total } from '../support/list-filters';
import { someProduct } from '../support/products';
import { settled } from '../support/settled';

const shop = useShop();

beforeAll(async () => {
  const { db } = shop();
  await someProduct(db, { name: 'Active mug' });
  await someProduct(db, { name: 'Inactive mug', status: 'inactive' });
  const archived = await someProduct(db, { name: 'Archived mug' });
  await sql`update products set status = 'archived' where id = ${archived}`.execute(db);
});

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
  await expect
    .poll(() => chips(page).allTextContents())
    .toEqual(['Remove filter Status: Inactive or Archived', 'Remove filter Stock: Out of stock']);
  expect(await seriousProblems(page)).toEqual([]);

  await chips(page).first().focus();
  await page.keyboard.press('Delete');
  await expect.poll(() => params(page)).toEqual({ stock_state: 'out' });
  const left = page.getByRole('button', { name: 'Remove filter Stock: Out of stock' });
  await expect.poll(() => left.evaluate(node => node === document.activeElement)).toBe(true);
  await page.keyboard.press('Enter');
  await expect.poll(() => params(page)).toEqual({});
  await expect.poll(() => chips(page).count()).toBe(0);
  const search = page.getByPlaceholder('Search by name, SKU or barcode');
  await expect.poll(() => search.evaluate(node => node === document.activeElement)).toBe(true);
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
  await fitsWindow(page);
  await chips(page).first().click();
  await expect.poll(() => params(page)).toEqual({});
  await page.getByRole('row', { name: /Active mug/ }).waitFor();
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
  await expect.poll(() => from.inputValue()).toBe('01/04/2026');
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
  await expect.poll(() => menu.getByRole('button', { name: 'Standard view' }).count()).toBe(1);
});

test.each(['/sales/quotes', '/sales/tills', '/sales/exceptions', '/sales/invoices', '/expenses'])(
  'the filters of %s are on one line, and have days of its own when these are asked for',
  async path => {
    const page = await shop().openAs(['admin'], path);
    const dates = page.getByRole('combobox', { name: 'Dates' });
    const from = page.getByLabel('From', { exact: true });
    await dates.waitFor();
    await settled(page);
    const bar = await page.locator('.list-filters').boundingBox();
    expect(bar?.height).toBeLessThan(64);
    expect(await from.count()).toBe(0);

    await dates.selectOption('Custom dates');
    await from.fill('1/5/2026');
    await page.keyboard.press('Enter');
    await expect.poll(() => params(page)).toEqual({ from: '2026-05-01' });
    // It stays while it is cleared to be entered again.
    await from.fill('');
    await page.keyboard.press('Enter');
    await expect.poll(() => params(page)).toEqual({});
    await from.fill('2/5/2026');
    await page.keyboard.press('Enter');
    await page.getByRole('button', { name: 'Remove filter Date: from 2 May 2026' }).click();
    await expect.poll(() => from.count()).toBe(0);
    expect(await dates.inputValue()).toBe('');
  },
);

// One is set, so that the button counts it.
test.each([
  '/purchases/bills?kind=goods',
  '/stock/reorder?window=60',
  '/day-book?kind=sale',
  '/general-ledger?kind=sale',
  '/reports/vat-return/entries?late=no',
  '/reports/documents?channel=till',
  '/reports/payment-transactions?kind=sale',
])('the filters of %s are on one line, and those used less on demand', async path => {
  const page = await shop().openAs(['admin'], path);
  const more = page.getByRole('button', { name: 'More filters, 1 set' });
  await more.waitFor();
  await settled(page);
  const height = async () => (await page.locator('.list-filters').boundingBox())?.height;
  expect(await height()).toBeLessThan(64);
  await more.click();
  await page.locator('.more-filters').waitFor();
  expect(await height()).toBeGreaterThan(64);
});

test('filters that are used less are shown on demand, and what is set in them has its chip and is counted', async () => {
  const page = await shop().openAs(['admin'], '/expenses?due=overdue&settlement=to_pay');
  await page.getByRole('button', { name: 'Remove filter Due: Overdue' }).waitFor();
  const due = page.getByRole('combobox', { name: 'Due', exact: true });
  expect(await due.isVisible()).toBe(false);
  await page.getByRole('button', { name: 'More filters, 2 set' }).click();
  expect(await due.inputValue()).toBe('overdue');
  await due.selectOption('Due at any time');
  await expect.poll(() => params(page)).toEqual({ settlement: 'to_pay' });
  await page.getByRole('button', { name: 'More filters, 1 set' }).click();
  await due.waitFor({ state: 'hidden' });
});

test('a filter of several choices is as wide as its longest, and several choices do not widen it', async () => {
  const page = await shop().openAs(
    ['admin'],
    '/sales/invoices?payment_state=unpaid&status=partially_refunded',
  );
  await page.getByRole('button', { name: 'More filters, 1 set' }).click();
  const filters = page.locator('.list-filters .choice-filter');
  await filters.first().waitFor();
  await settled(page);
  const shown = page.locator('.list-filters .choice-filter-shown');
  expect(await shown.allInnerTexts()).toEqual(['Unpaid', 'Partially refunded', 'All channels']);
  expect(await shown.evaluateAll(all => all.map(one => one.scrollWidth > one.clientWidth))).toEqual([
    false,
    false,
    false,
  ]);
  const width = async () => (await filters.nth(1).boundingBox())?.width;
  const before = await width();
  await chooseFilter(page, 'Status', 'Refunded');
  await expect
    .poll(() => page.getByRole('button', { name: 'Remove filter Status' }).innerText())
    .toContain(' or ');
  expect(await width()).toBe(before);
});

test('the filters of a report are as wide as their longest choice', async () => {
  const page = await shop().openAs(['admin'], '/reports/sales-summary?channel=desk');
  const channel = page.locator('.choice-filter', { hasText: 'Sales desk' });
  await channel.waitFor();
  await settled(page);
  const width = async () => (await channel.boundingBox())?.width;
  // The width of filters whose choices are not known.
  expect(await width()).toBeLessThan(164);
  const shown = channel.locator('.choice-filter-shown');
  expect(await shown.evaluate(one => one.scrollWidth > one.clientWidth)).toBe(false);
});

test('days that are cleared with all other filters leave no empty fields', async () => {
  const page = await shop().openAs(['admin'], '/sales/quotes?status=open');
  const dates = page.getByRole('combobox', { name: 'Dates' });
  const from = page.getByLabel('From', { exact: true });
  await dates.selectOption('Custom dates');
  await from.fill('1/5/2026');
  await page.keyboard.press('Enter');
  await expect.poll(() => params(page)).toEqual({ status: 'open', from: '2026-05-01' });
  await page.getByRole('button', { name: 'Clear all' }).click();
  await expect.poll(() => from.count()).toBe(0);
  expect(await dates.inputValue()).toBe('');
});

test('the days of a named period become days of its own, and no filter cuts its words', async () => {
  const page = await shop().openAs(['admin'], '/customers');
  const kinds = page.getByRole('combobox', { name: 'Kind' });
  await kinds.waitFor();
  const cut = await page.locator('.list-filters select').evaluateAll(all =>
    all.map(one => {
      const copy = one.cloneNode(true) as HTMLSelectElement;
      copy.style.width = 'max-content';
      one.parentElement?.append(copy);
      const isCut = copy.offsetWidth > (one as HTMLElement).offsetWidth + 1;
      copy.remove();
      return isCut;
    }),
  );
  expect(cut).toContain(false);
  expect(cut).not.toContain(true);
  await page.goto('/sales/quotes?period=this_year');
  await page.getByRole('combobox', { name: 'Dates' }).selectOption('Custom dates');
  await page.getByRole('button', { name: /^Remove filter Date: 1 Apr \d{4} to 31 Mar \d{4}$/ }).waitFor();
  expect(Object.keys(params(page)).sort()).toEqual(['from', 'to']);
});
