import * as z from 'zod';
import type { PaymentMethod } from '../payments/payment.status';

/** A bounced one is a receipt that the bank took back: a cheque without cover, a card payment charged back. */
export const customerPaymentStatus = z.enum(['completed', 'reversed', 'bounced']);
export type CustomerPaymentStatus = z.infer<typeof customerPaymentStatus>;

/** What money is for: it pays invoices, it is put by for later (rule V15), or it goes back to the customer. */
export const customerPaymentKind = z.enum(['receipt', 'top_up', 'withdrawal']);
export type CustomerPaymentKind = z.infer<typeof customerPaymentKind>;
export const customerPaymentKindNames: Readonly<Record<CustomerPaymentKind, string>> = {
  receipt: 'Receipt',
  top_up: 'Top-up',
  withdrawal: 'Paid out',
};

/** How credit is paid out: what is taken in by card or through others cannot be handed out that way. */
export const payOutMethods = ['cash', 'bank_transfer', 'cheque'] as const satisfies readonly PaymentMethod[];

/** What can bounce: the bank gives it, and takes it back. */
export const canBounce = (method: string): boolean => method === 'cheque' || method === 'credit_card';
