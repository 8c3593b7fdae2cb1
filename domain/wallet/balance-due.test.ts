import { expect, test } from 'vitest';
import { toPence } from '../kernel/money';
import { balanceDue, firstUnpaid, overdueOfBalance } from './balance-due';

const owed = (...amounts: number[]) =>
  amounts.map((open, index) => ({ open: toPence(open), name: index + 1 }));
const today = (balance: number, overdue: number, unallocated: number) => ({
  balance: toPence(balance),
  overdue: toPence(overdue),
  unallocated: toPence(unallocated),
});

test('W4 W5 W6 unused credit pays what was due first, so it lowers the overdue part before anything else', () => {
  // £100.00 overdue and £50.00 due later, with £100.00 of credit: £50.00 are due, none of them overdue.
  const covered = today(5_000, 10_000, 10_000);
  expect([balanceDue(covered), overdueOfBalance(covered)]).toEqual([5_000, 0]);
  // With £30.00 of credit: £120.00 are due, of which £70.00 are overdue.
  const partly = today(12_000, 10_000, 3_000);
  expect([balanceDue(partly), overdueOfBalance(partly)]).toEqual([12_000, 7_000]);
  const inCredit = today(-5_000, 10_000, 20_000);
  expect([balanceDue(inCredit), overdueOfBalance(inCredit)]).toEqual([0, 0]);
});

test('W6 the first item left to pay is the one that credit does not cover in full', () => {
  const first = (unallocated: number, ...amounts: number[]) =>
    firstUnpaid(owed(...amounts), { unallocated: toPence(unallocated) })?.name;
  expect(first(0, 10_000, 5_000)).toBe(1);
  expect(first(9_999, 10_000, 5_000)).toBe(1);
  expect(first(10_000, 10_000, 5_000)).toBe(2);
  expect(first(15_000, 10_000, 5_000)).toBeUndefined();
  expect(first(0)).toBeUndefined();
});
