import * as z from 'zod';

export const paymentStatus = z.enum(['pending', 'completed', 'failed', 'cancelled']);
export type PaymentStatus = z.infer<typeof paymentStatus>;

export const paymentMethod = z.enum(['cash', 'bank_transfer', 'cheque', 'credit_card', 'upi', 'other']);
export type PaymentMethod = z.infer<typeof paymentMethod>;

export const paymentStatusNames: Readonly<Record<PaymentStatus, string>> = {
  pending: 'Pending',
  completed: 'Completed',
  failed: 'Failed',
  cancelled: 'Cancelled',
};
export const paymentMethodNames: Readonly<Record<PaymentMethod, string>> = {
  cash: 'Cash',
  bank_transfer: 'Bank transfer',
  cheque: 'Cheque',
  credit_card: 'Credit card',
  upi: 'UPI',
  other: 'Other',
};
