import { expect, test } from 'vitest';
import { toPence } from '../kernel/money';
import { type PostedSum, profitAndLoss } from './profit-loss';

const posted = (code: string, amount: number): PostedSum => ({
  code,
  name: `Account ${code}`,
  kind: code.startsWith('4') ? 'income' : 'expense',
  step: 0,
  amount: toPence(amount),
});
const sales = posted('4000', 100_000);
const rent = posted('6200', -9000);
const wages = posted('6100', -20_000);
const shown = (now: readonly PostedSum[], before: readonly PostedSum[] | null, withPay: boolean) =>
  profitAndLoss(now, before, { steps: 0, withCost: true, withPay });
const overheads = (...given: Parameters<typeof shown>) =>
  shown(...given).find(({ key, kind }) => key === 'overheads' && kind === 'total');

test('R3 without permission to see pay, overheads are without wages and say so, and there is no net profit', () => {
  const lines = shown([sales, rent, wages], [wages], false);
  expect(lines.map(({ key, amount, before }) => [key, amount, before])).toEqual([
    ['4000', 100_000, 0],
    ['revenue', 100_000, 0],
    ['cost_of_sales', 0, 0],
    ['gross_profit', 100_000, 0],
    ['other_income', 0, 0],
    ['6200', 9000, 0],
    ['overheads', 9000, 0],
  ]);
  expect(lines.slice(-2).map(({ label }) => label)).toEqual(['Account 6200', 'Overheads excluding wages']);
  const all = shown([sales, rent, wages], [wages], true);
  expect(all.find(({ key }) => key === '6100')).toMatchObject({ amount: 20_000, before: 20_000 });
  // £1,000.00 less £90.00 and £200.00.
  expect(all.at(-1)).toMatchObject({ key: 'net_profit', amount: 71_000, before: -20_000 });
});

test('R3 overheads are called so as long as no wages are missing from them, now or before', () => {
  expect(overheads([sales, rent], null, false)?.label).toBe('Overheads');
  expect(overheads([sales, rent], [rent], false)?.label).toBe('Overheads');
  expect(overheads([sales, rent], [wages], false)?.label).toBe('Overheads excluding wages');
  expect(overheads([sales, rent, wages], null, false)?.label).toBe('Overheads excluding wages');
  expect(overheads([sales, rent, wages], [rent, wages], true)?.label).toBe('Overheads');
});

test('R3 accounts are in the order of their codes, whatever was posted first, and each total has no code', () => {
  const lines = shown(
    [rent, posted('6110', -100), wages, posted('4010', -50), sales],
    [posted('6050', -1)],
    true,
  );
  expect(lines.filter(({ kind }) => kind === 'account').map(({ code }) => code)).toEqual([
    '4000',
    '4010',
    '6050',
    '6100',
    '6110',
    '6200',
  ]);
  expect(lines.filter(({ kind }) => kind !== 'account').every(({ code }) => code === null)).toBe(true);
  // The goods of the cash basis are a line of several accounts.
  const goods = shown([{ ...posted('goods', -10), section: 'cost_of_sales' }], null, true);
  expect(goods.find(({ key }) => key === 'goods')).toMatchObject({ code: null, amount: 10 });
});
