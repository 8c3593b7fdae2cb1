import { expect, test } from 'vitest';
import { toPence } from '../kernel/money';
import { allPayments } from './report-payments';

const row = (
  method: 'cash' | 'credit_card' | 'wallet' | 'exchange',
  taken: number,
  paid_back = 0,
  count = 1,
) => ({
  method,
  taken: toPence(taken),
  paid_back: toPence(paid_back),
  count,
});

test('T3 the payments of sales and of customers add up by method; wallets and exchanges move no money', () => {
  expect(
    allPayments({
      tenders: [
        row('cash', 500),
        row('credit_card', 30_000, 1000, 7),
        row('wallet', 900),
        row('exchange', 700),
      ],
      customer_payments: [row('credit_card', 10_000, 0, 2)],
    }),
  ).toEqual([row('cash', 500), row('credit_card', 40_000, 1000, 9)]);
});

test('T3 without customer payments there is nothing to add, as on older reports', () => {
  expect(allPayments({ tenders: [row('cash', 500)] })).toEqual([]);
  expect(allPayments({ tenders: [row('cash', 500)], customer_payments: [] })).toEqual([]);
});
