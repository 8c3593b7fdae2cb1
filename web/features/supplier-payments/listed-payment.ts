import type { Pence } from '#domain/kernel/money';
import type { PaymentStatus } from '#domain/payments/payment.status';
import type { Answer } from '../../ui/menus/blocked-entry';

/** A payment to a supplier or a refund from one, as its actions need it; the amount of a refund can be negative. */
export type ListedPayment = {
  readonly id: number;
  readonly number: string | null;
  readonly direction: 'out' | 'in';
  readonly amount: Pence;
  readonly status: PaymentStatus;
  readonly can: { readonly complete: Answer; readonly fail: Answer; readonly cancel: Answer };
};

/** The dialog open for one payment of a list. */
export type PaymentDialogState =
  | { readonly kind: 'cancel_payment' | 'fail_payment'; readonly payment: ListedPayment }
  | { readonly kind: 'confirm_excess'; readonly payment: ListedPayment; readonly note: string };
