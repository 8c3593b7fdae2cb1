import { sql } from 'kysely';
import type { Page } from 'playwright-core';
import { beforeAll, expect, test } from 'vitest';
import { allPermissions } from '#domain/kernel/permissions';
import { payments } from '#domain/payments/payment.contract';
import { toPence } from '#domain/kernel/money';
import { profitOnSales } from '#domain/reports/product-margins.contract';
import { salesSummaries } from '#domain/reports/sales-summary.contract';
import { tills } from '#domain/tills/till.contract';
import { credit, debit, postJournal } from '../../server/kernel/ledger';
import { asBookkeeper, fillSafe } from '../support/books';
import { useShop } from '../support/browser';
import { fontDrawn } from '../support/font-drawn';
import { holdAnswers } from '../support/hold-answers';
import { goTo } from '../support/page-permissions';
import { textOfPdf } from '../support/pdf-text';
import { settled } from '../support/settled';
import { stockedProduct } from '../support/shop';
import { addSupplier } from '../support/suppliers';
import { sellOnTwoDays } from '../support/two-days';

let now = new Date();
const shop = useShop({ clock: () => now });
const [first, second, third, fourth] = ['2031-03-01', '2031-03-02', '2031-03-03', '2031-03-04'] as const;
const days = `from=${first}&to=${second}`;
let register: number;

beforeAll(async () => {
  const { till } = await sellOnTwoDays(shop(), day => (now = new Date(`${day}T12:00:00Z`)), [first, second]);
  const admin = await shop().as('admin');
  const drop = { kind: 'drop', amount: '80.00', reason: 'To the safe' } as const;
  expect((await admin.call(tills.move, { params: { id: till }, body: drop })).status).toBeLessThan(300);
  const { id: supplier_id } = await addSupplier(shop(), { name: 'Mill & Co' });
  const paid = await admin.call(payments.create, {
    body: { supplier_id, amount: '30.00', payment_method: 'bank_transfer' },
  });
  expect(paid.status).toBeLessThan(300);
  await stockedProduct(shop().db, { name: 'Cake' });
  const { rows } = await sql<{
    register: number;
  }>`select register_id as register from till_sessions where id = ${till}`.execute(shop().db);
  register = rows[0]?.register ?? 0;
});

const tile = (page: Page, label: string) =>
  page.locator('.tile').filter({ has: page.getByText(label, { exact: true }) });
const printed = async (page: Page) =>
  (await textOfPdf(await page.pdf({ preferCSSPageSize: true }))).replaceAll(/\s+/g, ' ');

test('F85 R1 R2 R5 R9 a print-out of a report or a list names its days and what it is filtered by', async () => {
  const page = await shop().openAs(['admin'], '/dashboard');
  const spelt = 'Period: 1 Mar 2031 to 2 Mar 2031';
  for (const [path, words] of [
    [`/reports/sales-summary?${days}&channel=till,desk`, ['Channel: Till or Sales desk', spelt.slice(8)]],
    [
      `/reports/product-margins?${days}&category_id=none&search=tea`,
      [spelt, 'Category: No category', 'Search: tea'],
    ],
    [`/reports/payment-transactions?${days}&direction=out`, [spelt, 'Direction: Money out']],
    [`/day-book?${days}&kind=sale`, [spelt, 'Kind: Sale']],
    ['/aged-debtors?as_at=2031-03-01&overdue=yes', ['As at: 1 Mar 2031', 'Overdue: Overdue only']],
    ['/stock/valuation?as_at=2031-03-01&search=tea', ['As at: 1 Mar 2031', 'Search: tea']],
    ['/suppliers?status=active&search=mill', ['Status: Active', 'Search: mill']],
  ] as const) {
    await goTo(page, path);
    await page.getByRole('heading', { level: 1 }).waitFor();
    await settled(page);
    const text = await printed(page);
    for (const one of words) expect(text, path).toContain(one);
    expect(text, path).not.toContain('Remove filter');
  }
  // Without filters nothing is said of them, and on the screen the chips say it.
  await goTo(page, `/reports/sales-summary?${days}`);
  await settled(page);
  expect(await printed(page)).not.toContain('Channel:');
  await goTo(page, '/suppliers?search=mill');
  await settled(page);
  expect(await page.getByRole('group', { name: 'Active filters' }).count()).toBe(0);
});

test('F70 R5 payments of one direction: the other is “—” without a link, and transfers open those of that side', async () => {
  const page = await shop().openAs(['admin'], '/login');
  await page.goto(`/reports/payment-transactions?${days}`);
  for (const [direction, other] of [
    ['out', 'Money in'],
    ['in', 'Money out'],
  ] as const) {
    await goTo(page, `/reports/payment-transactions?${days}&direction=${direction}`);
    await settled(page);
    expect(await tile(page, other).locator('dd').innerText()).toBe('—');
    expect(await tile(page, other).getByRole('link').count()).toBe(0);
    const transfers = tile(page, 'Between own accounts').getByRole('link');
    expect(await transfers.innerText()).toContain('£80.00');
    const address = new URL((await transfers.getAttribute('href')) ?? '', page.url());
    expect([...address.searchParams]).toContainEqual(['direction', direction]);
    await transfers.click();
    await page.getByRole('button', { name: 'Remove filter Transfers: Transfers only' }).waitFor();
    const shown = direction === 'in' ? 'Money in' : 'Money out';
    await expect.poll(() => tile(page, shown).locator('dd').innerText()).toContain('£80.00');
  }
});

test('F70 R5 if a filter leaves one side of transfers only, the figure opens that side', async () => {
  now = new Date(`${fourth}T12:00:00Z`);
  await fillSafe(shop().db);
  const takings = toPence(50_000);
  await asBookkeeper(
    shop().db,
    ctx =>
      postJournal(ctx, {
        businessDate: fourth,
        kind: 'manual',
        narrative: 'Takings banked',
        document: { type: 'manual_journal', id: 1, number: null },
        lines: [debit('1020', takings), credit('1010', takings)],
      }),
    { now },
  );
  const page = await shop().openAs(['admin'], '/login');
  await page.goto(`/reports/payment-transactions?from=${fourth}&to=${fourth}&method=cash`);
  const transfers = tile(page, 'Between own accounts').getByRole('link');
  await transfers.getByText('£500.00').waitFor();
  await transfers.click();
  await page.getByRole('button', { name: 'Remove filter Transfers: Transfers only' }).waitFor();
  // The rows before the click stay until those of the figure arrive.
  await settled(page);
  expect(await page.getByRole('table', { name: 'Payment transactions' }).innerText()).toContain('£500.00');
});

test('R1 R5 on a day without movement the accounts, account 5000 and the comparison are still shown', async () => {
  now = new Date(`${third}T12:00:00Z`);
  const page = await shop().openAs(['admin'], '/login');
  await page.goto(`/reports/payment-transactions?from=${third}&to=${third}`);
  await page.getByText('No payments in this period.').waitFor();
  await page.getByPlaceholder('Search by').fill('lantern');
  await page.getByText('No payments in this period match this search.').waitFor();
  await page.getByRole('table', { name: 'Accounts' }).getByText('1020 Bank').waitFor();
  await goTo(page, `/reports/product-margins?from=${third}&to=${third}&compare=previous`);
  await page.getByText('No sales or refunds in this period.').waitFor();
  await page.getByText('Compared with 2 Mar 2031', { exact: true }).waitFor();
  await expect.poll(() => tile(page, 'Revenue').first().locator('dd').innerText()).toContain('£0.00');
  await page.getByRole('region', { name: 'Account 5000' }).waitFor();
});

test('R7 totals of everything say so beside a filtered list, and stock valuation adds up its rows too', async () => {
  const page = await shop().openAs(['admin'], '/login');
  await page.goto('/stock/valuation?search=Cake');
  const totals = page.getByLabel('Totals');
  await totals.getByText(/^All stock on /).waitFor();
  const value = page.locator('tbody tr').filter({ hasText: 'Cake' }).locator('td').last();
  await expect.poll(() => totals.innerText()).toContain(`Listed ${await value.innerText()}`);
  await goTo(page, '/stock/valuation');
  await totals.getByText(/^All stock on /).waitFor();
  expect(await totals.innerText()).not.toContain('Listed');
  await goTo(page, '/stock?search=Cake');
  await page.getByLabel('All products').getByText('Value').waitFor();
  for (const [path, words] of [
    ['/aged-debtors?overdue=yes', 'All customers'],
    ['/aged-creditors?overdue=yes', 'All suppliers'],
  ] as const) {
    await goTo(page, path);
    await page.getByRole('region', { name: words }).getByRole('heading', { name: words }).waitFor();
  }
  await goTo(page, '/expenses/recurring?search=rent');
  await page.getByText('All recurring in 30 days').waitFor();
});

test('F81 R7 the totals of stock stay while those of the next search load', async () => {
  const page = await shop().openAs(['admin'], '/login');
  await page.goto('/stock/valuation');
  const totals = page.getByLabel('Totals');
  await totals.getByText(/^All stock on /).waitFor();
  const requests: (() => Promise<void>)[] = [];
  await page.route('**/api/stock/valuation/totals?*', route => void requests.push(() => route.continue()));
  await page.getByPlaceholder('Search by name, SKU or barcode').fill('Cake');
  await expect.poll(() => requests.length).toBe(1);
  expect(await totals.count()).toBe(1);
  await requests[0]?.();
  await totals.getByText('Listed').waitFor();
});

test.each([
  `/reports/payment-transactions?${days}&compare=previous`,
  `/reports/product-margins?${days}&compare=previous`,
  `/reports/documents?${days}&method=cash&side=sales`,
  `/day-book?${days}`,
  `/stock/ageing?as_at=${second}`,
  `/stock/valuation?as_at=${second}`,
])('F81 the table of %s stays where it is when the figures above it and the filters arrive', async path => {
  const page = await shop().openAs(['admin'], '/profile');
  await settled(page);
  const letGo = await holdAnswers(page, request => !/\/api\/(auth|live)/.test(request.url()));
  await page.goto(path);
  await page.locator('tbody tr[data-placeholder]').first().waitFor();
  await fontDrawn(page);
  const top = async () => (await page.locator('thead').first().boundingBox())?.y ?? Number.NaN;
  const before = await top();
  letGo();
  await page.locator('tbody tr[tabindex]').first().waitFor();
  await settled(page);
  expect(Math.abs((await top()) - before)).toBeLessThanOrEqual(2);
});

test('F81 the days in the header of a ledger stay where they are when the ledger arrives', async () => {
  const page = await shop().openAs(['admin'], '/profile');
  await settled(page);
  const letGo = await holdAnswers(page, request => /\/api\/wallet\//.test(request.url()));
  const { id } = await addSupplier(shop(), { name: 'Weir & Co' });
  await page.goto(`/wallet/supplier/${id}`);
  const from = page.getByLabel('From', { exact: true });
  await from.waitFor();
  await fontDrawn(page);
  const before = await from.boundingBox();
  expect(await page.getByRole('button', { name: 'Statement' }).count()).toBe(0);
  letGo();
  await page.getByRole('button', { name: 'Statement' }).waitFor();
  expect(Math.abs(((await from.boundingBox())?.x ?? 0) - (before?.x ?? Number.NaN))).toBeLessThanOrEqual(2);
});

const partsOfBooks = ['settings/standing', 'vat-registration', 'vat-periods'];

test.each(partsOfBooks)('F81 the cards of the books wait for %s, which would push them down', async part => {
  const page = await shop().openAs(['admin'], '/profile');
  await settled(page);
  const letGo = await holdAnswers(page, request => request.url().endsWith(`/api/${part}`));
  const answered = ['books', ...partsOfBooks.filter(other => other !== part)].map(other =>
    page.waitForResponse(response => response.url().endsWith(`/api/${other}`)),
  );
  await page.goto('/books');
  for (const response of await Promise.all(answered)) await response.finished();
  // Some frames later the cards would be there, if they did not wait.
  for (let times = 0; times < 4; times += 1) await fontDrawn(page);
  const card = page.getByRole('heading', { name: 'Lock date' });
  expect(await card.count()).toBe(0);
  letGo();
  await card.waitFor();
});

test('F85 R2 R5 a print-out names every chosen value of a filter, however many', async () => {
  const admin = await shop().as('admin');
  const { cashiers } = (await admin.call(salesSummaries.choices)).reply;
  const chosen = cashiers.slice(0, 5);
  expect(chosen).toHaveLength(5);
  const ids = chosen.map(({ id }) => id).join(',');
  const names = chosen.map(({ name }) => name).join(' or ');
  const page = await shop().openAs(['admin'], '/login');
  for (const [path, words] of [
    [`/reports/sales-summary?${days}&cashier_id=${ids}`, `Cashier: ${names}`],
    [`/reports/payment-transactions?${days}&person_id=${ids}`, `Recorded by: ${names}`],
    [`/day-book?${days}&kind=sale,credit_note,expense,manual,opening`, 'Sale or Credit note or Expense or'],
  ] as const) {
    await page.goto(path);
    await page.getByRole('heading', { level: 1 }).waitFor();
    await settled(page);
    expect(await printed(page), path).toContain(words);
  }
});

test('R2 without cost there is no profit, when the permission to see cost was taken away meanwhile', async () => {
  // What the page asks for is answered as to a user who may not see cost, which it does not know.
  const { token } = await shop().as(...allPermissions.filter(one => one !== 'view_cost'));
  const page = await shop().openAs(['admin'], '/profile');
  await settled(page);
  await page.route(/\/api\/reports\/documents/, route =>
    route.fallback({ headers: { ...route.request().headers(), authorization: `Bearer ${token}` } }),
  );
  await goTo(page, `/reports/documents?${days}`);
  await expect.poll(() => tile(page, 'Net').locator('dd').innerText()).toContain('£');
  expect(await tile(page, profitOnSales.cost).count()).toBe(0);
  expect(await tile(page, profitOnSales.profit).count()).toBe(0);
  const costs = page.getByRole('table').locator(`[data-label="${profitOnSales.cost}"]`);
  await expect.poll(async () => new Set(await costs.allInnerTexts())).toEqual(new Set(['—']));
});

test('R2 T3 takings by method of one register say that sales voided the same day are excluded', async () => {
  const page = await shop().openAs(['admin'], '/login');
  const words = 'Taken and Refunded exclude sales cancelled or edited the same day.';
  await page.goto(`/reports/sales-summary?${days}&register_id=${register}`);
  await page.getByText(words).waitFor();
  await goTo(page, `/reports/sales-summary?${days}`);
  await settled(page);
  await page.getByRole('table', { name: 'Tenders' }).waitFor();
  expect(await page.getByText(words).count()).toBe(0);
});
