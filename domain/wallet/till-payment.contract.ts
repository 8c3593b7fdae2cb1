import * as z from 'zod';
import { can, canAny } from '../kernel/access';
import { call } from '../kernel/call';
import { calendarDate, instant } from '../kernel/dates';
import { id, requiredText } from '../kernel/fields';
import { money, positiveAmount } from '../kernel/money';
import { paymentMethod } from '../payments/payment.status';
import { paymentReference } from '../payments/payment-reference';
import { customerPaymentKind, customerPaymentStatus } from './customer-payment';

/** A payment as on its receipt. */
const tillPayment = z.object({
  id,
  number: z.string(),
  kind: customerPaymentKind,
  status: customerPaymentStatus,
  payment_method: paymentMethod,
  amount: money,
  reference: z.string().nullable(),
  business_date: calendarDate,
  taken_at: instant,
  taken_by: z.string(),
  register_name: z.string().nullable(),
  customer: z.object({ id, number: z.string(), name: z.string() }),
  /** The invoices it pays, with the amount of each. */
  pays: z.array(z.object({ document_number: z.string().nullable(), amount: money })),
  /** The balance afterwards: above zero they owe us (rule W1). */
  balance: money,
  /** The wallet afterwards (rule W5). */
  wallet: money,
});
export type TillPayment = z.output<typeof tillPayment>;

/** Money that a customer hands over at a till: on account, or into the wallet. */
export const tillPayments = {
  take: call('POST', '/till-sessions/{id}/customer-payments', {
    summary: 'Take a payment on account or a wallet top-up at an open till',
    access: can('take_payment'),
    body: z.strictObject({
      customer_id: z
        .int('Choose the customer.')
        .positive('Choose the customer.')
        .max(Number.MAX_SAFE_INTEGER),
      kind: z.enum(['receipt', 'top_up'], 'Choose a payment on account or a top-up.'),
      amount: positiveAmount,
      payment_method: paymentMethod,
      reference: paymentReference,
    }),
    reply: tillPayment,
  }),
  find: call('GET', '/till-payments/find', {
    summary: 'Find a customer payment by the number on its receipt',
    access: canAny('take_payment', 'view_ledger'),
    query: z.strictObject({ number: requiredText('Number', 40) }),
    reply: tillPayment,
  }),
};
