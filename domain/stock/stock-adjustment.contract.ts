import * as z from 'zod';
import { can, canAny } from '../kernel/access';
import { call } from '../kernel/call';
import { calendarDate, enteredDate, instant } from '../kernel/dates';
import { chosenId, id, optionalText, requiredText } from '../kernel/fields';
import { listCalls, severalOf } from '../kernel/list-query';
import { enteredMoney, money } from '../kernel/money';
import { quantity } from '../kernel/quantity';
import { ruleResult } from '../kernel/rule-result-reply';
import { approvals, clientId } from '../approvals/sent-approvals';
import { adjustmentReason } from './adjustment-reason';

const adjustmentRow = z.object({
  id,
  number: z.string(),
  business_date: calendarDate,
  reason: adjustmentReason,
  note: z.string().nullable(),
  products: z.int(),
  posted_by: z.string(),
  posted_at: instant,
  /** The change in stock value; only with `view_cost`. */
  value: money.optional(),
});

const numbered = z.object({ id, number: z.string() });

const adjustmentDetail = adjustmentRow.extend({
  lines: z.array(
    z.object({
      line: z.int(),
      product: z.object({ id, sku: z.string(), name: z.string() }),
      unit: z.string(),
      /** Zero for a write-down. */
      quantity,
      value: money.optional(),
    }),
  ),
  /** Only for users who can see the ledger; null when the value is zero. */
  journal_id: id.nullable(),
  /** The adjustment that this one reverses. */
  reverses: numbered.nullable(),
  /** The stocktake that it reverses. */
  reverses_count: numbered.nullable(),
  /** The adjustment that reverses this one. */
  reversed_by: numbered.nullable(),
  /** Whether this user can reverse it, or why not. */
  can_reverse: ruleResult,
});

const adjustmentLine = z.strictObject({
  product_id: chosenId('Choose a product.'),
  /** Above zero for found stock, below for lost; omitted for a write-down. */
  quantity: quantity.optional(),
  /**
   * The total cost of found stock whose cost is not known (rule I7); for a write-down the amount to reduce
   * the value by.
   */
  value: enteredMoney.refine(pence => pence >= 0, 'Enter an amount of zero or more.').optional(),
});

const listed = listCalls('/stock/adjustments', {
  summary: 'List stock adjustments',
  access: can('view_stock'),
  exportAccess: can('view_stock', 'export_data'),
  listing: {
    sort: ['business_date', 'id'],
    defaultSort: { by: 'id', order: 'desc' },
    filters: { reason: severalOf(adjustmentReason), from: calendarDate, to: calendarDate },
  },
  row: adjustmentRow,
});

export const stockAdjustments = {
  ...listed,
  totals: call('GET', '/stock/adjustments/totals', {
    summary: 'Total the change in stock value of a list of stock adjustments',
    access: can('view_stock', 'view_cost'),
    query: listed.list.query,
    reply: z.object({ value: money }),
  }),
  get: call('GET', '/stock/adjustments/{id}', {
    summary: 'Show a stock adjustment',
    // The author sees the result, whether or not they can see the list.
    access: canAny('view_stock', 'adjust_stock'),
    reply: adjustmentDetail,
  }),
  create: call('POST', '/stock/adjustments', {
    summary: 'Adjust stock',
    access: can('adjust_stock'),
    body: z.strictObject({
      reason: adjustmentReason,
      note: optionalText('Note', 300),
      business_date: enteredDate.optional(),
      date_reason: optionalText('Reason', 300),
      lines: z
        .array(adjustmentLine)
        .min(1, 'Add a product.')
        .max(200, 'An adjustment can have at most 200 lines.'),
      /** What a PIN approval is for, where the adjustment is above the limit. */
      client_id: clientId.optional(),
      approvals,
    }),
    reply: adjustmentRow,
  }),
  reverse: call('POST', '/stock/adjustments/{id}/reverse', {
    summary:
      'Reverse a stock adjustment. Its goods and their value go back as far as they are still in stock',
    access: can('adjust_stock'),
    body: z.strictObject({
      reason: requiredText('Reason', 300),
      business_date: enteredDate.optional(),
      date_reason: optionalText('Reason', 300),
      /** What a PIN approval is for, where the adjustment is above the limit. */
      client_id: clientId.optional(),
      approvals,
    }),
    /** The adjustment that reverses it. */
    reply: adjustmentRow,
  }),
};

export type AdjustmentRow = z.output<typeof adjustmentRow>;
export type AdjustmentDetail = z.output<typeof adjustmentDetail>;
