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
      { code: '1100', name: 'Trade debtors control', kind: 'asset', balance: toPence(70) },
      { code: '2100', name: 'Trade creditors control', kind: 'liability', balance: toPence(-40) },
      { code: '4000', name: 'Sales', kind: 'income', balance: toPence(-30) },
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
    ['Assets', 105],
    ['Trade creditors', 45],
    ['Customer credit held', 30],
    ['Liabilities', 75],
    ['Net assets', 30],
    ['Retained profit of earlier years', 10],
    ['Profit for this financial year', 20],
    ['Equity', 30],
  ]);
});

test('accounts are in order of code, including those without a balance on the day compared with', () => {
  const account = (code: string, balance: number) =>
    ({ code, name: code, kind: 'asset', balance: toPence(balance) }) as const;
  const none = toPence(0);
  const parties = {
    earlier: none,
    receivables: none,
    customer_credit: none,
    payables: none,
    prepayments: none,
  };
  const lines = balanceSheet(
    { ...parties, accounts: [account('1000', 1), account('1020', 2)], receivables: toPence(3) },
    { ...parties, accounts: [account('1020', 5), account('1200', 6)] },
  );
  expect(lines.slice(0, 4).map(({ key }) => key)).toEqual(['1000', '1020', '1200', 'receivables']);
});
