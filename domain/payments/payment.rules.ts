import { no, type RuleResult, yes } from '../kernel/rule-result';
import { type PaymentStatus, paymentStatusNames } from './payment.status';

export type PaymentState = {
  readonly id: number;
  readonly number: string | null;
  readonly status: PaymentStatus;
};

export const nameOfPayment = ({ id, number }: PaymentState): string => number ?? `Payment ${id}`;

const isOver = (payment: PaymentState, action: string): RuleResult => {
  const status = paymentStatusNames[payment.status].toLowerCase();
  return no(
    status === action
      ? `${nameOfPayment(payment)} has already been ${action}.`
      : `${nameOfPayment(payment)} is already ${status}, so it cannot be ${action}.`,
  );
};

/** Only a pending payment can be confirmed or marked as failed. */
export const canComplete = (payment: PaymentState): RuleResult =>
  payment.status === 'pending' ? yes : isOver(payment, 'confirmed');
export const canFail = (payment: PaymentState): RuleResult =>
  payment.status === 'pending' ? yes : isOver(payment, 'marked as failed');

/** A pending payment is cancelled, a completed one reversed. */
export const canCancelPayment = (payment: PaymentState): RuleResult =>
  payment.status === 'pending' || payment.status === 'completed' ? yes : isOver(payment, 'cancelled');

/** Cancelling moves no money and reversing does, so one that was completed meanwhile is not reversed instead (F104). */
export const isAsSeen = (payment: PaymentState, seen: PaymentStatus | undefined): RuleResult =>
  seen === undefined || seen === payment.status
    ? yes
    : no(
        `${nameOfPayment(payment)} is now ${paymentStatusNames[payment.status].toLowerCase()}, so nothing was changed. Check it in the list, then try again.`,
      );

/** The actions possible on a payment now, or why not, wherever it is listed. */
export const paymentActions = (payment: PaymentState) => ({
  complete: canComplete(payment),
  fail: canFail(payment),
  cancel: canCancelPayment(payment),
});
