import * as z from 'zod';
import { can, canAny } from '../kernel/access';
import { call } from '../kernel/call';
import { calendarDate, enteredDate } from '../kernel/dates';
import { chosenId, id, idFilter, optionalText, requiredText } from '../kernel/fields';
import { storable } from '../kernel/list-query';
import { money, positiveAmount } from '../kernel/money';
import { vatCode } from '../kernel/vat';
import { lineAccount, nonNegativeMoney } from './order-write';
import { reverseCharge } from './reverse-charge';

const access = canAny('create_payment', 'edit_purchaseorder');

const line = {
  description: requiredText('Description', 300),
  net: positiveAmount,
  /** As printed (rule V18). */
  vat: nonNegativeMoney,
  vat_code: vatCode.default('S'),
};
const posted = z.object({
  id,
  number: z.string(),
  gross: money,
  /** The document's date, or the first open day after it (rule P13). */
  posted_on: calendarDate,
});
const reversal = z.strictObject({
  business_date: enteredDate.optional(),
  date_reason: optionalText('Reason', 300),
  reason: requiredText('Reason', 300),
  /** Needed when something is allocated to it: those allocations are removed. */
  free_payments: z.boolean().default(false),
});

/** Bills without an order, and supplier credit notes. */
export const supplierDocuments = {
  accounts: call('GET', '/supplier-documents/accounts', {
    summary: 'List the accounts that supplier document lines can be posted to',
    access: canAny('create_payment', 'create_purchaseorder', 'edit_purchaseorder'),
    reply: z.object({ data: z.array(z.object({ code: z.string(), name: z.string() })) }),
  }),
  openBills: call('GET', '/supplier-documents/bills', {
    summary:
      'List a supplier’s bills that can be paid or credited: open ones, earliest due first, then the latest settled',
    access,
    query: z.strictObject({
      supplier_id: idFilter,
      /** Finds bills by their number, the supplier's or the order's. */
      text: storable(z.string().max(200, 'Search for at most 200 characters.')).optional(),
      /** A bill that comes first, whatever the limit and the text. */
      bill_id: idFilter.optional(),
    }),
    reply: z.object({
      data: z.array(
        z.object({
          id,
          number: z.string(),
          kind: z.enum(['goods', 'landed_cost', 'opening', 'direct']),
          supplier_bill_number: z.string(),
          po_number: z.string().nullable(),
          bill_date: calendarDate,
          due_on: calendarDate,
          reverse_charge: reverseCharge.nullable(),
          gross: money,
          outstanding: money,
          /** It reclaims VAT, but its supplier has no VAT number (rule V18). */
          lacks_vat_number: z.boolean(),
        }),
      ),
      /** How many bills match; the list has at most the first 200. */
      total: z.int(),
      /** What is outstanding on all that match. */
      outstanding: money,
      has_vat_number: z.boolean(),
      /** The first line of the latest bill without an order, as the next one usually has it; null before the first. */
      default_line: z.object({ description: z.string(), account: z.string(), vat_code: vatCode }).nullable(),
    }),
  }),
  bill: call('POST', '/supplier-bills', {
    summary: 'Record a supplier bill without an order',
    access,
    body: z.strictObject({
      supplier_id: chosenId('Choose a supplier.'),
      supplier_bill_number: requiredText('Supplier’s bill number', 60),
      bill_date: enteredDate,
      date_reason: optionalText('Reason', 300),
      due_on: enteredDate.optional(),
      /** For VAT that the buyer accounts for; no VAT is printed on the bill then (rule V28). */
      reverse_charge: reverseCharge.nullish(),
      lines: z
        .array(z.strictObject({ ...line, account: lineAccount }))
        .min(1, 'Add at least one line.')
        .max(100),
    }),
    reply: posted,
  }),
  reverseBill: call('POST', '/supplier-bills/{id}/reverse', {
    summary: 'Reverse a bill without an order that was recorded in error',
    access: can('reverse_payment'),
    body: reversal,
    reply: posted,
  }),
  credit: call('POST', '/supplier-credits', {
    summary: 'Record a supplier credit note against bills or on account',
    access,
    body: z.strictObject({
      supplier_id: chosenId('Choose a supplier.'),
      supplier_credit_number: requiredText('Supplier’s credit note number', 60),
      credit_date: enteredDate,
      date_reason: optionalText('Reason', 300),
      reason: requiredText('Reason', 300),
      /** As on the bills it credits (rule V28). */
      reverse_charge: reverseCharge.nullish(),
      lines: z
        .array(
          z.strictObject({
            ...line,
            /** Without an account, the line lowers the cost of the goods on the bills. */ account:
              lineAccount.nullish(),
          }),
        )
        .min(1, 'Add at least one line.')
        .max(100),
      /** The bills it credits, each with its share. The rest stays on account. */
      bills: z
        .array(z.strictObject({ bill_id: id, amount: positiveAmount }))
        .max(100)
        .default([]),
    }),
    reply: posted,
  }),
  reverseCredit: call('POST', '/supplier-credits/{id}/reverse', {
    summary: 'Reverse a supplier credit note recorded in error',
    access: can('reverse_payment'),
    body: reversal,
    reply: posted,
  }),
};
