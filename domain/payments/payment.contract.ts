import * as z from 'zod';
import { can, canAny } from '../kernel/access';
import { call } from '../kernel/call';
import { calendarDate, enteredDate } from '../kernel/dates';
import { id, optionalLongText, optionalText, requiredText } from '../kernel/fields';
import { money, positiveAmount } from '../kernel/money';
import { paymentMethod, paymentStatus } from './payment.status';
import { referenceUpTo } from './payment-reference';

/** A payment to a supplier, or a refund from one. */
const payment = z.object({
  id,
  number: z.string().nullable(),
  supplier: z.object({ id, name: z.string() }),
  direction: z.enum(['out', 'in']),
  payment_date: calendarDate,
  amount: money,
  /** The part allocated to orders; the rest is credit with the supplier. */
  allocated_amount: money,
  payment_method: paymentMethod,
  status: paymentStatus,
  reference_number: z.string().nullable(),
  notes: z.string().nullable(),
  allocations: z.array(z.object({ purchase_order_id: id, po_number: z.string(), amount: money })),
});

const paymentWrite = z.strictObject({
  supplier_id: id,
  /** `in` for a refund from the supplier. */
  direction: z.enum(['out', 'in']).default('out'),
  payment_date: enteredDate.optional(),
  date_reason: optionalText('Reason', 300),
  amount: positiveAmount,
  payment_method: paymentMethod,
  status: z.enum(['pending', 'completed'], 'Choose Pending or Completed.').default('completed'),
  reference_number: referenceUpTo(100),
  notes: optionalLongText('Notes', 2000),
  /** The orders it is allocated to; the rest stays as credit with the supplier. */
  allocations: z
    .array(z.strictObject({ purchase_order_id: id, amount: positiveAmount }))
    .max(100, 'Allocate a payment to at most 100 orders.')
    .default([]),
  /**
   * What a payment without an order is for (rule P14): the oldest bills, the bills below, or nothing yet,
   * which leaves it on account. Defaults to the setting.
   */
  settles: z.enum(['oldest', 'bills', 'on_account'], 'Choose what the payment is for.').optional(),
  bills: z
    .array(z.strictObject({ bill_id: id, amount: positiveAmount }))
    .max(100, 'Allocate a payment to at most 100 bills.')
    .default([]),
  /** Confirms a payment above the outstanding amount (rule P5): the rest, or all of it without an order, stays on account. */
  confirm_excess: z.boolean().default(false),
});

const reason = requiredText('Reason', 300);

export const payments = {
  get: call('GET', '/payments/{id}', {
    summary: 'Show a payment',
    access: can('view_supplier'),
    reply: payment,
  }),
  create: call('POST', '/payments', {
    summary: 'Record a payment to a supplier, or a refund from one',
    access: can('create_payment'),
    body: paymentWrite,
    reply: payment,
  }),
  advances: call('GET', '/suppliers/{id}/advances', {
    summary:
      'List a supplier’s open credit that no order waits for: payments on account, credit notes and opening credit',
    access: canAny('create_payment', 'view_ledger'),
    reply: z.object({
      data: z.array(
        z.object({
          /** Its item on the supplier’s ledger. */
          item_id: id,
          /** Of a payment; null for other credit. */
          id: id.nullable(),
          /** `payment`, `credit_note` or `opening`. */
          kind: z.string(),
          number: z.string().nullable(),
          payment_date: calendarDate,
          payment_method: paymentMethod.nullable(),
          reference_number: z.string().nullable(),
          amount: money,
          /** The part that can still be allocated to a bill. */
          free: money,
        }),
      ),
    }),
  }),
  allocate: call('POST', '/suppliers/{id}/allocate-credit', {
    summary: 'Allocate a supplier’s open credit to a bill',
    access: can('create_payment'),
    body: z.strictObject({ item_id: id, bill_id: id, amount: positiveAmount }),
    reply: z.object({ message: z.string() }),
  }),
  use: call('POST', '/payments/{id}/use', {
    summary: 'Allocate a payment on account to a bill',
    access: can('create_payment'),
    body: z.strictObject({ bill_id: id, amount: positiveAmount }),
    reply: payment,
  }),
  complete: call('POST', '/payments/{id}/complete', {
    summary: 'Confirm a pending payment',
    access: can('approve_payment'),
    body: z.strictObject({
      payment_date: enteredDate.optional(),
      date_reason: optionalText('Reason', 300),
      /** Confirms a payment above what is outstanding by now (rule P5). */
      confirm_excess: z.boolean().default(false),
    }),
    reply: payment,
  }),
  fail: call('POST', '/payments/{id}/fail', {
    summary: 'Mark a pending payment as failed',
    access: can('approve_payment'),
    body: z.strictObject({ reason }),
    reply: payment,
  }),
  cancel: call('POST', '/payments/{id}/cancel', {
    summary: 'Cancel a pending payment, or reverse a completed one',
    access: canAny('create_payment', 'reverse_payment'),
    body: z.strictObject({
      reason,
      /** The status the user saw; a payment that has another one now is left as it is. */
      status: paymentStatus.optional(),
    }),
    reply: payment,
  }),
};

export type Payment = z.output<typeof payment>;
export type PaymentWrite = z.output<typeof paymentWrite>;
