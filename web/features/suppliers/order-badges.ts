import type { PaymentMethod, PaymentStatus } from '#domain/payments/payment.status';
import type { PaidStatus, PurchaseOrderStatus } from '#domain/purchase-orders/purchase-order.status';
import type { Tone } from '../../ui/badge';

type BadgeOf<Status extends string> = Readonly<Record<Status, { tone: Tone; children: string }>>;

/** The badge of an order's status (T-01). */
export const orderStatusBadges: BadgeOf<PurchaseOrderStatus> = {
  draft: { tone: 'secondary', children: 'Draft' },
  sent: { tone: 'info', children: 'Sent' },
  received: { tone: 'warning', children: 'Received' },
  completed: { tone: 'success', children: 'Completed' },
  cancelled: { tone: 'danger', children: 'Cancelled' },
};

/** The badge of what is paid of an order (T-02). */
export const paidStatusBadges: BadgeOf<PaidStatus> = {
  remaining: { tone: 'warning', children: 'Remaining' },
  paid: { tone: 'success', children: 'Paid' },
};

/** The badge of a payment's status (T-03). */
export const paymentStatusBadges: BadgeOf<PaymentStatus> = {
  pending: { tone: 'warning', children: 'Pending' },
  completed: { tone: 'success', children: 'Completed' },
  failed: { tone: 'danger', children: 'Failed' },
  cancelled: { tone: 'secondary', children: 'Cancelled' },
};

/** How a payment is called after the way it was made. */
export const paymentMethodNames: Readonly<Record<PaymentMethod, string>> = {
  cash: 'Cash',
  bank_transfer: 'Bank transfer',
  cheque: 'Cheque',
  credit_card: 'Credit card',
  upi: 'UPI',
  other: 'Other',
};
