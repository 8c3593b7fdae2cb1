import { afterAll, beforeAll, expect, test } from 'vitest';
import { trialBalance } from '#domain/accounts/account.contract';
import { journals } from '#domain/journals/journal.contract';
import type { Period } from '#domain/kernel/period';
import { ledgerLines } from '#domain/journals/ledger-line.contract';
import { yearEnds } from '#domain/journals/year-end.contract';
import { balanceSheets } from '#domain/reports/balance-sheet.contract';
import { businessDashboards } from '#domain/reports/business-dashboard.contract';
import { productMargins } from '#domain/reports/product-margins.contract';
import { profitAndLosses } from '#domain/reports/profit-loss.contract';
import { costDrillDown, profitDrillDown, sheetDrillDown } from '../../web/features/reports/drill-down';
import { breachesOf } from '../support/books';
import { crawlReports } from '../support/crawl-reports';
import type { Caller, TestApp } from '../support/test-app';
import {
  closeYear,
  enter,
  lossYear,
  posted,
  profitYear,
  shopOfThreeYears,
  today,
} from '../support/three-years';

let app: TestApp;
let admin: Caller;
beforeAll(async () => {
  app = await shopOfThreeYears();
  admin = await app.as('admin');
});
afterAll(() => app.close());

const close = (year_end: string) => closeYear(admin, year_end);
const reverse = (id: number, body: object = {}) =>
  admin.call(journals.reverse, { params: { id }, body: { reason: 'One more invoice', ...body } });
const years = async () => (await admin.call(yearEnds.show)).reply.data;

const profit = async (days: Period, more: Record<string, string> = {}) =>
  (await admin.call(profitAndLosses.show, { query: { ...days, ...more } })).reply;
const netProfit = async (days: Period) =>
  (await profit(days)).lines.find(({ key }) => key === 'net_profit')?.amount;
const sheet = async (as_at: string) => {
  const { lines } = (await admin.call(balanceSheets.show, { query: { as_at } })).reply;
  return Object.fromEntries(lines.map(({ key, amount }) => [key, amount]));
};
const trial = async (as_at: string) =>
  (await admin.call(trialBalance.show, { query: { as_at } })).reply.rows.map(({ code, debit, credit }) => [
    code,
    debit - credit,
  ]);

/** Every report of income and expenses, of each year and of both. */
async function resultsShown(): Promise<unknown> {
  const both = { from: lossYear.from, to: profitYear.to };
  const dashboard = async (days: Period) =>
    (await admin.call(businessDashboards.show, { query: days })).reply.flows;
  return {
    statements: await Promise.all(
      [lossYear, profitYear, both].flatMap(days => [
        profit(days, { compare: 'year' }),
        profit(days, { step: 'quarter' }),
        profit(days, { basis: 'cash' }),
        profit(days, { basis: 'cash', step: 'month' }),
      ]),
    ),
    dashboards: await Promise.all([lossYear, profitYear].map(dashboard)),
    margins: (await admin.call(productMargins.totals, { query: profitYear })).reply,
    sheets: await Promise.all([lossYear.to, profitYear.to].map(async day => (await sheet(day)).net_assets)),
  };
}

let shownBefore: unknown;

test('L5 years that are over are offered with what they would carry forward, earlier ones included', async () => {
  expect(await years()).toEqual([
    { ...profitYear, income: 250_000, expenses: 146_544, profit: 103_456, can_close: { allowed: true } },
    { ...lossYear, income: 50_000, expenses: 70_000, profit: -20_000, can_close: { allowed: true } },
  ]);
  shownBefore = await resultsShown();
});

test('L5 a year end brings income and expenses to zero, a loss and then a profit against 3100', async () => {
  const loss = await close(lossYear.to);
  expect(loss.reply).toMatchObject({
    kind: 'year_end',
    business_date: '2030-03-31',
    reason: 'Accounts agreed',
    narrative: 'Year to 31 Mar 2030 closed: loss of £200.00 to retained earnings',
    can_reverse: { allowed: true },
    reversal_date: '2030-03-31',
  });
  expect(loss.reply.document.number).toMatch(/^JNL-/);
  expect(posted(loss.reply.lines)).toEqual([
    ['4900', 50_000, 0],
    ['6100', 0, 70_000],
    ['3100', 20_000, 0],
  ]);
  expect(await years()).toEqual([
    { ...profitYear, income: 200_000, expenses: 76_544, profit: 123_456, can_close: { allowed: true } },
  ]);
  const gain = await close(profitYear.to);
  expect(gain.reply.narrative).toBe('Year to 31 Mar 2031 closed: profit of £1,234.56 to retained earnings');
  expect(posted(gain.reply.lines)).toEqual([
    ['4900', 200_000, 0],
    ['5000', 0, 6544],
    ['6910', 0, 70_000],
    ['3100', 0, 123_456],
  ]);
  expect(await years()).toEqual([]);
  expect((await app.audits())[0]).toMatchObject({ action: 'posted', record_type: 'journal' });
  expect(await breachesOf(app.db)).toEqual([]);
});

test('R3 every figure of income and expenses is the same after the years are closed, on both bases', async () => {
  expect(await netProfit(lossYear)).toBe(-20_000);
  expect(await netProfit(profitYear)).toBe(123_456);
  expect(await netProfit({ from: profitYear.to, to: profitYear.to })).toBe(-70_000);
  expect(await resultsShown()).toEqual(shownBefore);
});

test('W8 the balance sheet shows the profit as that of the year on its last day, and in 3100 the day after', async () => {
  // £500.00 - £700.00 + £2,000.00 - £65.44 - £700.00 in the bank.
  expect(await sheet('2031-03-31')).toMatchObject({ '1020': 103_456, '3100': -20_000, year: 123_456 });
  expect(await sheet('2031-03-31')).not.toHaveProperty('earlier');
  expect(await sheet('2031-04-01')).toMatchObject({ '1020': 103_456, '3100': 103_456, equity: 103_456 });
  expect(await sheet('2031-04-01')).not.toHaveProperty('year');
  expect(await sheet(today)).toMatchObject({ '3100': 103_456, year: 10_000, equity: 113_456 });
  expect(await sheet('2030-03-31')).toMatchObject({ year: -20_000, equity: -20_000 });
});

test('R9 the trial balance is as posted, and begins the new year with balances at zero', async () => {
  expect(await trial('2031-03-30')).toEqual([
    ['1020', 173_456],
    ['3100', 20_000],
    ['4900', -200_000],
    ['5000', 6544],
  ]);
  expect(await trial('2031-03-31')).toEqual([
    ['1020', 103_456],
    ['3100', -103_456],
  ]);
  expect(await trial('2031-05-01')).toEqual([
    ['1020', 113_456],
    ['3100', -103_456],
    ['4900', -10_000],
  ]);
});

test('F70 the ledger lines that a figure opens add up to it: of accounts, sections, cost and retained earnings', async () => {
  const behind = async (query: Record<string, string | undefined>) => {
    const search = Object.fromEntries(
      Object.entries(query).flatMap(([name, value]) => (value === undefined ? [] : [[name, value]])),
    );
    const { debit, credit } = (await admin.call(ledgerLines.totals, { query: search })).reply;
    const { data } = (await admin.call(ledgerLines.list, { query: { ...search, per_page: '100' } })).reply;
    const listed = data.reduce((sum, line) => sum + line.debit - line.credit, 0);
    return [debit - credit, listed, data.map(({ kind }) => kind).includes('year_end')];
  };
  const income = { code: '4900', key: '4900' };
  expect(await behind(profitDrillDown(income, profitYear))).toEqual([-200_000, -200_000, false]);
  expect(await behind(profitDrillDown({ code: null, key: 'net_profit' }, profitYear))).toEqual([
    -123_456,
    -123_456,
    false,
  ]);
  expect(await behind(costDrillDown(profitYear))).toEqual([6544, 6544, false]);
  expect(await behind(sheetDrillDown('3100', '2031-03-31', '2030-04-01'))).toEqual([20_000, 20_000, true]);
  expect(await behind(sheetDrillDown('3100', '2031-04-01', '2031-04-01'))).toEqual([
    -103_456,
    -103_456,
    true,
  ]);
  // As posted, the account is at zero at the end of the year.
  expect(await behind({ account: '4900', to: '2031-03-31' })).toEqual([0, 0, true]);
  // The running balance leaves them out as well, in both directions.
  const balances = async (sort_order: 'asc' | 'desc') =>
    (
      await admin.call(ledgerLines.list, {
        query: { account: '4900', to: today, unclosed_from: '2029-04-01', sort_order },
      })
    ).reply.data.map(({ balance }) => balance);
  expect(await balances('asc')).toEqual([-50_000, -250_000, -260_000]);
  expect(await balances('desc')).toEqual([-260_000, -250_000, -50_000]);
  expect((await crawlReports(admin, profitYear)).problems).toEqual([]);
});

test('L5 an entry dated back into a closed year counts at once, and is closed once the year end is reversed', async () => {
  await enter(admin, '2031-03-15', '4900', 'credit', '50.00');
  expect(await netProfit(profitYear)).toBe(128_456);
  expect(await sheet('2031-03-31')).toMatchObject({ '3100': -20_000, year: 128_456 });
  expect(await sheet('2031-04-01')).toMatchObject({ '3100': 103_456, earlier: 5000 });

  const again = await close(profitYear.to);
  expect([again.status, again.refusal.message]).toEqual([
    409,
    expect.stringMatching(/^The year to 31 Mar 2031 is closed by journal \d+\. Reverse that journal first/),
  ]);
  const { data } = (await admin.call(journals.list, { query: { kind: 'year_end' } })).reply;
  const [later, earlier] = data.map(({ id }) => id);
  // Years are opened in order, latest first.
  const tooEarly = await reverse(earlier ?? 0);
  expect([tooEarly.status, tooEarly.refusal.message]).toEqual([
    409,
    `The year to 31 Mar 2031 is closed by journal ${later}. Reverse that journal first.`,
  ]);
  expect((await admin.call(journals.get, { params: { id: earlier ?? 0 } })).reply.can_reverse).toEqual({
    allowed: false,
    reason: tooEarly.refusal.message,
  });
  const reversal = await reverse(later ?? 0);
  expect(reversal.reply).toMatchObject({ kind: 'reversal', business_date: '2031-03-31', reverses_id: later });
  expect(await netProfit(profitYear)).toBe(128_456);
  expect(await sheet('2031-04-01')).toMatchObject({ '3100': -20_000, earlier: 128_456 });
  expect((await reverse(later ?? 0)).status).toBe(409);

  const closed = await close(profitYear.to);
  expect(posted(closed.reply.lines)).toEqual([
    ['4900', 205_000, 0],
    ['5000', 0, 6544],
    ['6910', 0, 70_000],
    ['3100', 0, 128_456],
  ]);
  expect(await netProfit(profitYear)).toBe(128_456);
  expect(await sheet('2031-04-01')).toMatchObject({ '3100': 108_456, equity: 108_456 });

  const early = await close(lossYear.to);
  expect([early.status, early.refusal.message]).toEqual([
    409,
    expect.stringMatching(/^The year to 31 Mar 2031 is closed by journal \d+\. To close an earlier year/),
  ]);
  expect(await breachesOf(app.db)).toEqual([]);
});

test.each([
  [
    '2031-06-30',
    '30 Jun 2031 is not the last day of a financial year. Choose 31 Mar 2032 or the end of another year.',
  ],
  ['2032-03-31', 'The year to 31 Mar 2032 is not over. You can close it from 1 Apr 2032.'],
  ['1066-10-14', undefined],
  ['', undefined],
])('a year end on “%s” is refused beside its field, and nothing is posted', async (year_end, message) => {
  const before = await app.digest();
  const { status, refusal } = await close(year_end);
  expect([status, Object.keys(refusal.errors ?? {})]).toEqual([422, ['year_end']]);
  if (message) expect(refusal.message).toBe(message);
  expect(await app.digest()).toBe(before);
});
