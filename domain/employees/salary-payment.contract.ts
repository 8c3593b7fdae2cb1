import * as z from 'zod';
import { can } from '../kernel/access';
import { call, done } from '../kernel/call';
import { calendarDate, enteredDate, instant } from '../kernel/dates';
import { id, optionalText, requiredText } from '../kernel/fields';
import { money, positiveAmount } from '../kernel/money';
import { referenceUpTo } from '../payments/payment-reference';

/** Wages are paid from the bank or the safe (table of L: simple mode). */
export const salaryMethod = z.enum(['bank_transfer', 'cash'], 'Choose bank transfer or cash.');
export const salaryMethodNames = { bank_transfer: 'Bank transfer', cash: 'Cash from the safe' } as const;

const salaryPayment = z.object({
  id,
  number: z.string(),
  /** "November 2026": an employee can only be paid once for it. */
  paid_for: z.string(),
  /** The days that it is for. */
  period_from: calendarDate,
  period_to: calendarDate,
  paid_on: calendarDate,
  amount: money,
  method: salaryMethod,
  reference: z.string().nullable(),
  created_by: z.string(),
  created_at: instant,
  reversed: z.object({ on: calendarDate, by: z.string(), reason: z.string() }).nullable(),
});

export const salaryPayments = {
  list: call('GET', '/employees/{id}/salary-payments', {
    summary: 'List the wage payments of an employee',
    access: can('view_employee', 'view_pay'),
    reply: z.object({ data: z.array(salaryPayment) }),
  }),
  pay: call('POST', '/employees/{id}/salary-payments', {
    summary: 'Record a wage payment: one amount, without payroll figures',
    access: can('view_employee', 'view_pay', 'create_payment'),
    body: z.strictObject({
      paid_for: requiredText('Payment for', 80),
      /** The pay period; defaults to the month of the payment. */
      period_from: enteredDate.nullish(),
      period_to: enteredDate.nullish(),
      /** Confirms a payment for days that have already been paid. */
      confirm_overlap: z.boolean('Choose whether this is another payment.').default(false),
      /** Confirms a payment for days before they began or after they left. */
      confirm_outside_employment: z.boolean('Choose whether these wages are meant.').default(false),
      amount: positiveAmount,
      method: salaryMethod.default('bank_transfer'),
      reference: referenceUpTo(100),
      business_date: enteredDate.optional(),
      date_reason: optionalText('Reason', 300),
    }),
    // Replies are stored for repeated requests, so this one does not say whose wages they are.
    reply: done,
  }),
  reverse: call('POST', '/employees/{id}/salary-payments/{payment_id}/reverse', {
    summary: 'Reverse a wage payment that was incorrect or returned. The reversal is dated today',
    access: can('view_employee', 'view_pay', 'reverse_payment'),
    body: z.strictObject({ reason: requiredText('Reason', 300) }),
    reply: done,
  }),
};

export type SalaryPayment = z.output<typeof salaryPayment>;
