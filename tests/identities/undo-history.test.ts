import { readFileSync } from 'node:fs';
import { gunzipSync } from 'node:zlib';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { imports } from '#domain/imports/import.contract';
import { paymentTransactions } from '#domain/reports/payment-transactions.contract';
import { productMargins } from '#domain/reports/product-margins.contract';
import { profitAndLosses } from '#domain/reports/profit-loss.contract';
import { salesSummaries } from '#domain/reports/sales-summary.contract';
import { sales } from '#domain/sales/sale.contract';
import { stockAdjustments } from '#domain/stock/stock-adjustment.contract';
import { stockValuation } from '#domain/stock/stock-valuation.contract';
import { vatReturns } from '#domain/vat-returns/vat-return.contract';
import { breachesOf } from '../support/books';
import { historyDesk, type HistoryLine } from '../support/histories';
import { checkTable, commitTable, settled, uploadTable } from '../support/imports';
import { stockedProduct } from '../support/shop';
import { type Caller, startTestApp, type TestApp } from '../support/test-app';
import { type Figures, figuresOf } from './figures';

// Importing old sales and undoing it leaves every figure as it was, on every day; importing again gives the first
// result.
let app: TestApp;
let admin: Caller;
let clerk: Caller;
// In the third quarter: VAT up to the end of June was returned elsewhere.
const now = new Date('2026-08-10T11:00:00Z');
beforeAll(async () => {
  app = await startTestApp({ jobs: true, clock: () => now });
  admin = await app.as('admin');
  clerk = await app.as('edit_sale', 'view_sale', 'create_product', 'create_customer');
});
afterAll(() => app.close());

const { imported } = historyDesk(() => clerk);
const undone = async (id: number) => {
  const response = await clerk.call(imports.undo, { params: { id } });
  if (response.status !== 200) throw new Error(JSON.stringify(response.refusal));
  return settled(clerk, id);
};

/** What users see of these days, report by report, and each account on each day. */
async function reports(days: { from: string; to: string }) {
  const { rows: byDay } = await sql`
    select account_code, business_date, sum(debit_pence - credit_pence) as balance from journal_lines
    group by 1, 2 having sum(debit_pence - credit_pence) <> 0 order by 1, 2`.execute(app.db);
  const { rows: stockByDay } = await sql`
    select product_id, business_date, sum(quantity)::text as quantity, sum(value_pence) as value from stock_movements
    group by 1, 2 having sum(quantity) <> 0 or sum(value_pence) <> 0 order by 1, 2`.execute(app.db);
  const list = { ...days, per_page: '200' };
  const read = async (call: Parameters<Caller['call']>[0], query: Record<string, unknown>) => {
    const { status, reply, refusal } = await admin.call(call, { query });
    if (status !== 200) throw new Error(`${call.path}: ${JSON.stringify(refusal)}`);
    return reply;
  };
  /** An account at zero is the same as an unused one. */
  const moneyIn = async (query: typeof days) => {
    const { accounts, ...totals } = (await admin.call(paymentTransactions.totals, { query })).reply;
    return {
      ...totals,
      accounts: accounts.filter(({ opening, closing, in: came }) => opening || closing || came),
    };
  };
  return {
    byDay,
    stockByDay,
    day: await read(salesSummaries.show, { ...days, group: 'day' }),
    category: await read(salesSummaries.show, { ...days, group: 'category' }),
    country: await read(salesSummaries.show, { ...days, group: 'country' }),
    margins: await read(productMargins.list, list),
    marginTotals: await read(productMargins.totals, days),
    payments: await read(paymentTransactions.list, list),
    paymentTotals: await moneyIn(days),
    profitLoss: await read(profitAndLosses.show, days),
    valuation: await read(stockValuation.list, { as_at: days.to, per_page: '200' }),
    sales: await read(sales.list, { per_page: '200' }),
    adjustments: await read(stockAdjustments.list, { per_page: '200' }),
    vat: await read(vatReturns.list, {}),
  };
}

const days = { from: '2026-04-01', to: '2026-08-10' };
const all = async (within = days): Promise<Figures> => ({
  ...(await figuresOf(app, admin, within)),
  ...(await reports(within)),
});

test('F72 importing a sales history and undoing it leaves every figure as it was, and importing again gives the first figures', async () => {
  const cup = await stockedProduct(app.db, { sku: 'CUP-1', pieces: '7', cost: 133, stock_policy: 'allow' });
  const before = await all();
  const lines: HistoryLine[] = [
    // Takes 12 of the 7 in stock, so that the pool goes below zero.
    ['2001', 'CUP-1', 'CUP', '12', '2026-05-10 09:00', '3.33', '5'],
    ['2001', 'NEW-1', 'BOWL', '4', '2026-05-10 09:00', '2.05', '5'],
    ['2001', 'POST', 'POSTAGE', '1', '2026-05-10 09:00', '4.95', '5'],
    ['2002', 'NEW-1', 'BOWL', '3', '2026-06-30 23:30', '2.05'],
    ['2003', 'NEW-1', '', '30', '2026-07-02 09:00', '0'],
    ['2004', 'NEW-1', 'damaged', '-5', '2026-07-03 09:00', '0'],
    ['2005', 'NEW-1', 'BOWL', '10', '2026-07-05 10:00', '2.05', '5'],
    ['2005', 'NEW-2', 'SAMPLE', '1', '2026-07-05 10:00', '0', '5'],
    ['C2006', 'NEW-1', 'BOWL', '-12', '2026-07-08 10:00', '2.05', '5'],
    ['C2007', 'CUP-1', 'CUP', '-12', '2026-07-09 10:00', '3.33', '5'],
    ['2008', 'CUP-1', 'CUP', '2', '2026-07-10 10:00', '3.50', '6'],
    ['C2009', 'AMAZONFEE', 'AMAZON FEE', '-1', '2026-07-11 10:00', '12.50'],
    ['C2010', 'D', 'Discount', '-1', '2026-07-12 10:00', '1.40', '5'],
  ];
  const options = { paid_by: 'account', cost_percent: 40, vat_cut_over: '2026-06-30' } as const;
  const first = await imported(lines, options);
  const after = await all();
  expect(await breachesOf(app.db)).toEqual([]);
  for (const figure of [
    'trialBalance',
    'stock',
    'vat',
    'margins',
    'debtors',
    'day',
    'payments',
    'sales',
  ] as const)
    expect(after[figure], figure).not.toEqual(before[figure]);

  const done = await undone(first.id);
  expect(done).toMatchObject({ state: 'undone', problem: null, progress: first.counts.new });
  expect(done.left_behind).toEqual([
    'Kept because reversed documents refer to them: 4 products (archived) and 2 customers (inactive). They are used again if you import the history again.',
  ]);
  expect(await breachesOf(app.db)).toEqual([]);
  expect(await all()).toEqual(before);
  expect(cup).toBeGreaterThan(0);

  // The same again: other numbers, the same figures.
  const again = await imported(lines, options);
  expect(again.counts).toEqual(first.counts);
  const { payments: _rows, sales: _sales, adjustments: _documents, ...figures } = await all();
  const { payments: _before, sales: _first, adjustments: _found, ...firstFigures } = after;
  expect(figures).toEqual(firstFigures);
  expect(await breachesOf(app.db)).toEqual([]);
  expect((await undone(again.id)).state).toBe('undone');
  expect(await all()).toEqual(before);

  // With another cost percentage the new one counts, and nothing of the first remains.
  const higherPriced = await imported(lines, { ...options, cost_percent: 80 });
  const cost = async (sku: string) =>
    (
      await sql<{
        cost: number;
      }>`select l.cost_pence as cost from sale_lines l join sales s on s.id = l.sale_id
      where l.sku = ${sku} and s.status <> 'undone' order by l.sale_id limit 1`.execute(app.db)
    ).rows[0]?.cost;
  // 80% of 2.05 is 1.64; 4 of them 6.56.
  expect(await cost('NEW-1')).toBe(656);
  expect((await undone(higherPriced.id)).state).toBe('undone');
  expect(await all()).toEqual(before);
  expect(await breachesOf(app.db)).toEqual([]);
});

test('F72 part of a real history, imported and undone, leaves every figure as it was', async () => {
  const content = gunzipSync(readFileSync('tests/fixtures/online-retail-history.csv.gz'));
  const long = { from: '2009-01-01', to: '2026-08-10' };
  const before = await all(long);
  const read = await uploadTable(clerk, 'sales_history', { name: 'real.csv', content });
  const { id } = await checkTable(clerk, read);
  expect(await commitTable(clerk, id)).toMatchObject({ state: 'done' });
  const once = await figuresOf(app, admin, long);
  expect(await undone(id)).toMatchObject({ state: 'undone', problem: null });
  expect(await all(long)).toEqual(before);
  expect(await breachesOf(app.db)).toEqual([]);
  const second = await uploadTable(clerk, 'sales_history', { name: 'real-again.csv', content });
  await checkTable(clerk, second);
  await commitTable(clerk, second.id);
  expect(await figuresOf(app, admin, long)).toEqual(once);
});
