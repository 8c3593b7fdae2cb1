import fc from 'fast-check';
import { expect, test } from 'vitest';
import { toPence } from '../kernel/money';
import { type PostedSum, profitAndLoss } from './profit-loss';

const posted = (code: string, amount: number, step = 0): PostedSum => ({
  code,
  name: `Account ${code}`,
  kind: code.startsWith('4') ? 'income' : 'expense',
  step,
  amount: toPence(amount),
});

test('R3 revenue is sales less returns, cost of sales the 5xxx, overheads the 6xxx; profit is the rest', () => {
  const lines = profitAndLoss(
    [
      posted('4000', 100_000),
      posted('4010', -10_000),
      posted('5000', -40_000),
      posted('5100', -1_000),
      posted('4900', 500),
      posted('6100', -20_000),
    ],
    [posted('4000', 50_000)],
    { steps: 0, withCost: true, withPay: true },
  );
  expect(lines.map(({ key, amount }) => [key, amount])).toEqual([
    ['4000', 100_000],
    ['4010', -10_000],
    ['revenue', 90_000],
    ['5000', 40_000],
    ['5100', 1_000],
    ['cost_of_sales', 41_000],
    ['gross_profit', 49_000],
    ['4900', 500],
    ['other_income', 500],
    ['6100', 20_000],
    ['overheads', 20_000],
    ['net_profit', 29_500],
  ]);
  expect(lines.find(({ key }) => key === 'gross_profit')).toMatchObject({ percent: 5444, before: 50_000 });
});

test('R3 without permission to see cost, nothing reveals it', () => {
  const lines = profitAndLoss([posted('4000', 100), posted('5000', -60), posted('6100', -5)], null, {
    steps: 0,
    withCost: false,
    withPay: true,
  });
  expect(lines.map(({ key }) => key)).toEqual(['4000', 'revenue', 'other_income', '6100', 'overheads']);
});

test('R3 the intervals of a period add up to the period, and net profit is everything posted', () => {
  const code = fc.constantFrom('4000', '4010', '4900', '5000', '5110', '6100', '6910');
  const sums = fc.array(
    fc.record({ code, amount: fc.integer({ min: -1_000_000, max: 1_000_000 }), step: fc.nat(3) }),
    { maxLength: 20 },
  );
  fc.assert(
    fc.property(sums, entries => {
      const all = entries.map(entry => posted(entry.code, entry.amount, entry.step));
      const lines = profitAndLoss(all, null, { steps: 4, withCost: true, withPay: true });
      for (const line of lines) expect(line.steps.reduce((one, other) => one + other, 0)).toBe(line.amount);
      expect(lines.at(-1)?.amount).toBe(entries.reduce((total, { amount }) => total + amount, 0));
    }),
    { numRuns: 1000 },
  );
});
