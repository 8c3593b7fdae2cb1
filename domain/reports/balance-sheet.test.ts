import fc from 'fast-check';
import { expect, test } from 'vitest';
import { toPence } from '../kernel/money';
import { balanceSheet, type FinancialPosition } from './balance-sheet';

const chart = [
  ['1020', 'Bank', 'asset'],
  ['1100', 'Trade debtors control', 'asset'],
  ['1200', 'Inventory', 'asset'],
  ['2100', 'Trade creditors control', 'liability'],
  ['2200', 'Output VAT', 'liability'],
  ['3000', 'Capital', 'equity'],
  ['4000', 'Sales', 'income'],
  ['6100', 'Wages', 'expense'],
] as const;

/** Any balanced ledger: capital takes the rest. */
const standing = fc
  .record({
    balances: fc.array(fc.integer({ min: -1_000_000, max: 1_000_000 }), { minLength: 8, maxLength: 8 }),
    earlier: fc.integer({ min: -500_000, max: 500_000 }),
    credit: fc.nat({ max: 300_000 }),
    prepaid: fc.nat({ max: 300_000 }),
  })
  .map(({ balances, earlier, credit, prepaid }): FinancialPosition => {
    const free = balances.map((balance, index) => (index === 5 ? 0 : balance));
    const rest = free.reduce((all, balance) => all + balance, 0);
    const amountOf = (index: number) => (index === 5 ? 0 - rest : (free[index] ?? 0));
    return {
      accounts: chart.map(([code, name, kind], index) => ({
        code,
        name,
        kind,
        is_long_term: false,
        balance: toPence(amountOf(index) || 0),
      })),
      earlier: toPence(earlier),
      customer_credit: toPence(credit),
      receivables: toPence(amountOf(1) + credit),
      prepayments: toPence(prepaid),
      payables: toPence(prepaid - amountOf(3)),
    };
  });

const figure = (lines: ReturnType<typeof balanceSheet>, key: string) => lines.find(line => line.key === key);

test('L1 R9 net assets equal equity on both days, whatever is posted', () => {
  fc.assert(
    fc.property(standing, standing, (now, before) => {
      const lines = balanceSheet(now, before);
      expect(figure(lines, 'net_assets')?.amount).toBe(figure(lines, 'equity')?.amount);
      expect(figure(lines, 'net_assets')?.before).toBe(figure(lines, 'equity')?.before);
      expect(figure(balanceSheet(before, null), 'equity')?.amount).toBe(figure(lines, 'equity')?.before);
    }),
    { numRuns: 1000 },
  );
});

test('W8 what customers owe and their credit are on different sides, and likewise for suppliers', () => {
  const now: FinancialPosition = {
    accounts: [
      {
        code: '1100',
        name: 'Trade debtors control',
        kind: 'asset',
        is_long_term: false,
        balance: toPence(70),
      },
      {
        code: '2100',
        name: 'Trade creditors control',
        kind: 'liability',
        is_long_term: false,
        balance: toPence(-40),
      },
      { code: '4000', name: 'Sales', kind: 'income', is_long_term: false, balance: toPence(-30) },
    ],
    earlier: toPence(-10),
    receivables: toPence(100),
    customer_credit: toPence(30),
    payables: toPence(45),
    prepayments: toPence(5),
  };
  const shown = balanceSheet(now, null).map(({ label, amount }) => [label, amount]);
  expect(shown).toEqual([
    ['Trade debtors', 100],
    ['Supplier prepayments', 5],
    ['Current assets', 105],
    ['Trade creditors', 45],
    ['Customer credit held', 30],
    ['Creditors: amounts falling due within one year', 75],
    ['Net current assets', 30],
    ['Net assets', 30],
    ['Retained profit of earlier years', 10],
    ['Profit for this financial year', 20],
    ['Capital and reserves', 30],
  ]);
});

const none = toPence(0);
const parties = {
  earlier: none,
  receivables: none,
  customer_credit: none,
  payables: none,
  prepayments: none,
};
const account = (
  code: string,
  kind: 'asset' | 'liability' | 'equity',
  balance: number,
  is_long_term = false,
) => ({
  code,
  name: code,
  kind,
  is_long_term,
  balance: toPence(balance),
});

test('sections are in the order of United Kingdom accounts; an overdrawn bank is a creditor', () => {
  const lines = balanceSheet(
    {
      ...parties,
      receivables: toPence(500),
      accounts: [
        account('1000', 'asset', 40),
        account('1020', 'asset', -90),
        account('1100', 'asset', 500),
        account('1200', 'asset', 300),
        account('1800', 'asset', 1000, true),
        account('2200', 'liability', -120),
        account('2800', 'liability', -600, true),
        account('3000', 'equity', -1030),
      ],
    },
    null,
  );
  expect(lines.map(({ label, amount }) => [label, amount])).toEqual([
    ['1800', 1000],
    ['Fixed assets', 1000],
    ['1200', 300],
    ['Trade debtors', 500],
    ['1000', 40],
    ['Current assets', 840],
    ['1020, overdrawn', 90],
    ['2200', 120],
    ['Creditors: amounts falling due within one year', 210],
    ['Net current assets', 630],
    ['Total assets less current liabilities', 1630],
    ['2800', 600],
    ['Creditors: amounts falling due after more than one year', 600],
    ['Net assets', 1030],
    ['3000', 1030],
    ['Capital and reserves', 1030],
  ]);
});

test('a line of only one of the two days stands in its place, including a bank that was overdrawn then', () => {
  const lines = balanceSheet(
    {
      ...parties,
      accounts: [account('1000', 'asset', 1), account('1020', 'asset', 2)],
      receivables: toPence(3),
    },
    {
      ...parties,
      accounts: [account('1020', 'asset', -5), account('1200', 'asset', 6), account('1300', 'asset', 7)],
    },
  );
  expect(lines.slice(0, 8).map(({ key, amount, before }) => [key, amount, before])).toEqual([
    ['1200', 0, 6],
    ['receivables', 3, 0],
    ['1300', 0, 7],
    ['1000', 1, 0],
    ['1020', 2, 0],
    ['current_assets', 6, 13],
    ['1020-overdrawn', 0, 5],
    ['current_liabilities', 0, 5],
  ]);
});
