import type { Page } from 'playwright-core';
import { beforeAll, expect, test } from 'vitest';
import { journals } from '#domain/journals/journal.contract';
import type { AnyCall, ReplyOf } from '#domain/kernel/call';
import { formatPounds } from '#domain/kernel/money';
import { supplierCredits } from '#domain/purchase-orders/supplier-credit.contract';
import { saleExceptions } from '#domain/sales/sale-exceptions.contract';
import { stockAdjustments } from '#domain/stock/stock-adjustment.contract';
import { stockCounts } from '#domain/stock/stock-count.contract';
import { stockLevels } from '#domain/stock/stock-level.contract';
import { stockMovements } from '#domain/stock/stock-movement.contract';
import { sessionTotals } from '#domain/tills/session-totals.contract';
import { vatAdjustments } from '#domain/vat-returns/vat-adjustment.contract';
import { vatReliefs } from '#domain/vat-returns/vat-relief.contract';
import { vatEntries } from '#domain/vat-returns/vat-return.contract';
import { agedCreditors, agedDebtors } from '#domain/wallet/aged.contract';
import { useShop } from '../support/browser';
import { demoDay } from '../support/demo-template';
import { fillMoneyLists } from '../support/money-lists';
import { goTo } from '../support/page-permissions';
import { settled } from '../support/settled';

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
    const query = Object.fromEntries(new URL(path, 'http://localhost').searchParams);
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
