import { expect, test } from 'vitest';
import { type AllocationState, canRemoveAllocation } from './allocation.rules';
import { canCancelPayment, canComplete, canFail, isAsSeen, paymentActions } from './payment.rules';
import { paymentStatus } from './payment.status';

const payment = (status: string) => ({ id: 12, number: 'PAY-00012', status: paymentStatus.parse(status) });

test('P4 only a pending payment is confirmed or marked as failed; a completed one can still be reversed', () => {
  const actions = paymentStatus.options.map(status => {
    const { complete, fail, cancel } = paymentActions(payment(status));
    return [status, complete.allowed, fail.allowed, cancel.allowed];
  });
  expect(actions).toEqual([
    ['pending', true, true, true],
    ['completed', false, false, true],
    ['failed', false, false, false],
    ['cancelled', false, false, false],
  ]);
});

test('P4 what cannot be done to a payment says what it already is', () => {
  const reason = (result: object) => ('reason' in result ? result.reason : undefined);
  expect(reason(canComplete(payment('completed')))).toBe(
    'PAY-00012 is already completed, so it cannot be confirmed.',
  );
  expect(reason(canFail(payment('cancelled')))).toBe(
    'PAY-00012 is already cancelled, so it cannot be marked as failed.',
  );
  expect(reason(canCancelPayment({ ...payment('failed'), number: null }))).toBe(
    'Payment 12 is already failed, so it cannot be cancelled.',
  );
  expect(reason(canCancelPayment(payment('cancelled')))).toBe('PAY-00012 has already been cancelled.');
});

test('F104 a payment that was completed meanwhile is not reversed instead of cancelled', () => {
  expect(isAsSeen(payment('completed'), 'pending')).toEqual({
    allowed: false,
    reason: 'PAY-00012 is now completed, so nothing was changed. Check it in the list, then try again.',
  });
  expect(isAsSeen(payment('completed'), 'completed')).toEqual({ allowed: true });
  expect(isAsSeen(payment('completed'), undefined)).toEqual({ allowed: true });
});

const allocated: AllocationState = {
  credit: { kind: 'payment', document_number: 'PAY-00012' },
  bill: { kind: 'bill', document_number: 'BILL-00007' },
  paid_expense: null,
  is_own: false,
  is_return: false,
  removable: 1,
};
const whyNot = (change: Partial<AllocationState>) => {
  const result = canRemoveAllocation({ ...allocated, ...change });
  return result.allowed ? null : result.reason;
};

test('L1 W9 P4 an allocation that a user made can be removed, to the last penny of it', () => {
  expect(whyNot({})).toBeNull();
  expect(whyNot({ removable: 0 })).toBe(
    'PAY-00012 was recorded for this bill or its order. Reverse the credit note if it is wrong.',
  );
  expect(whyNot({ removable: 0, is_return: true })).toBe(
    'PAY-00012 credits goods returned from this order, so it reduces the bills of the order.',
  );
});

test('L1 W9 P4 what a document allocated by itself is undone by undoing the document', () => {
  const reversed = 'This allocation belongs to a reversed document, so it is permanent.';
  const nameless = { kind: 'reversal', document_number: null };
  expect([whyNot({ credit: nameless }), whyNot({ bill: nameless })]).toEqual([reversed, reversed]);
  expect(whyNot({ bill: { kind: 'refund', document_number: 'REF-00003' } })).toBe(
    'REF-00003 refunded PAY-00012. Cancel the refund instead.',
  );
  expect(
    whyNot({
      bill: { kind: 'refund', document_number: null },
      credit: { kind: 'payment', document_number: null },
    }),
  ).toBe('This document refunded this credit. Cancel the refund instead.');
  expect(whyNot({ paid_expense: 'EXP-00004' })).toBe(
    'EXP-00004 is marked as paid. Cancel the expense instead.',
  );
  expect(whyNot({ is_own: true })).toBe('BILL-00007 was paid by this. Cancel the expense instead.');
});
