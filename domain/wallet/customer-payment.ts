import * as z from 'zod';
import type { PaymentMethod } from '../payments/payment.status';

/** `bounced` is a receipt returned by the bank: an unpaid cheque or a card chargeback. */
export const customerPaymentStatus = z.enum(['completed', 'reversed', 'bounced']);
export type CustomerPaymentStatus = z.infer<typeof customerPaymentStatus>;

/**
 * The purpose of a payment: it pays invoices, is kept as credit (rule V15), or is paid out to the customer.
 */
export const customerPaymentKind = z.enum(['receipt', 'top_up', 'withdrawal']);
export type CustomerPaymentKind = z.infer<typeof customerPaymentKind>;
export const customerPaymentKindNames: Readonly<Record<CustomerPaymentKind, string>> = {
  receipt: 'Receipt',
  top_up: 'Top-up',
  withdrawal: 'Paid out',
};

/** Methods for paying out credit; cards and third parties are not possible. */
export const payOutMethods = ['cash', 'bank_transfer', 'cheque'] as const satisfies readonly PaymentMethod[];

/** Methods that can bounce. */
export const canBounce = (method: string): boolean => method === 'cheque' || method === 'credit_card';
