import * as z from 'zod';
import { can } from '../kernel/access';
import { call } from '../kernel/call';
import { calendarDate } from '../kernel/dates';
import { id, idFilter } from '../kernel/fields';
import { listCalls } from '../kernel/list-query';
import { money } from '../kernel/money';

const period = z.strictObject({ from: calendarDate.optional(), to: calendarDate.optional() });

const entry = z.object({
  id,
  business_date: calendarDate,
  kind: z.string(),
  description: z.string().nullable(),
  document_number: z.string().nullable(),
  /** The page of the document; null when it has none. */
  link: z.string().nullable(),
  journal_id: id,
  debit: money,
  credit: money,
  /** After this entry: above zero they owe us, below zero we owe them (rule W1). */
  balance: money,
});

const openItem = z.object({
  id,
  side: z.enum(['debit', 'credit']),
  kind: z.string(),
  link: z.string().nullable(),
  description: z.string().nullable(),
  document_number: z.string().nullable(),
  business_date: calendarDate,
  due_on: calendarDate.nullable(),
  amount: money,
  open: money,
});

const statement = z.object({
  supplier: z.object({ id, name: z.string() }),
  from: calendarDate.nullable(),
  to: calendarDate,
  opening_balance: money,
  closing_balance: money,
  entries: z.array(entry),
  /** How many later entries of the period are not here; the closing balance has them all the same. */
  entries_left_out: z.int(),
  open_items: z.array(openItem),
});

const access = can('view_ledger');

/** The ledger of a supplier (rules W1-W4). */
export const supplierWallet = {
  statement: call('GET', '/wallet/supplier/{id}', {
    summary: "Show a supplier's ledger over a period",
    access,
    query: period,
    reply: statement,
  }),
  pdf: call('GET', '/wallet/supplier/{id}/pdf', {
    summary: "Draw a supplier's statement as a PDF",
    access,
    query: period,
    reply: z.unknown(),
    replyKind: 'file',
    perMinute: 20,
  }),
};

const ages = {
  not_due: money,
  days_30: money,
  days_60: money,
  days_90: money,
  over_90: money,
  /** Payments and credit notes that no bill has taken: never netted into the others (rule R6). */
  unallocated: money,
  /** What we owe on balance. */
  total: money,
};
const agedRow = z.object({ id, name: z.string(), ...ages });
const agedTotals = z.object({
  ...ages,
  /** What account 2100 owes at the end of the day: the same (rule R6). */
  account: money,
});

export const agedCreditors = {
  totals: call('GET', '/aged-creditors/totals', {
    summary: 'Show what is owed to all suppliers by age',
    access,
    query: z.strictObject({ as_at: calendarDate.optional() }),
    reply: agedTotals,
  }),
  ...listCalls('/aged-creditors', {
    summary: 'List what is owed to suppliers by age',
    access,
    exportAccess: can('view_ledger', 'export_data'),
    listing: {
      sort: ['name', 'total'],
      defaultSort: { by: 'name', order: 'asc' },
      filters: { as_at: calendarDate, supplier_id: idFilter },
    },
    row: agedRow,
  }),
};

export type Statement = z.output<typeof statement>;
export type AgedRow = z.output<typeof agedRow>;
export type AgedTotals = z.output<typeof agedTotals>;
