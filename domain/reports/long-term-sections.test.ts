import { expect, test } from 'vitest';
import { toPence } from '../kernel/money';
import { type AccountBalance, balanceSheet } from './balance-sheet';

const account = (code: string, kind: AccountBalance['kind'], balance: number, is_long_term = false) => ({
  code,
  name: `Account ${code}`,
  kind,
  is_long_term,
  balance: toPence(balance),
});
const bank = account('1020', 'asset', 10_000);
const capital = (balance: number) => account('3000', 'equity', balance);
const fixtures = account('1300', 'asset', 5000, true);
const loan = account('2400', 'liability', -4000, true);
const totals = (...accounts: AccountBalance[]) =>
  balanceSheet(
    {
      accounts,
      earlier: toPence(0),
      receivables: toPence(0),
      customer_credit: toPence(0),
      payables: toPence(0),
      prepayments: toPence(0),
    },
    null,
  )
    .filter(({ kind }) => kind !== 'account')
    .map(({ key, amount }) => [key, amount]);

test('R9 fixed assets and long-term creditors each bring the line of total assets less current liabilities', () => {
  expect(totals(bank, capital(-10_000))).toEqual([
    ['current_assets', 10_000],
    ['current_liabilities', 0],
    ['net_current_assets', 10_000],
    ['net_assets', 10_000],
    ['equity', 10_000],
  ]);
  expect(totals(bank, fixtures, capital(-15_000))).toEqual([
    ['fixed_assets', 5000],
    ['current_assets', 10_000],
    ['current_liabilities', 0],
    ['net_current_assets', 10_000],
    ['total_less_current', 15_000],
    ['net_assets', 15_000],
    ['equity', 15_000],
  ]);
  expect(totals(bank, loan, capital(-6000))).toEqual([
    ['current_assets', 10_000],
    ['current_liabilities', 0],
    ['net_current_assets', 10_000],
    ['total_less_current', 10_000],
    ['long_term_liabilities', 4000],
    ['net_assets', 6000],
    ['equity', 6000],
  ]);
});
