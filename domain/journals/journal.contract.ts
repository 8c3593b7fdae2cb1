import * as z from 'zod';
import { journalKind } from '../accounting/journal-kind';
import { can } from '../kernel/access';
import { call } from '../kernel/call';
import { calendarDate, enteredDate, instant } from '../kernel/dates';
import { id, optionalText, requiredText } from '../kernel/fields';
import { listCalls, severalCodes, severalOf } from '../kernel/list-query';
import { enteredMoney, money } from '../kernel/money';
import { vatCode } from '../kernel/vat';

export const accountCode = z.string('Choose an account.').regex(/^[1-9]\d{3}$/, 'Choose an account.');
/** A filter that takes the codes of several accounts. */
export const accountCodes = severalCodes('accounts', accountCode, '1200,2400');

const journalFields = {
  id,
  business_date: calendarDate,
  kind: journalKind,
  narrative: z.string(),
  /** The source document, and its page. */
  document: z.object({ number: z.string().nullable(), link: z.string().nullable() }),
  /** Total debits, which equal total credits. */
  amount: money,
  posted_by: z.string(),
  is_reversed: z.boolean(),
};

const journalRow = z.object(journalFields);
export const journalDetail = journalRow.extend({
  posted_at: instant,
  reason: z.string().nullable(),
  reverses_id: id.nullable(),
  reversed_by_id: id.nullable(),
  can_reverse: z.object({ allowed: z.boolean(), reason: z.string().optional() }),
  /** The day of a reversal if none is entered: of a year end its own day while that is open. Blank for today. */
  reversal_date: calendarDate.nullable(),
  lines: z.array(
    z.object({
      line_number: z.int(),
      account: z.object({ code: z.string(), name: z.string() }),
      supplier: z.object({ id, name: z.string() }).nullable(),
      customer: z.object({ id, name: z.string() }).nullable(),
      debit: money,
      credit: money,
      vat_code: vatCode.nullable(),
      description: z.string().nullable(),
    }),
  ),
});

const amount = enteredMoney.refine(pence => pence >= 0, 'Enter an amount of zero or more.');
const manualLine = z
  .strictObject({
    account: accountCode,
    debit: amount.optional(),
    credit: amount.optional(),
    description: optionalText('Description', 200),
  })
  .refine(line => (line.debit ?? 0) > 0 !== (line.credit ?? 0) > 0, {
    path: ['debit'],
    message: 'Enter either a debit or a credit.',
  });

const dated = { business_date: enteredDate.optional(), date_reason: optionalText('Reason', 300) };

const listed = listCalls('/journals', {
  summary: 'List journals',
  access: can('view_ledger'),
  exportAccess: can('view_ledger', 'export_data'),
  listing: {
    sort: ['business_date', 'id'],
    defaultSort: { by: 'business_date', order: 'desc' },
    filters: { kind: severalOf(journalKind), account: accountCodes, from: calendarDate, to: calendarDate },
  },
  row: journalRow,
});

export const journals = {
  ...listed,
  totals: call('GET', '/journals/totals', {
    summary: 'Total a list of journals',
    access: can('view_ledger'),
    query: listed.list.query,
    reply: z.object({ amount: money }),
  }),
  get: call('GET', '/journals/{id}', {
    summary: 'Show a journal with its lines',
    access: can('view_ledger'),
    reply: journalDetail,
  }),
  create: call('POST', '/journals', {
    summary: 'Post a manual journal',
    access: can('adjust_ledger'),
    body: z.strictObject({
      ...dated,
      narrative: requiredText('Narrative', 300),
      lines: z
        .array(manualLine)
        .min(2, 'A journal needs at least two lines.')
        .max(200, 'A journal can have at most 200 lines.'),
    }),
    reply: journalDetail,
  }),
  reverse: call('POST', '/journals/{id}/reverse', {
    summary: 'Reverse a manual journal or a year end',
    access: can('adjust_ledger'),
    body: z.strictObject({ ...dated, reason: requiredText('Reason', 300) }),
    reply: journalDetail,
  }),
};

export type JournalRow = z.output<typeof journalRow>;
export type JournalDetail = z.output<typeof journalDetail>;
