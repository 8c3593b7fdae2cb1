import { afterAll, beforeAll, expect, test } from 'vitest';
import { ledgerLines } from '#domain/journals/ledger-line.contract';
import { journals } from '#domain/journals/journal.contract';
import { balanceSheets } from '#domain/reports/balance-sheet.contract';
import { profitAndLosses } from '#domain/reports/profit-loss.contract';
import { financialYear } from '#domain/settings/financial-year.contract';
import { breachesOf } from '../support/books';
import { sheetDrillDown } from '../../web/features/reports/drill-down';
import type { Caller, TestApp } from '../support/test-app';
import { closeYear, lossYear, profitYear, shopOfThreeYears, today } from '../support/three-years';

let app: TestApp;
let admin: Caller;
let lastClosing: number;
beforeAll(async () => {
  app = await shopOfThreeYears();
  admin = await app.as('admin');
  await closeYear(admin, lossYear.to);
  lastClosing = (await closeYear(admin, profitYear.to)).reply.id;
});
afterAll(() => app.close());

const sheet = async (as_at: string) => {
  const { lines, year_from } = (await admin.call(balanceSheets.show, { query: { as_at } })).reply;
  const amounts = Object.fromEntries(lines.map(({ key, amount }) => [key, amount]));
  const { 3100: retained = 0, earlier = 0, year = 0, equity } = amounts;
  return { year_from, retained, earlier, year, equity };
};
const startOn = async (starts: string) => {
  const { version } = (await admin.call(financialYear.get)).reply;
  expect((await admin.call(financialYear.save, { body: { starts, version } })).status).toBe(200);
};

// Closed: a loss of £200.00 and a profit of £1,234.56. Since then £100.00.
const closed = { retained: 103_456, earlier: 0, year: 10_000, equity: 113_456, year_from: '2031-04-01' };
const atYearEnd = {
  retained: -20_000,
  earlier: 0,
  year: 123_456,
  equity: 103_456,
  year_from: '2030-04-01',
};

test('D4 L5 another start of the financial year does not open years that are closed', async () => {
  expect(await sheet(today)).toEqual(closed);
  expect(await sheet(profitYear.to)).toEqual(atYearEnd);
  // The year of 15 June 2031 would be from 1 July 2030; nine months of it are closed.
  await startOn('07-01');
  expect(await sheet(today)).toEqual(closed);
  expect(await sheet(profitYear.to), 'on the last day of the closed year').toEqual(atYearEnd);
  expect(await breachesOf(app.db)).toEqual([]);
});

test('D4 R9 W8 in the compared column, profit of the year and retained earnings open the days that they count', async () => {
  const { compared_at, compared_year_from, year_from, lines } = (
    await admin.call(balanceSheets.show, { query: { as_at: '2032-06-15', compare: 'year' } })
  ).reply;
  expect({ compared_at, compared_year_from, year_from }).toEqual({
    compared_at: '2031-06-15',
    compared_year_from: '2031-04-01',
    year_from: '2031-07-01',
  });
  const before = (wanted: string) => lines.find(({ key }) => key === wanted)?.before;
  const from = compared_year_from ?? '';
  const profit = (
    await admin.call(profitAndLosses.show, { query: { from, to: compared_at ?? '' } })
  ).reply.lines.find(({ key }) => key === 'net_profit');
  expect(profit?.amount).toBe(before('year'));
  const { debit, credit } = (
    await admin.call(ledgerLines.totals, {
      query: sheetDrillDown('3100', compared_at ?? '', from),
    })
  ).reply;
  expect(credit - debit).toBe(before('3100'));
});

test('D4 a year end that was reversed closes nothing: the year is the one of the setting', async () => {
  await admin.call(journals.reverse, { params: { id: lastClosing }, body: { reason: 'One more invoice' } });
  // From 1 July 2030: £700.00 of card charges and £100.00 of income. Before it £2,000.00 less £65.44, not closed.
  expect(await sheet(today)).toEqual({
    year_from: '2030-07-01',
    retained: -20_000,
    earlier: 193_456,
    year: -60_000,
    equity: 113_456,
  });
  expect(await breachesOf(app.db)).toEqual([]);
});
