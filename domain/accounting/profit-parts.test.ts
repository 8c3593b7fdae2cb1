import { expect, test } from 'vitest';
import { countsInLedgerPart, ledgerPart } from './ledger-parts';
import { countsIn, profitPart, sectionOf } from './profit-parts';
import { isWageAccount, revealsPay } from './wages';

const account = (code: string, kind: string) => ({ code, kind });
const chart = [
  account('1000', 'asset'),
  account('1010', 'asset'),
  account('1020', 'asset'),
  account('2200', 'liability'),
  account('2201', 'liability'),
  account('4000', 'income'),
  account('4010', 'income'),
  account('4900', 'income'),
  account('5000', 'expense'),
  account('5999', 'expense'),
  account('6000', 'expense'),
  account('6100', 'expense'),
];

test('R3 sales less returns are revenue, 5xxx is cost of sales, and every other expense an overhead', () => {
  expect(chart.map(one => [one.code, sectionOf(one)])).toEqual([
    ['1000', null],
    ['1010', null],
    ['1020', null],
    ['2200', null],
    ['2201', null],
    ['4000', 'revenue'],
    ['4010', 'revenue'],
    ['4900', 'other_income'],
    ['5000', 'cost_of_sales'],
    ['5999', 'cost_of_sales'],
    ['6000', 'overheads'],
    ['6100', 'overheads'],
  ]);
  // The kind decides, whatever the code.
  expect(sectionOf(account('4000', 'expense'))).toBe('cost_of_sales');
});

const codesOf = (counts: (one: (typeof chart)[number]) => boolean) =>
  chart.filter(counts).map(({ code }) => code);

test('R3 each part of the profit and loss counts its own accounts, gross and net profit those of theirs', () => {
  const parts = Object.fromEntries(
    profitPart.options.map(part => [part, codesOf(one => countsIn(part, one))]),
  );
  expect(parts).toEqual({
    revenue: ['4000', '4010'],
    cost_of_sales: ['5000', '5999'],
    gross_profit: ['4000', '4010', '5000', '5999'],
    other_income: ['4900'],
    overheads: ['6000', '6100'],
    net_profit: ['4000', '4010', '4900', '5000', '5999', '6000', '6100'],
  });
  for (const part of profitPart.options)
    expect(codesOf(one => countsInLedgerPart(part, one))).toEqual(parts[part]);
});

test('R4 cash is that of tills and safe, and VAT due so far that of sales and purchases', () => {
  expect(codesOf(one => countsInLedgerPart('cash', one))).toEqual(['1000', '1010']);
  expect(codesOf(one => countsInLedgerPart('vat', one))).toEqual(['2200', '2201']);
  expect(ledgerPart.options).toHaveLength(8);
});

test('accounts from 6100 to 6199, and what is owed to employees, HMRC and the pension provider, reveal pay', () => {
  const codes = ['6099', '6100', '6199', '6200', '2210', '2220', '2230', '2200'];
  expect(codes.filter(isWageAccount)).toEqual(['6100', '6199']);
  expect(codes.filter(revealsPay)).toEqual(['6100', '6199', '2210', '2220', '2230']);
});
