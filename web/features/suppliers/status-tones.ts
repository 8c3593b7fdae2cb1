import type { PaymentStatus } from '#domain/payments/payment.status';
import type { PaidStatus, PurchaseOrderStatus } from '#domain/purchase-orders/purchase-order.status';
import type { Tone } from '../../ui/badge';

/** The tone of an order's status (T-01). */
export const orderTones: Readonly<Record<PurchaseOrderStatus, Tone>> = {
  draft: 'secondary',
  sent: 'info',
  received: 'warning',
  completed: 'success',
  cancelled: 'danger',
};

/** The tone of an order's payment status (T-02). */
export const paidTones: Readonly<Record<PaidStatus, Tone>> = { remaining: 'warning', paid: 'success' };

/** The tone of a payment's status. */
export const paymentTones: Readonly<Record<PaymentStatus, Tone>> = {
  pending: 'warning',
  completed: 'success',
  failed: 'danger',
  cancelled: 'secondary',
};
