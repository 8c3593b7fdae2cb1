import { expect, test } from 'vitest';
import { toPence } from '../kernel/money';
import { canApproveAs, isAboveApproved, isCovered, isOwnApproval } from './approval.rules';

test('users do not approve what they entered, which is told apart from other refusals, unless no one else can', () => {
  const author = { id: 1, hasSecond: true };
  expect(canApproveAs([1], author, 'order')).toEqual({
    allowed: false,
    reason: 'You entered this order, so someone else must approve it.',
    isOwn: true,
  });
  expect(canApproveAs([1], { ...author, hasSecond: false }, 'order').allowed).toBe(true);
  expect(canApproveAs([2], author, 'order').allowed).toBe(true);
});

test('P15 an approval covers its party up to its amount', () => {
  const [upTo, party] = [toPence(10_000), 3];
  const approvals = [
    { upTo: toPence(50_000), party: 4 },
    { upTo, party },
  ];
  const covered = (amount: number, of: number | null) =>
    isCovered(approvals, { amount: toPence(amount), party: of });
  expect([covered(10_000, 3), covered(10_001, 3)]).toEqual([true, false]);
  expect([covered(50_000, 4), covered(1, 5), covered(1, null)]).toEqual([true, false, false]);
  expect(isCovered([{ upTo, party: null }], { amount: upTo, party: null })).toBe(true);
  expect(isCovered([], { amount: toPence(0), party: null })).toBe(false);
});

test('P15 an amount above the limit needs an approval that covers it', () => {
  const approvals = [{ upTo: toPence(20_000), party: 3 }];
  const above = (limit: number | null, amount: number, party = 3) =>
    isAboveApproved(limit === null ? null : toPence(limit), approvals, { amount: toPence(amount), party });
  expect([above(10_000, 10_000, 9), above(10_000, 10_001, 9)]).toEqual([false, true]);
  expect([above(10_000, 20_000), above(10_000, 20_001)]).toEqual([false, true]);
  expect(above(null, 999_999, 9)).toBe(false);
});

test('F33 a change is a user’s own if they entered any part of it', () => {
  const approver = { id: 1, hasSecond: false };
  expect(isOwnApproval([2, 1], approver)).toBe(true);
  expect(isOwnApproval([2, null], approver)).toBe(false);
  expect(isOwnApproval([], approver)).toBe(false);
});
