import { expect, test } from 'vitest';
import { toPence } from '../kernel/money';
import { allocateRefund, refundableTenders } from './refund-tenders';
import type { TenderMethod } from './tender';

type Parts = readonly (readonly [TenderMethod, number])[];
const applied = (parts: Parts) => parts.map(([method, amount]) => ({ method, applied: toPence(amount) }));
const amounts = (parts: Parts) => parts.map(([method, amount]) => ({ method, amount: toPence(amount) }));
const left = (paid: Parts, refunds: Parts) => refundableTenders(applied(paid), amounts(refunds));
const back = (amount: number, paid: Parts, refunds: Parts = []) =>
  allocateRefund(toPence(amount), applied(paid), amounts(refunds)).map(part => [part.method, part.amount]);

const split: Parts = [
  ['cash', 500],
  ['credit_card', 700],
];

test('T5 L6 a tender can refund what was applied, less earlier refunds by the same method', () => {
  expect(left(split, [])).toEqual([500, 700]);
  expect(left(split, [['credit_card', 200]])).toEqual([500, 500]);
  expect(left(split, [['cash', 500]])).toEqual([0, 700]);
  // Two tenders of one method: £1.00 and £1.50.
  const twice: Parts = [
    ['cash', 100],
    ['credit_card', 50],
    ['cash', 150],
  ];
  expect(left(split, twice)).toEqual([250, 650]);
  // Two tenders of one method: the first is used up first.
  const notes: Parts = [
    ['cash', 300],
    ['cash', 200],
  ];
  expect(left(notes, [['cash', 400]])).toEqual([0, 100]);
  expect(left(notes, [['cash', 300]])).toEqual([0, 200]);
});

test('L6 refunds by another method reduce the last tender first', () => {
  expect(left(split, [['bank_transfer', 300]])).toEqual([500, 400]);
  expect(left(split, [['bank_transfer', 900]])).toEqual([300, 0]);
  expect(left(split, [['bank_transfer', 1200]])).toEqual([0, 0]);
  expect(left(split, [['bank_transfer', 1300]])).toEqual([0, 0]);
  // £6.00 in cash, although £5.00 was paid in cash: the last pound reduces the card.
  expect(left(split, [['cash', 600]])).toEqual([0, 600]);
  expect(
    left(split, [
      ['bank_transfer', 100],
      ['cheque', 200],
    ]),
  ).toEqual([500, 400]);
});

test('T5 refunds go to the original methods, the first tender first; the rest is credit', () => {
  expect(back(300, split)).toEqual([['cash', 300]]);
  expect(back(500, split)).toEqual([['cash', 500]]);
  expect(back(600, split)).toEqual([
    ['cash', 500],
    ['credit_card', 100],
  ]);
  expect(back(1300, split)).toEqual([
    ['cash', 500],
    ['credit_card', 700],
    ['wallet', 100],
  ]);
  expect(back(0, split)).toEqual([]);
  expect(back(100, split, [['cash', 500]])).toEqual([['credit_card', 100]]);
  expect(back(250, [])).toEqual([['wallet', 250]]);
});
