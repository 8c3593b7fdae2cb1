import * as z from 'zod';
import { accountCode } from '../journals/journal.contract';
import { can } from '../kernel/access';
import { call } from '../kernel/call';
import { calendarDate, enteredDate } from '../kernel/dates';
import { id, optionalText } from '../kernel/fields';
import { listCalls } from '../kernel/list-query';
import { enteredMoney, money } from '../kernel/money';
import { vatAdjustments } from './vat-adjustment.contract';

/**
 * VAT relief due on documents (rule V26). Customers: relief to claim on bad debts, and to return if they
 * pay. Suppliers: input tax to repay on unpaid bills, and to reclaim once they are paid.
 */
export const reliefKind = z.enum(['claim', 'return', 'repay', 'reclaim'], 'Choose a list.');
export type ReliefKind = z.infer<typeof reliefKind>;
export const reliefKindNames: Readonly<Record<ReliefKind, string>> = {
  claim: 'Bad debts: relief to claim',
  return: 'Bad debts: relief to return',
  repay: 'Unpaid bills: VAT to repay',
  reclaim: 'Unpaid bills: VAT to reclaim',
};

const relief = z.object({
  item_id: id,
  party: z.object({ id, name: z.string() }),
  document: z.object({ number: z.string().nullable(), link: z.string().nullable() }),
  tax_point: calendarDate,
  due_on: calendarDate.nullable(),
  /** The last day on which relief can be claimed; null if there is none. */
  claim_by: calendarDate.nullable(),
  /** The amount invoiced less credit notes, and the VAT in it. */
  gross: money,
  vat: money,
  /** Written off, or a bill not yet paid. */
  base: money,
  /** VAT relieved or repaid so far. */
  relieved_gross: money,
  relieved_vat: money,
  /** VAT due on that day, always zero or above. */
  change_gross: money,
  change_vat: money,
  /** Adjustments entered by hand that may relieve it already: of the same VAT, or with its number in the description. */
  repeated: z.array(z.object({ id, number: z.string(), business_date: calendarDate })),
});

const reliefTotals = relief.pick({ gross: true, base: true, relieved_vat: true, change_vat: true });

const listed = listCalls('/vat-reliefs', {
  summary: 'List the invoices and bills on which VAT relief is due',
  access: can('view_ledger'),
  exportAccess: can('view_ledger', 'export_data'),
  listing: {
    sort: ['due_on', 'change_vat'],
    defaultSort: { by: 'due_on', order: 'asc' },
    filters: {
      kind: reliefKind,
      /** The day of the adjustment to post; today, unless an earlier one is asked for. */
      as_at: calendarDate,
    },
  },
  row: relief,
});

/** The documents on which VAT is relieved, returned, repaid or reclaimed (rule V26). */
export const vatReliefs = {
  ...listed,
  totals: call('GET', '/vat-reliefs/totals', {
    summary: 'Total a list of invoices or bills on which VAT relief is due',
    access: can('view_ledger'),
    query: listed.list.query,
    reply: reliefTotals,
  }),
  post: call('POST', '/vat-reliefs', {
    summary: 'Post a VAT adjustment for the chosen invoices or bills',
    access: can('adjust_ledger'),
    body: z.strictObject({
      business_date: enteredDate.optional(),
      date_reason: optionalText('Reason for backdating', 300),
      kind: reliefKind,
      account: accountCode,
      items: z
        .array(
          z.strictObject({
            item_id: id,
            /** The amount the customer has paid of a relieved debt; only for relief to return. */
            gross: enteredMoney.refine(pence => pence > 0, 'Enter an amount above zero.').optional(),
          }),
        )
        .min(1, 'Choose at least one document.')
        .max(200, 'Choose at most 200 documents at once.'),
    }),
    reply: vatAdjustments.get.reply,
  }),
};

export type VatReliefTotals = z.output<typeof reliefTotals>;
export type VatRelief = z.output<typeof relief>;
