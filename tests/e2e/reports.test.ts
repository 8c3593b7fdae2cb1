import { mkdirSync } from 'node:fs';
import type { Page } from 'playwright-core';
import { beforeAll, expect, test } from 'vitest';
import { seriousProblems } from '../support/accessible';
import { useShop } from '../support/browser';
import { settled } from '../support/settled';
import { sellOnTwoDays } from '../support/two-days';

let now = new Date();
const shop = useShop({ clock: () => now });
// Pictures for looking at, when a folder is named.
const pictures = process.env.PICTURES_FOLDER;
const [first, second] = ['2031-03-01', '2031-03-02'] as const;
const days = `from=${first}&to=${second}`;

beforeAll(async () => {
  await sellOnTwoDays(shop(), day => (now = new Date(`${day}T12:00:00Z`)), [first, second]);
});

async function picture(page: Page, name: string): Promise<void> {
  if (!pictures) return;
  mkdirSync(pictures, { recursive: true });
  await page.screenshot({ path: `${pictures}/${name}.png`, fullPage: true });
}

const tile = (page: Page, label: string) =>
  page
    .locator('.tile')
    .filter({ has: page.getByText(label, { exact: true }) })
    .locator('dd');

test('R2 the sales summary: its days and what they are held against in the address, from a figure to its documents', async () => {
  const page = await shop().openAs(['admin'], '/reports/sales-summary?period=today');
  await page.getByText('2 Mar 2031', { exact: true }).first().waitFor();
  await expect.poll(() => tile(page, 'Net takings').innerText()).toContain('−£2.00');
  await page.getByLabel('Compare with').selectOption('previous');
  await expect.poll(() => tile(page, 'Net takings').innerText()).toContain('−£16.00 (−114.29 %)');
  expect(page.url()).toContain('compare=previous');
  await page.getByLabel('From', { exact: true }).fill(first);
  await expect.poll(() => tile(page, 'Net takings').innerText()).toContain('£12.00');
  await page.getByRole('img', { name: 'Net takings by day' }).waitFor();
  expect(await seriousProblems(page)).toEqual([]);
  await picture(page, 'sales-summary-1440');
  await page.getByLabel('Group').selectOption('category');
  await page.getByRole('cell', { name: 'No category', exact: true }).waitFor();
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    (async () => {
      await page.getByRole('button', { name: 'Export' }).press('Enter');
      await page.getByRole('menuitem', { name: 'CSV' }).press('Enter');
    })(),
  ]);
  expect(download.suggestedFilename()).toBe('sales-summary.csv');
  await page.getByRole('link', { name: 'Refunds: its documents' }).press('Enter');
  await page.getByRole('region', { name: 'Totals' }).getByText('−£4.40').waitFor();
  expect(await page.locator('tbody tr').count()).toBe(2);
  await settled(page);
  expect(await seriousProblems(page)).toEqual([]);
  await picture(page, 'documents-1440');
  await page.goBack();
  await page.getByRole('link', { name: 'Cash: its documents' }).click();
  await page.getByRole('region', { name: 'Totals' }).getByText('£9.60').waitFor();
});

test('R3 profit and loss: its parts, and from an account to its lines, which come to the figure', async () => {
  const page = await shop().openAs(['admin'], `/reports/profit-loss?${days}&compare=year`);
  await expect.poll(() => tile(page, 'Gross profit').innerText()).toContain('£5.00');
  await page.getByLabel('Columns').selectOption('month');
  await page.getByRole('columnheader', { name: 'To 2 Mar 2031' }).waitFor();
  await settled(page);
  expect(await seriousProblems(page)).toEqual([]);
  await picture(page, 'profit-loss-1440');
  await page
    .getByRole('link', { name: 'Sales, 1 Mar 2031 to 2 Mar 2031: its ledger lines' })
    .last()
    .press('Enter');
  await page.getByText('together').getByText('£25.67 Cr').waitFor();
  const looker = await shop().openAs(['view_dashboard'], `/reports/profit-loss?${days}`);
  await expect.poll(() => tile(looker, 'Revenue').innerText()).toContain('£10.00');
  expect(await looker.getByText('Gross profit').count()).toBe(0);
});

test('R1 product margins: by product and by what they are part of, with cost for those who may see it', async () => {
  const page = await shop().openAs(['admin'], `/reports/product-margins?${days}&compare=previous`);
  await expect.poll(() => tile(page, 'Gross profit').innerText()).toContain('£5.00');
  await expect.poll(() => tile(page, 'Account 5000').innerText()).toContain('£5.00');
  await settled(page);
  expect(await seriousProblems(page)).toEqual([]);
  await picture(page, 'product-margins-1440');
  await page.getByRole('link', { name: 'Revenue of Tea: its documents' }).press('Enter');
  await page.getByRole('region', { name: 'Totals' }).getByText('£10.00').waitFor();
  const looker = await shop().openAs(['view_dashboard'], `/reports/product-margins?${days}`);
  await expect.poll(() => tile(looker, 'Revenue').innerText()).toContain('£10.00');
  expect(await looker.getByText(/cost|margin$|mark-up/i).count()).toBe(0);
});

test('R5 payments and accounts; R4 the business dashboard leads from a figure to its documents', async () => {
  const page = await shop().openAs(['admin'], `/reports/payment-transactions?${days}`);
  await expect.poll(() => tile(page, 'Net').innerText()).toBe('£9.60');
  const accounts = page.getByRole('region', { name: 'Accounts' });
  await accounts.getByRole('row', { name: /1000 Till cash/ }).waitFor();
  await settled(page);
  expect(await seriousProblems(page)).toEqual([]);
  await page.getByLabel('Method').selectOption('credit_card');
  await expect.poll(() => tile(page, 'Net').innerText()).toBe('£0.00');
  await page.goto('/reports/business-dashboard');
  const trade = page.getByRole('table', { name: 'Trade' });
  await trade.getByRole('link', { name: 'Net takings, Month to date: what makes it' }).waitFor();
  await settled(page);
  expect(await seriousProblems(page)).toEqual([]);
  await trade.getByRole('link', { name: 'Net takings, Month to date: what makes it' }).press('Enter');
  await page.getByRole('region', { name: 'Totals' }).getByText('£12.00').waitFor();
});

test('the dashboard is arranged by each person for themselves, by keys alone', async () => {
  const page = await shop().openAs(['admin'], '/dashboard');
  const regions = () =>
    page
      .getByRole('main')
      .getByRole('region')
      .evaluateAll(all => all.map(one => one.ariaLabel));
  await page.getByRole('region', { name: 'To do' }).waitFor();
  await settled(page);
  expect(await seriousProblems(page)).toEqual([]);
  await page.getByRole('button', { name: 'Show as table' }).press('Enter');
  await page.getByRole('link', { name: 'Net takings of 1 Mar 2031: their documents' }).waitFor();
  await page.getByRole('button', { name: 'Arrange' }).press('Enter');
  const window = page.getByRole('dialog', { name: 'Arrange the dashboard' });
  await window.getByRole('button', { name: 'Move To do up' }).press('Enter');
  await window.getByRole('checkbox', { name: 'Takings' }).press('Space');
  await expect.poll(async () => (await regions()).slice(0, 3)).toEqual(['To do', 'Today', 'Suppliers']);
  await page.keyboard.press('Escape');
  await page.reload();
  await page.getByRole('region', { name: 'To do' }).waitFor();
  expect((await regions()).slice(0, 3)).toEqual(['To do', 'Today', 'Suppliers']);
});

test('on a phone and in the dark the reports are whole, and wrong days say so', async () => {
  const page = await shop().openAs(['admin'], `/reports/sales-summary?${days}&compare=previous`, {
    width: 390,
    colours: 'dark',
  });
  await expect.poll(() => tile(page, 'Net takings').innerText()).toContain('£12.00');
  await picture(page, 'sales-summary-390-dark');
  for (const path of ['profit-loss', 'product-margins', 'payment-transactions', 'business-dashboard']) {
    await page.goto(`/reports/${path}?${days}&compare=previous`);
    await page.locator('tbody tr').first().waitFor();
    await settled(page);
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390);
    await picture(page, `${path}-390-dark`);
  }
  await page.goto(`/reports/sales-summary?from=${second}&to=${first}`);
  await page.getByText('The first day is after the last one.').waitFor();
});
