import { sql } from 'kysely';
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { businessDashboards } from '#domain/reports/business-dashboard.contract';
import { profitAndLosses } from '#domain/reports/profit-loss.contract';
import { useShop } from '../support/browser';
import { goTo } from '../support/page-permissions';

const shop = useShop();

const bad =
  'period=bogus&from=2026-02-31&to=yesterday&as_at=31/12/2026&group=bogus&kind=bogus&status=bogus&page=-1&sort_by=bogus';
const pages: readonly (readonly [path: string, said: readonly string[]])[] = [
  ['/reports/profit-loss', ['period “bogus”', 'from “2026-02-31”', 'to “yesterday”']],
  ['/reports/sales-summary', ['period “bogus”', 'group “bogus”']],
  ['/reports/product-margins', ['period “bogus”', 'group “bogus”']],
  ['/reports/business-dashboard', ['period “bogus”']],
  ['/reports/payment-transactions', ['period “bogus”', 'status “bogus”']],
  ['/reports/balance-sheet', ['as at “31/12/2026”']],
  ['/reports/documents', ['from “2026-02-31”']],
  ['/reports/cash-basis', ['period “bogus”']],
  ['/day-book', ['period “bogus”', 'kind “bogus”']],
  ['/trial-balance', ['as at “31/12/2026”']],
  ['/aged-debtors', ['as at “31/12/2026”']],
  ['/aged-creditors', ['as at “31/12/2026”']],
  ['/general-ledger', ['from “2026-02-31”', 'kind “bogus”']],
  ['/stock/valuation', ['as at “31/12/2026”']],
  ['/stock/ageing', ['as at “31/12/2026”']],
  ['/purchases', ['status “bogus”']],
  ['/sales/invoices', ['status “bogus”']],
  ['/expenses', ['status “bogus”', 'from “2026-02-31”']],
  ['/suppliers', ['status “bogus”']],
  ['/products', ['status “bogus”']],
  ['/journals', ['from “2026-02-31”']],
];

const main = (page: Page) => page.getByRole('main').innerText();

test('F76 a page with invalid parameters shows what it can, and says what it ignored', async () => {
  const page = await shop().openAs(['admin'], '/dashboard');
  for (const [path, message] of pages) {
    await goTo(page, `${path}?${bad}`);
    await page.getByText('Part of this link was not recognised and was ignored:').waitFor();
    const text = await main(page);
    for (const part of message) expect(text, path).toContain(part);
    expect(text, path).not.toMatch(/invalid input|failed to load|unrecogni[sz]ed/i);
  }
});

test('F76 the server says what an invalid period should be', async () => {
  const owner = await shop().as('admin');
  for (const call of [businessDashboards.show, profitAndLosses.show] as const) {
    const { status, refusal } = await owner.call(call, {
      query: { period: 'bogus' as 'today', compare: 'never' as 'year' },
    });
    expect(status).toBe(422);
    expect(refusal.errors).toEqual({
      period: ['Choose one of the periods.'],
      compare: ['Compare with: previous, year.'],
    });
  }
});

test('F76 a redirected user sees why on the dashboard, until they move on', async () => {
  const page = await shop().openAs(['view_dashboard', 'view_supplier'], '/purchases/create');
  await page.waitForURL('**/dashboard');
  const notice = page.getByRole('alert').filter({ hasText: 'Access Denied' });
  await notice
    .getByText(
      'You do not have access to Purchase Orders (/purchases/create). It needs “Create purchase orders”. Ask an administrator if you need it.',
    )
    .waitFor();
  await page.getByRole('link', { name: 'Suppliers', exact: true }).first().click();
  // The address is there before the page: only then have they moved on.
  await page.getByRole('heading', { name: 'Suppliers', exact: true }).waitFor();
  await page.goBack();
  await page.waitForURL('**/dashboard');
  await page.getByRole('heading', { name: 'Dashboard' }).waitFor();
  expect(await notice.count()).toBe(0);
});

test('F76 an expense that cannot be submitted is not silently saved as a draft', async () => {
  const page = await shop().openAs(['admin'], '/expenses/create');
  await page.getByLabel('Purpose').fill('Window cleaning');
  await page.getByRole('button', { name: 'Save and submit' }).click();
  await page.getByText('Enter what was spent before you submit the expense.').first().waitFor();
  expect(new URL(page.url()).pathname).toBe('/expenses/create');
  const { rows } = await sql`select id from expenses`.execute(shop().db);
  expect(rows).toEqual([]);
});

test.each([
  ['/sales/pos-new/edit/99999', 'Sale not found', '/sales/invoices'],
  ['/sales/pos-new/edit/x', 'Sale not found', '/sales/invoices'],
  ['/sales/pos-new/quote/99999', 'Quote not found', '/sales/quotes'],
])(
  'the desk at %s says that there is no such record, and leads back to the list',
  async (path, reason, list) => {
    const page = await shop().openAs(['admin'], path);
    await page.getByRole('alert').getByText(reason, { exact: true }).waitFor();
    await page.getByRole('link', { name: 'Back to List' }).click();
    await page.waitForURL(({ pathname }) => pathname === list);
  },
);
