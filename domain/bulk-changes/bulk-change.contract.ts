import * as z from 'zod';
import { type Access, canAny, canAnyWith } from '../kernel/access';
import { call } from '../kernel/call';
import { instant } from '../kernel/dates';
import { id, recordStatus } from '../kernel/fields';
import { ruleResult } from '../kernel/rule-result-reply';
import { listCalls, pageOf, paging, severalOf } from '../kernel/list-query';

/** The maximum number of records in one change. */
export const maxBulkRecords = 20_000;

/** The lists that have bulk changes. */
export const bulkListNames = {
  products: 'Products',
  customers: 'Customers',
  suppliers: 'Suppliers',
  price_groups: 'Price groups',
  promotions: 'Promotions',
  categories: 'Categories',
  sub_categories: 'Sub-categories',
  brands: 'Brands',
  units: 'Units',
  expense_categories: 'Expense categories',
  expenses: 'Expenses',
  sale_exceptions: 'Paid sales to review',
} as const;
export type BulkListName = keyof typeof bulkListNames;
const bulkListName = z.enum(
  Object.keys(bulkListNames) as [BulkListName, ...BulkListName[]],
  'Choose a list.',
);

export const bulkState = z.enum(['running', 'done', 'undoing', 'undone'], 'Choose a status.');
export type BulkState = z.infer<typeof bulkState>;
export const bulkStateNames: Readonly<Record<BulkState, string>> = {
  running: 'Running',
  done: 'Done',
  undoing: 'Undoing',
  undone: 'Undone',
};
export const isUnderWay = (state: BulkState): boolean => state === 'running' || state === 'undoing';

/** What became of a record. `kept` ones changed again before the undo, and keep their new values. */
export const bulkOutcome = z.enum(
  ['pending', 'changed', 'unchanged', 'refused', 'undone', 'kept'],
  'Choose a result.',
);
export type BulkOutcome = z.infer<typeof bulkOutcome>;
export const bulkOutcomeNames: Readonly<Record<BulkOutcome, string>> = {
  pending: 'Waiting',
  changed: 'Changed',
  unchanged: 'Unchanged',
  refused: 'Refused',
  undone: 'Undone',
  kept: 'Not undone',
};

/** One value of a record before and after, in words. */
const valueChange = z.object({ label: z.string(), before: z.string(), after: z.string() });
export type ValueChange = z.output<typeof valueChange>;

const preview = z.object({
  /** All records of the filter. */
  count: z.int(),
  /** Of the ids and versions of these records; confirming sends it back. */
  hash: z.string(),
  changed: z.int(),
  unchanged: z.int(),
  refused: z.int(),
  reasons: z.array(z.object({ reason: z.string(), count: z.int(), example: z.string() })),
  samples: z.array(z.object({ id, name: z.string(), changes: z.array(valueChange) })),
});
export type BulkPreview = z.output<typeof preview>;

const bulkChange = z.object({
  id,
  list: bulkListName,
  /** The change in words. */
  summary: z.string(),
  state: bulkState,
  row_count: z.int(),
  changed_count: z.int(),
  unchanged_count: z.int(),
  refused_count: z.int(),
  undone_count: z.int(),
  kept_count: z.int(),
  problem: z.string().nullable(),
  created_by: z.string(),
  created_at: instant,
  finished_at: instant.nullable(),
  undone_at: instant.nullable(),
});
export type BulkChangeRow = z.output<typeof bulkChange>;

const bulkDetail = bulkChange.extend({
  /** The filter of the list when it was confirmed, without the text searched for. */
  filter: z.record(z.string(), z.string()),
  hash: z.string(),
  /** Whether the user may undo it now, or why not. */
  can_undo: ruleResult,
});
export type BulkChangeDetail = z.output<typeof bulkDetail>;

const record = z.object({
  record_id: id,
  /** Null when the record has been deleted. */
  name: z.string().nullable(),
  outcome: bulkOutcome,
  reason: z.string().nullable(),
  changes: z.array(valueChange),
});
export type BulkRecordRow = z.output<typeof record>;

/** The two calls with which a list changes many of its records: all that its filter finds. */
export function bulkCalls<const Path extends string, Query extends z.ZodType, Change extends z.ZodType>(
  list: { readonly path: Path; readonly query: Query },
  { many, access, change }: { many: string; access: Access; change: Change },
) {
  const filter = list.query;
  return {
    preview: call('POST', `${list.path}/bulk/preview`, {
      summary: `Preview a change to many ${many}`,
      access,
      body: z.strictObject({ filter, change }),
      reply: preview,
      audit: 'none',
    }),
    start: call('POST', `${list.path}/bulk`, {
      summary: `Change many ${many} in the background`,
      access,
      body: z.strictObject({
        filter,
        change,
        hash: z.string('Preview the change first.').regex(/^[0-9a-f]{64}$/, 'Preview the change first.'),
      }),
      reply: bulkDetail,
    }),
  };
}

const statusChange = z.strictObject({ status: recordStatus });
export type StatusChange = typeof statusChange;

/** The same for lists whose records are only activated or deactivated at once. */
export const statusBulkCalls = <const Path extends string, Query extends z.ZodType>(
  list: { readonly path: Path; readonly query: Query },
  terms: { many: string; access: Access },
) => bulkCalls(list, { ...terms, change: statusChange });
export type StatusBulkCalls<Query extends z.ZodType> = ReturnType<
  typeof bulkCalls<string, Query, StatusChange>
>;

const editors = [
  'edit_product',
  'edit_customer',
  'edit_supplier',
  'edit_master',
  'approve_expense',
  'approve_variance',
] as const;
const access = canAny(...editors);

export const bulkChanges = {
  ...listCalls('/bulk-changes', {
    summary: 'List bulk changes',
    access,
    exportAccess: canAnyWith(editors, 'export_data'),
    listing: {
      sort: ['created_at'],
      defaultSort: { by: 'created_at', order: 'desc' },
      filters: { list: severalOf(bulkListName), state: severalOf(bulkState) },
    },
    row: bulkChange,
  }),
  get: call('GET', '/bulk-changes/{id}', {
    summary: 'Show a bulk change',
    access,
    reply: bulkDetail,
  }),
  records: call('GET', '/bulk-changes/{id}/records', {
    summary: 'List the records of a bulk change, with their results',
    access,
    query: z.strictObject({ ...paging, outcome: bulkOutcome.optional() }),
    reply: pageOf(record),
  }),
  undo: call('POST', '/bulk-changes/{id}/undo', {
    summary: 'Undo a bulk change',
    access,
    reply: bulkDetail,
  }),
};

export type AnyBulkCalls = ReturnType<typeof bulkCalls<string, z.ZodType, z.ZodType>>;
