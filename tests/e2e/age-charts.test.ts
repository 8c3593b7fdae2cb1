import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { customers } from '#domain/customers/customer.contract';
import { addDays, londonDate } from '#domain/kernel/dates';
import { stockAdjustments } from '#domain/stock/stock-adjustment.contract';
import { seriousProblems } from '../support/accessible';
import { asBookkeeper } from '../support/books';
import { useShop } from '../support/browser';
import { customerItem } from '../support/customer-items';
import { fitsWindow } from '../support/fits-window';
import { someProduct } from '../support/products';

const shop = useShop();

/** What the chart of a page says to users who cannot see it, and under the pointer. */
async function chartOf(page: Page, name: string) {
  await page.getByRole('img', { name, exact: true }).waitFor();
  const spoken = page.getByRole('table', { name, exact: true });
  const rows = await spoken.locator('tbody tr').allInnerTexts();
  const heads = await spoken.locator('thead th').allInnerTexts();
  const hovered = await page
    .locator('.chart-column')
    .evaluateAll(bars => bars.map(bar => bar.getAttribute('title')));
  return { heads, rows: rows.map(row => row.replace('\t', ': ')), hovered };
}

async function showAs(page: Page, display: string) {
  await page.getByLabel('Show as').selectOption({ label: display });
}

test('R6 aged debtors are shown as a table, as a chart of their ages, or as both', async () => {
  const admin = await shop().as('admin');
  const { reply: ada } = await admin.call(customers.create, { body: { name: 'Ada & Sons' } });
  const { reply: ben } = await admin.call(customers.create, { body: { name: 'Ben Ltd' } });
  const today = londonDate(new Date());
  const [last, next] = [addDays(today, -40), addDays(today, 7)];
  await asBookkeeper(shop().db, async ctx => {
    await customerItem(ctx, ada.id, { side: 'debit', amount: 10_000, dueOn: next });
    await customerItem(ctx, ada.id, { side: 'debit', amount: 4_000, on: last, dueOn: last });
    await customerItem(ctx, ada.id, { side: 'credit', amount: 2_500 });
    await customerItem(ctx, ben.id, { side: 'debit', amount: 700, dueOn: next });
  });
  const page = await shop().openAs(['view_ledger'], '/aged-debtors');
  const table = page.getByRole('table', { name: 'Aged debtors', exact: true });
  await table.getByText('£115.00').waitFor();
  expect(await page.locator('.chart').count()).toBe(0);

  await showAs(page, 'Chart');
  // £100.00 and £7.00 are due next week, £40.00 was 40 days ago; £25.00 is allocated to neither.
  const ages = [
    'Not due: £107.00',
    '1–30 days: £0.00',
    '31–60 days: £40.00',
    '61–90 days: £0.00',
    'Over 90 days: £0.00',
    'Unallocated: −£25.00',
  ];
  const name = 'Aged debtors by age';
  expect(await chartOf(page, name)).toEqual({ heads: ['Age', 'Amount'], rows: ages, hovered: ages });
  expect(await table.count()).toBe(0);
  expect(await seriousProblems(page)).toEqual([]);
  await fitsWindow(page);

  // Of what is listed, and still so after a reload.
  await page.getByPlaceholder('Search by customer').fill('ben');
  await expect.poll(async () => (await chartOf(page, name)).rows[0]).toBe('Not due: £7.00');
  await page.reload();
  await expect.poll(async () => (await chartOf(page, name)).rows[0]).toBe('Not due: £7.00');

  await showAs(page, 'Chart and table');
  await table.getByText('Ben Ltd').waitFor();
  await page.getByRole('img', { name, exact: true }).waitFor();
  expect(await page.getByRole('table', { name, exact: true }).count()).toBe(0);
  await showAs(page, 'Table');
  await page.getByRole('img', { name, exact: true }).waitFor({ state: 'detached' });
  expect(new URL(page.url()).searchParams.has('display')).toBe(false);
});

test('R7 the ages of stock are shown as a chart', async () => {
  const product_id = await someProduct(shop().db, { name: 'Brown teapot', sku: 'TEA-1' });
  const admin = await shop().as('admin');
  const found = { reason: 'found', lines: [{ product_id, quantity: '10', value: '25.00' }] } as const;
  expect((await admin.call(stockAdjustments.create, { body: found })).status).toBe(200);
  const page = await shop().openAs(['view_stock', 'view_cost'], '/stock/ageing?display=chart');
  expect((await chartOf(page, 'Stock by age')).rows).toEqual([
    '0–30 days: £25.00',
    '31–90 days: £0.00',
    '91–180 days: £0.00',
    '181–365 days: £0.00',
    'Over 365 days: £0.00',
  ]);
  expect(await seriousProblems(page)).toEqual([]);
});
