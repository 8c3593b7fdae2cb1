import { expect, test } from 'vitest';
import { canApproveAs } from './approval.rules';

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
