import * as z from 'zod';
import { can } from '../kernel/access';
import { call } from '../kernel/call';
import { calendarDate, enteredDate, instant } from '../kernel/dates';
import { id, idFilter, optionalText, requiredText, version } from '../kernel/fields';
import { listCalls, severalOf } from '../kernel/list-query';
import { money } from '../kernel/money';
import { quantity, quantityFromZero } from '../kernel/quantity';
import { ruleResult } from '../kernel/rule-result-reply';
import { enteredUnitCost, unitCost } from '../kernel/unit-cost';
import { approvals, clientId } from '../approvals/sent-approvals';
import { countLineState, countScope, countStatus, uncountedChoice } from './count-status';

const choice = (label: string) =>
  z.int(`Choose a ${label}.`).positive(`Choose a ${label}.`).max(Number.MAX_SAFE_INTEGER);

/** Shorter than any GTIN, so that a scan into a quantity field is never taken as a quantity. */
export const maxCounted = 9_999_999_000;
const countedQuantity = quantityFromZero.refine(
  counted => counted <= maxCounted,
  'Enter 9,999,999 or less. Scan barcodes into the field above.',
);

const countFields = {
  id,
  number: z.string(),
  status: countStatus,
  scope: countScope,
  /** The category or sub-category as it was named when the stocktake started. */
  scope_name: z.string().nullable(),
  is_blind: z.boolean(),
  note: z.string().nullable(),
  /** The date its variances are posted on. */
  business_date: calendarDate,
  products: z.int(),
  counted: z.int(),
  started_by: z.string(),
  started_at: instant,
  ended_by: z.string().nullable(),
  ended_at: instant.nullable(),
};

/** The result of the stocktake; for a blind one not yet posted, only for users who can review it. */
const review = z.object({
  differences: z.int(),
  /** Missing and found amounts; the value is found less missing. Only with `view_cost`, and not once cancelled. */
  missing_value: money.optional(),
  found_value: money.optional(),
  value: money.optional(),
  /** Found goods whose cost is not known yet. */
  costs_needed: z.int(),
  /** Lines whose stock moved between two scans. */
  moved_meanwhile: z.int(),
  /** Uncounted products that have stock, and its value. */
  uncounted_with_stock: z.int(),
  uncounted_value: money.optional(),
});

const countRow = z.object({
  ...countFields,
  /** Found less missing, as account 5100 got it; only once posted, and with `view_cost`. */
  value: money.optional(),
});

const countDetail = z.object({
  ...countFields,
  version,
  uncounted: uncountedChoice.nullable(),
  review: review.optional(),
  /** The sales that tills hold and have not sent, while it is counted: their goods would count as missing. */
  unsent_sales: z.int(),
  /** Paid sales that could not be posted and have not been resolved, while it is counted: the same. */
  kept_sales: z.int(),
  /** Its journal once posted; null without variances. Only for users who can see the ledger. */
  journal_id: id.nullable(),
  /** The adjustment that reverses it. */
  reversed_by: z.object({ id, number: z.string() }).nullable(),
  /** Whether it can be reversed, or why not. */
  can_reverse: ruleResult,
  can: z.object({ count: z.boolean(), review: z.boolean(), edit: z.boolean(), cancel: z.boolean() }),
});

/** One product of a stocktake. Blind counters do not get the expected quantity. */
const countLine = z.object({
  id,
  line_number: z.int(),
  product_id: id,
  sku: z.string(),
  name: z.string(),
  unit: z.string(),
  category: z.string().nullable(),
  counted: quantity.nullable(),
  counted_by: z.string().nullable(),
  counted_at: instant.nullable(),
  note: z.string().nullable(),
  /** The stock when the line was counted; before that the current stock; null once the stocktake has ended. */
  expected: quantity.nullable().optional(),
  difference: quantity.nullable().optional(),
  moved_meanwhile: z.boolean().optional(),
  cost_needed: z.boolean().optional(),
  /** The unit cost entered and the value of the variance; only with `view_cost`. */
  cost_each: unitCost.nullable().optional(),
  value: money.nullable().optional(),
});

const scopeFields = {
  category_id: choice('category').nullish(),
  sub_category_id: choice('sub-category').nullish(),
  product_ids: z.array(choice('product')).max(1000, 'Choose at most 1,000 products.').optional(),
};
const toCount = z.object({ products: z.int(), being_counted: z.int() });
const countedPart = toCount.extend({ id, name: z.string() });

const count = can('view_stock', 'adjust_stock');
const reviewing = can('view_stock', 'review_stock_count');

const listed = listCalls('/stock/counts', {
  summary: 'List stocktakes',
  access: can('view_stock'),
  exportAccess: can('view_stock', 'export_data'),
  listing: {
    sort: ['id', 'business_date'],
    defaultSort: { by: 'id', order: 'desc' },
    filters: { status: severalOf(countStatus), from: calendarDate, to: calendarDate },
  },
  row: countRow,
});

export const stockCounts = {
  ...listed,
  totals: call('GET', '/stock/counts/totals', {
    summary:
      'Total the value of the variances of a list of stocktakes. Reversed ones are only included on request',
    access: can('view_stock', 'view_cost'),
    query: listed.list.query,
    reply: z.object({ value: money }),
  }),
  choices: call('GET', '/stock/counts/choices', {
    summary: 'List what can be counted, with the number of products',
    access: count,
    reply: toCount.extend({
      categories: z.array(countedPart.extend({ sub_categories: z.array(countedPart) })),
    }),
  }),
  create: call('POST', '/stock/counts', {
    summary: 'Start a stocktake',
    access: count,
    body: z.strictObject({
      scope: countScope,
      ...scopeFields,
      is_blind: z.boolean('Choose whether the count is blind.').default(false),
      note: optionalText('Note', 300),
      business_date: enteredDate.optional(),
    }),
    reply: countDetail,
  }),
  get: call('GET', '/stock/counts/{id}', {
    summary: 'Show a stocktake',
    access: can('view_stock'),
    reply: countDetail,
  }),
  update: call('PUT', '/stock/counts/{id}', {
    summary: 'Change the date or note of a stocktake',
    access: count,
    body: z.strictObject({
      business_date: enteredDate,
      note: optionalText('Note', 300),
      version: version.optional(),
    }),
    reply: countDetail,
  }),
  count: call('POST', '/stock/counts/{id}/count', {
    summary: 'Set, add to or clear the counted quantity of a product',
    access: count,
    body: z.strictObject({
      product_id: choice('product'),
      how: z.enum(['set', 'add', 'clear'], 'Choose set, add or clear.'),
      /** Needed except to clear a count. */
      quantity: countedQuantity.optional(),
      /**
       * The count that the user saw and replaces or clears; null or missing where none was seen. 409 if another user
       * has counted something else.
       */
      replaces: quantity.nullish(),
      note: optionalText('Note', 300),
    }),
    reply: z.object({ line: countLine, products: z.int(), counted: z.int() }),
  }),
  cost: call('PUT', '/stock/counts/{id}/cost', {
    summary: 'Enter the unit cost of found goods whose cost is not known',
    access: can('view_stock', 'review_stock_count', 'view_cost'),
    body: z.strictObject({
      product_id: choice('product'),
      cost_each: enteredUnitCost('Enter a cost of zero or more.').nullable(),
    }),
    reply: countDetail,
  }),
  post: call('POST', '/stock/counts/{id}/post', {
    summary: 'Post the variances of a stocktake. It can only be posted once',
    access: reviewing,
    body: z.strictObject({
      /** The version that was reviewed: if anything was counted since, nothing is posted. */
      version: version.optional(),
      uncounted: uncountedChoice.default('leave'),
      date_reason: optionalText('Reason', 300),
      /** What a PIN approval is for, where the variances are above the limit. */
      client_id: clientId.optional(),
      approvals,
    }),
    reply: countDetail,
  }),
  reverse: call('POST', '/stock/counts/{id}/reverse', {
    summary: 'Reverse a posted stocktake. Its variances go back at the value they were posted at',
    access: reviewing,
    body: z.strictObject({
      reason: requiredText('Reason', 300),
      business_date: enteredDate.optional(),
      date_reason: optionalText('Reason', 300),
      /** What a PIN approval is for, where the variances or what goes out are above a limit. */
      client_id: clientId.optional(),
      approvals,
    }),
    reply: countDetail,
  }),
  cancel: call('POST', '/stock/counts/{id}/cancel', {
    summary: 'Cancel a stocktake without changing stock',
    access: count,
    reply: countDetail,
  }),
  sheet: call('GET', '/stock/counts/{id}/sheet', {
    summary: 'Download a count sheet as a PDF',
    access: can('view_stock'),
    reply: z.unknown(),
    replyKind: 'file',
    inBackground: true,
    perMinute: 20,
  }),
};

export const stockCountLines = listCalls('/stock/counts/{id}/lines', {
  summary: 'List the products of a stocktake',
  access: can('view_stock'),
  exportAccess: can('view_stock', 'export_data'),
  listing: {
    sort: ['line_number', 'name', 'counted_at', 'difference', 'value'],
    defaultSort: { by: 'line_number', order: 'asc' },
    filters: { state: countLineState, product_id: idFilter },
    protects: [{ needs: 'view_cost', figures: 'stock values', sort: ['value'] }],
  },
  row: countLine,
});

export type CountRow = z.output<typeof countRow>;
export type CountDetail = z.output<typeof countDetail>;
export type CountReview = z.output<typeof review>;
export type CountLine = z.output<typeof countLine>;
export type CountChoices = z.output<(typeof stockCounts.choices)['reply']>;
