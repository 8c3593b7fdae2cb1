import * as z from 'zod';
import { approvals, clientId } from '../approvals/sent-approvals';
import { can } from '../kernel/access';
import { call } from '../kernel/call';
import { calendarDate, enteredDate } from '../kernel/dates';
import { chosenId, id, optionalLongText, optionalText, requiredText } from '../kernel/fields';
import { pageOf, paging } from '../kernel/list-query';
import { money, positiveAmount } from '../kernel/money';
import { paymentMethod } from '../payments/payment.status';
import { paymentReference } from '../payments/payment-reference';
import { openDrawer } from '../tills/open-drawer';
import { customerPaymentKind, customerPaymentStatus } from './customer-payment';

const reason = requiredText('Reason', 300);
const dated = { business_date: enteredDate.optional(), date_reason: optionalText('Reason', 300) };

/** A payment from or to a customer. */
const customerPayment = z.object({
  id,
  number: z.string(),
  customer: z.object({ id, name: z.string() }),
  direction: z.enum(['in', 'out']),
  kind: customerPaymentKind,
  payment_method: paymentMethod,
  amount: money,
  /** Allocations: invoices it pays, or the credit it was paid out of. */
  allocated_amount: money,
  business_date: calendarDate,
  reference: z.string().nullable(),
  notes: z.string().nullable(),
  status: customerPaymentStatus,
  reversal_reason: z.string().nullable(),
});

const moneyFields = {
  amount: positiveAmount,
  payment_method: paymentMethod,
  /** The till session whose drawer takes or gives the cash (rule T1); for cash only. */
  session_id: id.nullish(),
  reference: paymentReference,
  notes: optionalLongText('Notes', 2000),
  ...dated,
};

const match = z.object({
  debit: z.object({
    id,
    kind: z.string(),
    document_number: z.string().nullable(),
    link: z.string().nullable(),
  }),
  credit: z.object({
    id,
    kind: z.string(),
    document_number: z.string().nullable(),
    link: z.string().nullable(),
  }),
  amount: money,
  business_date: calendarDate,
  /** False for money that was paid out, transferred or reversed, and for a credit note of the same sale. */
  can_take_back: z.boolean(),
});

/** Actions on a customer's ledger besides sales (rules W4-W6, W10). */
export const customerWallet = {
  drawers: call('GET', '/wallet/drawers', {
    summary: 'List the till sessions that are open for cash',
    access: can('create_payment'),
    reply: z.object({ data: z.array(openDrawer) }),
  }),
  payment: call('GET', '/customer-payments/{id}', {
    summary: 'Show a customer payment',
    access: can('view_ledger'),
    reply: customerPayment,
  }),
  receive: call('POST', '/wallet/customer/{id}/receipts', {
    summary:
      'Take a payment from a customer: allocate it to invoices, oldest due first, or keep it as credit',
    access: can('create_payment'),
    body: z.strictObject({
      ...moneyFields,
      /** Kept as credit; it pays no invoice yet (rules W6, V15). */
      top_up: z.boolean().default(false),
      /** The invoices it pays; the rest stays as credit. Without any, the oldest due first. */
      allocations: z
        .array(z.strictObject({ item_id: id, amount: positiveAmount }))
        .max(100, 'Allocate a receipt to at most 100 invoices.')
        .default([]),
    }),
    reply: customerPayment,
  }),
  payOut: call('POST', '/wallet/customer/{id}/withdrawals', {
    summary: 'Pay out a customer’s unused credit',
    access: can('create_payment'),
    body: z.strictObject(moneyFields),
    reply: customerPayment,
  }),
  reverse: call('POST', '/customer-payments/{id}/reverse', {
    summary: 'Reverse a customer payment, or record that it bounced',
    access: can('reverse_payment'),
    body: z.strictObject({
      reason,
      bounced: z.boolean().default(false),
      /** For cash: the open drawer that gives it back or takes it. */
      session_id: id.nullish(),
    }),
    reply: customerPayment,
  }),
  adjust: call('POST', '/wallet/customer/{id}/adjustments', {
    summary: 'Adjust a customer’s ledger, or write off bad debt',
    access: can('adjust_ledger'),
    body: z.strictObject({
      kind: z.enum(['credit', 'debit', 'write_off'], 'Choose the type of adjustment.'),
      amount: positiveAmount,
      /** The balancing account; a write-off goes to bad debts by default. */
      account_code: z
        .string()
        .regex(/^\d{4}$/, 'Choose an account.')
        .optional(),
      /** The invoice that is written off; the oldest due first if none is named. */
      item_id: id.nullish(),
      reason,
      ...dated,
      /** What an approval by PIN covers, if it is above the limit. */
      client_id: clientId.optional(),
      approvals,
    }),
    reply: z.object({ number: z.string() }),
  }),
  transfer: call('POST', '/wallet/customer/{id}/transfers', {
    summary: 'Transfer unused credit to another customer',
    access: can('adjust_ledger'),
    body: z.strictObject({ to_customer_id: chosenId('Choose a customer.'), amount: positiveAmount, reason }),
    reply: z.object({ number: z.string() }),
  }),
  matches: call('GET', '/wallet/customer/{id}/matches', {
    summary: 'List credit allocations, newest first',
    access: can('view_ledger'),
    query: z.strictObject({ ...paging }),
    reply: pageOf(match),
  }),
  match: call('POST', '/wallet/customer/{id}/matches', {
    summary: 'Allocate open credit to an open invoice',
    access: can('create_payment'),
    body: z.strictObject({
      debit_item_id: chosenId('Choose an invoice.'),
      credit_item_id: chosenId('Choose a credit.'),
      amount: positiveAmount,
    }),
    reply: z.object({ message: z.string() }),
  }),
  removeMatch: call('POST', '/wallet/customer/{id}/matches/take-back', {
    summary: 'Remove an allocation of credit to an invoice',
    access: can('create_payment'),
    body: z.strictObject({ debit_item_id: id, credit_item_id: id }),
    reply: z.object({ message: z.string() }),
  }),
};

export type CustomerPayment = z.output<typeof customerPayment>;
export type Match = z.output<typeof match>;
