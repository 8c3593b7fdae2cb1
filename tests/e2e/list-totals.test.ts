import type { Page } from 'playwright-core';
import { beforeAll, expect, test } from 'vitest';
import { journals } from '#domain/journals/journal.contract';
import type { AnyCall, ReplyOf } from '#domain/kernel/call';
import { formatPounds } from '#domain/kernel/money';
import { supplierCredits } from '#domain/purchase-orders/supplier-credit.contract';
import { sales } from '#domain/sales/sale.contract';
import { saleExceptions } from '#domain/sales/sale-exceptions.contract';
import { stockAdjustments } from '#domain/stock/stock-adjustment.contract';
import { stockCounts } from '#domain/stock/stock-count.contract';
import { stockLevels } from '#domain/stock/stock-level.contract';
import { stockMovements } from '#domain/stock/stock-movement.contract';
import { tills } from '#domain/tills/till.contract';
import { sessionTotals } from '#domain/tills/session-totals.contract';
import { vatAdjustments } from '#domain/vat-returns/vat-adjustment.contract';
import { vatReliefs } from '#domain/vat-returns/vat-relief.contract';
import { vatEntries } from '#domain/vat-returns/vat-return.contract';
import { agedCreditors, agedDebtors } from '#domain/wallet/aged.contract';
import { useShop } from '../support/browser';
import { demoDay } from '../support/demo-template';
import { fontDrawn } from '../support/font-drawn';
import { holdAnswers } from '../support/hold-answers';
import { fillMoneyLists } from '../support/money-lists';
import { goTo } from '../support/page-permissions';
import { settled } from '../support/settled';
import { shiftsOf, watchShifts } from '../support/shifts';

const shop = useShop({ data: 'demo', clock: () => demoDay });
beforeAll(() => fillMoneyLists(shop()), 600_000);

/** A list at an address, and the total that one of its columns shows of a reply. */
const screen = <C extends AnyCall>(
  path: string,
  totals: C,
  column: string,
  figure: (reply: ReplyOf<C>) => number | null,
) => ({
  path,
  column,
  expected: async (): Promise<string> => {
    const { columns: _columns, ...query } = Object.fromEntries(
      new URL(path, 'http://localhost').searchParams,
    );
    const call: AnyCall = totals;
    const { reply } = await (await shop().as('admin')).call(call, { query });
    return formatPounds(figure(reply as ReplyOf<C>) ?? 0);
  },
});

const screens = [
  screen('/reports/vat-return/entries?box=4', vatEntries.totals, 'VAT', reply => reply.input.vat),
  screen(
    '/reports/vat-return/entries?to=2026-12-31&box=6',
    vatEntries.totals,
    'Net',
    ({ output }) => output.net,
  ),
  screen('/sales/tills?status=closed', sessionTotals, 'Takings', reply => reply.takings),
  screen('/sales/exceptions?kind=price', saleExceptions.totals, 'Amount', reply => reply.amount),
  screen('/journals?kind=sale', journals.totals, 'Amount', reply => reply.amount),
  screen('/sales/invoices?columns=net.vat&status=completed', sales.totals, 'Net', reply => reply.net),
  screen('/sales/invoices?columns=net.vat&payment_state=paid', sales.totals, 'VAT', reply => reply.vat),
  screen('/purchases/credits', supplierCredits.totals, 'Total', reply => reply.gross),
  screen('/vat-adjustments', vatAdjustments.totals, 'Box 4', reply => reply.box_4),
  screen('/vat-adjustments/reliefs?kind=repay', vatReliefs.totals, 'VAT to repay', reply => reply.change_vat),
  screen('/stock/adjustments?reason=damaged', stockAdjustments.totals, 'Value', reply => reply.value),
  screen('/stock/movements?kind=sale', stockMovements.totals, 'Value', reply => reply.value),
  screen('/stock/counts', stockCounts.totals, 'Value', reply => reply.value),
  screen('/stock?stock_state=low', stockLevels.totals, 'Value', reply => reply.listed ?? null),
  screen('/aged-debtors?overdue=yes', agedDebtors.totals, 'Total', reply => reply.listed.total),
  screen('/aged-creditors?search=quayside', agedCreditors.totals, 'Total', reply => reply.listed.total),
];

const totalOf = (page: Page, column: string) =>
  page.getByRole('row', { name: 'Totals', exact: true }).locator(`[data-label="${column}"]`);

test('F70 each list with amounts shows the total of what is filtered below its column', async () => {
  const page = await shop().openAs(['admin'], '/dashboard');
  for (const { path, column, expected } of screens) {
    await goTo(page, path);
    await page.locator('tbody tr[tabindex]').first().waitFor();
    await settled(page);
    const figure = await expected();
    expect(figure, path).not.toBe('£0.00');
    await expect.poll(() => totalOf(page, column).innerText(), { message: path }).toBe(figure);
  }
});

test('F81 on a phone nothing moves when the totals of both sides come after the rows', async () => {
  const page = await shop().openAs(['admin'], '/dashboard');
  await page.setViewportSize({ width: 390, height: 3000 });
  const letGo = await holdAnswers(page, request => request.url().includes('/totals'));
  await page.goto('/reports/vat-return/entries');
  await page.locator('tbody tr[tabindex]').first().waitFor();
  await fontDrawn(page);
  await watchShifts(page, '#page');
  letGo();
  await expect.poll(() => totalOf(page, 'Net').innerText()).toMatch(/£.*£/s);
  await settled(page);
  expect(await shiftsOf(page)).toEqual([]);
});

test('on a phone the total of a list is said once, and a till session shows its takings', async () => {
  const page = await shop().openAs(['admin'], '/sales/invoices', { width: 390 });
  const totals = page.getByRole('row', { name: 'Totals', exact: true });
  await totalOf(page, 'Total').waitFor();
  await settled(page);
  const words = await totals
    .locator('td')
    .evaluateAll(cells =>
      cells
        .filter(cell => cell.getClientRects().length > 0)
        .map(cell => (cell as HTMLElement).dataset.words ?? (cell as HTMLElement).dataset.label),
    );
  expect(words).toEqual(['Total excl. cancelled', 'Outstanding']);
  expect(await totals.innerText()).not.toContain('Total');

  await page.goto('/sales/tills?status=closed&per_page=25');
  const sessions = page.locator('tbody tr[tabindex]');
  await sessions.first().waitFor();
  await settled(page);
  const admin = await shop().as('admin');
  const query = { status: 'closed', per_page: '25' } as const;
  const { data } = (await admin.call(tills.list, { query })).reply;
  const figures = await sessions.locator('[data-place="figure"]').allInnerTexts();
  expect(figures).toEqual(data.map(({ takings }) => formatPounds(takings ?? 0)));
  // A variance is said where there is one.
  const short = data.findIndex(({ difference }) => difference === -20);
  expect(await sessions.nth(short).innerText()).toContain('£0.20 short');
  expect(await sessions.filter({ hasText: 'None' }).count()).toBe(0);
});

/** The columns that lists show only when they are chosen. */
const further: readonly (readonly [path: string, headers: readonly string[]])[] = [
  ['/sales/invoices', ['Net', 'VAT', 'Refunded', 'Sold at', 'Channel']],
  ['/purchases', ['Reference', 'Credited', 'Created']],
  ['/suppliers', ['Owed', 'Payment terms', 'VAT number']],
  ['/customers', ['Kind', 'Contact person', 'Price group', 'Payment terms', 'VAT number']],
  ['/employees', ['Job title', 'Signs in as', 'Left']],
  ['/expenses', ['Receipt number', 'Categories', 'Payment', 'Created']],
  ['/users', ['Changed']],
  ['/stock', ['SKU', 'Unit']],
  ['/stock/movements', ['SKU', 'Posted']],
  ['/stock/adjustments', ['Posted']],
  ['/sales/tills', ['Closed', 'Closed by', 'Business date', 'Float']],
  ['/journals', ['Reversed']],
  ['/sales/quotes', ['Revision']],
];

test('audit 14, item 9: lists show further columns when they are chosen, and not before', async () => {
  const page = await shop().openAs(['admin'], '/dashboard');
  const row = page.locator('tbody tr[tabindex]').first();
  for (const [path, headers] of further) {
    const head = (name: string) => page.getByRole('columnheader', { name, exact: true });
    await page.goto(path);
    await row.waitFor();
    for (const name of headers) expect(await head(name).count(), `${path} ${name}`).toBe(0);
    const chosen = headers.map(name => name.toLowerCase().replaceAll(' ', '-')).join('.');
    await page.goto(`${path}?columns=${chosen}`);
    for (const name of headers) {
      await head(name).waitFor();
      const words = () => row.locator(`td[data-label="${name}"]`).innerText();
      await expect.poll(words, { message: `${path} ${name}` }).not.toBe('');
    }
  }
});

test('F70 totals name what they exclude, and those of everything stay beside a filtered list', async () => {
  const page = await shop().openAs(['admin'], '/purchases/credits');
  const words = page.getByRole('row', { name: 'Totals', exact: true });
  await words.getByText('Total excl. reversed', { exact: true }).waitFor();
  await goTo(page, '/purchases/credits?state=reversed');
  await words.getByText('Total', { exact: true }).waitFor();
  await goTo(page, '/reports/vat-return/entries');
  await words.getByText('Total sales', { exact: true }).waitFor();
  await words.getByText('Total purchases', { exact: true }).waitFor();
  await goTo(page, '/stock?search=no+product+has+this+name');
  await page.getByText('No stock matches this search.').waitFor();
  await page.getByLabel('All products').getByText('Value').waitFor();
});
