import * as z from 'zod';
import { can } from '../kernel/access';
import { call } from '../kernel/call';
import { calendarDate, enteredDate } from '../kernel/dates';
import { id, optionalText, requiredText } from '../kernel/fields';
import { money, positiveAmount } from '../kernel/money';

const writeOff = z.object({
  id,
  number: z.string(),
  customer_id: id,
  account_code: z.string(),
  business_date: calendarDate,
  amount: money,
  /** The part that has been reversed. */
  reversed_amount: money,
  reason: z.string(),
  /** What it still settles, oldest due first. */
  invoices: z.array(
    z.object({
      item_id: id,
      document: z.object({ number: z.string().nullable(), link: z.string().nullable() }),
      due_on: calendarDate.nullable(),
      amount: money,
      /** Bad debt relief claimed on the invoice (rule V26). */
      relieved_vat: money,
    }),
  ),
});

/** Bad debts written off on customers' ledgers (table of L, "Bad debt"). */
export const writeOffs = {
  get: call('GET', '/wallet/write-offs/{id}', {
    summary: 'Show a bad debt that was written off',
    access: can('view_ledger'),
    reply: writeOff,
  }),
  reverse: call('POST', '/wallet/write-offs/{id}/reverse', {
    summary: 'Reverse a write-off in whole or in part, and return the VAT relief claimed on it',
    access: can('adjust_ledger'),
    body: z.strictObject({
      reason: requiredText('Reason', 300),
      /** The invoices to open again; without any, everything that it still settles. */
      invoices: z
        .array(z.strictObject({ item_id: id, amount: positiveAmount }))
        .max(100, 'Choose at most 100 invoices.')
        .default([]),
      business_date: enteredDate.optional(),
      date_reason: optionalText('Reason', 300),
    }),
    reply: z.object({
      /** The number of the reversal. */
      number: z.string(),
      amount: money,
      /** The VAT adjustments that return the relief claimed on it, one for each account where it was claimed. */
      reliefs: z.array(z.object({ id, number: z.string(), vat: money })),
    }),
  }),
};

export type WriteOff = z.output<typeof writeOff>;
