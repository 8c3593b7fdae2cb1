import * as z from 'zod';
import { accountCode } from '../journals/journal.contract';
import { can } from '../kernel/access';
import { call } from '../kernel/call';
import { calendarDate, enteredDate, instant } from '../kernel/dates';
import { id, optionalText, requiredText } from '../kernel/fields';
import { listCalls, severalOf } from '../kernel/list-query';
import { enteredMoney, money, toPence } from '../kernel/money';
import { ruleResult } from '../kernel/rule-result-reply';
import { adjustmentReason } from './vat-adjustment';
import { nineBoxes } from './vat-return.contract';

const boxes = { box_1: money, box_4: money, box_6: money, box_7: money };

const adjustmentRow = z.object({
  id,
  number: z.string(),
  business_date: calendarDate,
  reason: adjustmentReason,
  description: z.string(),
  ...boxes,
  net: money,
  account: z.object({ code: z.string(), name: z.string() }).nullable(),
  posted_by: z.string(),
  is_reversed: z.boolean(),
});

const adjustment = adjustmentRow.extend({
  posted_at: instant,
  /** The reason for backdating. */
  date_reason: z.string().nullable(),
  journal_id: id,
  /** The reversal and its reason. */
  reversal: z
    .object({ journal_id: id, business_date: calendarDate, reason: z.string().nullable() })
    .nullable(),
  /** The return that includes it, identified by its last day; null if no period has its date. */
  vat_return: z.object({ to: calendarDate, is_filed: z.boolean() }).nullable(),
  /** The invoices or bills whose VAT it relieves, repays or reclaims. */
  reliefs: z.array(
    z.object({
      item_id: id,
      party: z.object({ id, name: z.string() }),
      document: z.object({ number: z.string().nullable(), link: z.string().nullable() }),
      gross: money,
      vat: money,
    }),
  ),
  can_reverse: ruleResult,
});

const entered = enteredMoney.default(toPence(0));
const dated = {
  business_date: enteredDate.optional(),
  date_reason: optionalText('Reason for backdating', 300),
};
const allBoxes = z.object(nineBoxes);

const listed = listCalls('/vat-adjustments', {
  summary: 'List VAT adjustments',
  access: can('view_ledger'),
  exportAccess: can('view_ledger', 'export_data'),
  listing: {
    sort: ['business_date', 'number'],
    defaultSort: { by: 'business_date', order: 'desc' },
    filters: {
      reason: severalOf(adjustmentReason),
      reversed: z.enum(['yes', 'no'], 'Choose yes or no.'),
      from: calendarDate,
      to: calendarDate,
    },
  },
  row: adjustmentRow,
});

/** Adjustments to a VAT return besides sales and purchases (rules V25-V28). */
export const vatAdjustments = {
  ...listed,
  totals: call('GET', '/vat-adjustments/totals', {
    summary: 'Total a list of VAT adjustments. Reversed ones are only included on request',
    access: can('view_ledger'),
    query: listed.list.query,
    reply: z.object(boxes),
  }),
  get: call('GET', '/vat-adjustments/{id}', {
    summary: 'Show a VAT adjustment',
    access: can('view_ledger'),
    reply: adjustment,
  }),
  preview: call('GET', '/vat-adjustments/preview', {
    summary: 'Preview the effect of a VAT adjustment on the return for its date',
    access: can('view_ledger'),
    query: z.strictObject({
      business_date: calendarDate,
      reason: adjustmentReason,
      box_1: entered,
      box_4: entered,
      box_6: entered,
      box_7: entered,
    }),
    reply: z.object({
      /** Null if no open return has the date. */
      period: z.object({ from: calendarDate, to: calendarDate }).nullable(),
      before: allBoxes.nullable(),
      after: allBoxes.nullable(),
      /** Error corrections in that return including this one, and their limit (rule V25). */
      corrections: z.object({ net: money, limit: money, is_within_limit: z.boolean() }).nullable(),
      /** Earlier adjustments for the same VAT on bad debts or unpaid bills, latest first, with their documents (rule V26). */
      repeated: z.array(
        z.object({ id, number: z.string(), business_date: calendarDate, documents: z.array(z.string()) }),
      ),
    }),
  }),
  create: call('POST', '/vat-adjustments', {
    summary: 'Post a VAT adjustment to the return for its date',
    access: can('adjust_ledger'),
    body: z.strictObject({
      ...dated,
      reason: adjustmentReason,
      description: requiredText('Description', 300),
      box_1: entered,
      box_4: entered,
      box_6: entered,
      box_7: entered,
      /** The net value of the VAT, if no box includes it. */
      net: enteredMoney.optional(),
      /** The balancing account for the net of boxes 1 and 4. */
      account: accountCode.nullish(),
    }),
    reply: adjustment,
  }),
  reverse: call('POST', '/vat-adjustments/{id}/reverse', {
    summary: 'Reverse a VAT adjustment',
    access: can('adjust_ledger'),
    body: z.strictObject({ ...dated, reason: requiredText('Reason', 300) }),
    reply: adjustment,
  }),
};

export type VatAdjustmentRow = z.output<typeof adjustmentRow>;
export type VatAdjustmentTotals = z.output<typeof vatAdjustments.totals.reply>;
export type VatAdjustment = z.output<typeof adjustment>;
export type AdjustmentPreview = z.output<typeof vatAdjustments.preview.reply>;
