import * as z from 'zod';
import { can } from '../kernel/access';
import { call } from '../kernel/call';
import { calendarDate, enteredDate } from '../kernel/dates';
import { chosenId, id, optionalText, recordStatus, requiredText, version } from '../kernel/fields';
import { listCalls, severalOf } from '../kernel/list-query';
import { money, positiveAmount } from '../kernel/money';
import { reportFormat } from '../reports/report-query';
import { approvals, clientId } from '../approvals/sent-approvals';

export const accountKind = z.enum(
  ['asset', 'liability', 'equity', 'income', 'expense'],
  'Choose a kind of account.',
);
export type AccountKind = z.infer<typeof accountKind>;
export const accountKindNames: Readonly<Record<AccountKind, string>> = {
  asset: 'Asset',
  liability: 'Liability',
  equity: 'Equity',
  income: 'Income',
  expense: 'Expense',
};

const account = z.object({
  code: z.string(),
  name: z.string(),
  kind: accountKind,
  normal_side: z.enum(['debit', 'credit']),
  /** Counterfoil posts to it, so it keeps its code and kind and stays active. */
  is_system: z.boolean(),
  /** A control account with a subledger, so it allows no manual postings. */
  is_control: z.boolean(),
  /** A fixed asset, or a liability due after more than one year: a section of its own in the balance sheet. */
  is_long_term: z.boolean(),
  status: recordStatus,
  version,
  /** Debits less credits over all time. */
  balance: money,
});

const view = can('view_ledger');
const name = requiredText('Name', 100);
const isLongTerm = z.boolean('Choose whether it is long-term.').default(false);

/** The name of the long-term choice for accounts of a kind; undefined if there is none. */
export const longTermNames: Readonly<Partial<Record<AccountKind, string>>> = {
  asset: 'Fixed asset',
  liability: 'Due after more than one year',
};

export const accounts = {
  list: call('GET', '/accounts', {
    summary: 'List the chart of accounts with balances',
    access: view,
    reply: z.object({ data: z.array(account) }),
  }),
  create: call('POST', '/accounts', {
    summary: 'Add an account',
    access: can('adjust_ledger'),
    body: z.strictObject({
      code: z
        .string('Enter a code.')
        .regex(/^[1-9]\d{3}$/, 'A code has four digits and does not begin with 0.'),
      name,
      kind: accountKind,
      is_long_term: isLongTerm,
    }),
    reply: account,
  }),
  update: call('PUT', '/accounts/{code}', {
    summary: 'Rename an account, or make it inactive',
    access: can('adjust_ledger'),
    body: z.strictObject({
      name,
      status: recordStatus.default('active'),
      is_long_term: isLongTerm,
      version: version.optional(),
    }),
    reply: account,
  }),
};

const chart = listCalls('/accounts/chart', {
  summary: 'List the chart of accounts with their balances',
  access: view,
  exportAccess: can('view_ledger', 'export_data'),
  listing: {
    sort: ['code', 'name', 'balance'],
    defaultSort: { by: 'code', order: 'asc' },
    filters: {
      kind: severalOf(accountKind),
      status: recordStatus,
      managed_by: z.enum(['counterfoil', 'you'], 'Choose Counterfoil or you.'),
    },
  },
  row: account,
});

/** The same accounts as a list to search, filter, sort and export; forms take them from `accounts.list`. */
export const accountChart = {
  ...chart,
  totals: call('GET', '/accounts/chart/totals', {
    summary: 'Total the balances of the accounts that match the filters, across all pages',
    access: view,
    query: chart.list.query,
    reply: z.object({ balance: money }),
  }),
};

const trialRow = z.object({
  code: z.string(),
  name: z.string(),
  kind: accountKind,
  /** The balance on its side; the other is zero. */
  debit: money,
  credit: money,
});

const trialReply = z.object({ as_at: calendarDate, rows: z.array(trialRow), debit: money, credit: money });

export const trialBalance = {
  show: call('GET', '/trial-balance', {
    summary: 'Show the trial balance at the end of a day',
    access: view,
    query: z.strictObject({ as_at: calendarDate.optional() }),
    reply: trialReply,
  }),
  export: call('GET', '/trial-balance/export', {
    summary: 'Export the trial balance at the end of a day',
    access: can('view_ledger', 'export_data'),
    query: z.strictObject({ as_at: calendarDate.optional(), format: reportFormat }),
    reply: z.unknown(),
    replyKind: 'file',
    inBackground: true,
    perMinute: 30,
  }),
};

const openingItem = z.object({
  journal_id: id,
  business_date: calendarDate,
  what: z.string(),
  debit: money,
  credit: money,
  is_reversed: z.boolean(),
  /** Not reversed, and not part of imported stock, which is undone with its import. */
  can_reverse: z.boolean(),
});

/** Balances from before these books, item by item (rule L9). */
export const openingBalances = {
  show: call('GET', '/opening-balances', {
    summary: 'Show the opening items and the balance left in suspense',
    access: view,
    reply: z.object({
      items: z.array(openingItem),
      /** Account 3900: zero once everything is entered. Debits less credits. */
      suspense: money,
    }),
  }),
  addAccount: call('POST', '/opening-balances/accounts', {
    summary: 'Enter the opening balance of an account',
    access: can('adjust_ledger'),
    body: z.strictObject({
      business_date: enteredDate.optional(),
      date_reason: optionalText('Reason', 300),
      account: z.string('Choose an account.').regex(/^[1-9]\d{3}$/, 'Choose an account.'),
      side: z.enum(['debit', 'credit'], 'Choose debit or credit.'),
      amount: positiveAmount,
    }),
    reply: openingItem,
  }),
  addBill: call('POST', '/opening-balances/bills', {
    summary: 'Enter an opening bill, unpaid when these books began, or unused credit from a supplier',
    access: can('adjust_ledger'),
    body: z.strictObject({
      business_date: enteredDate.optional(),
      date_reason: optionalText('Reason', 300),
      kind: z.enum(['bill', 'credit'], 'Choose a type.').default('bill'),
      supplier_id: chosenId('Choose a supplier.'),
      supplier_bill_number: requiredText('Supplier’s bill number', 60),
      bill_date: enteredDate,
      /** For a bill; by default its own date. */
      due_on: enteredDate.optional(),
      amount: positiveAmount,
    }),
    reply: openingItem,
  }),
  addInvoice: call('POST', '/opening-balances/invoices', {
    summary: 'Enter an opening invoice of a customer, or credit they had not used when these books began',
    access: can('adjust_ledger'),
    body: z.strictObject({
      business_date: enteredDate.optional(),
      date_reason: optionalText('Reason', 300),
      kind: z.enum(['invoice', 'credit'], 'Choose a type.').default('invoice'),
      customer_id: chosenId('Choose a customer.'),
      /** As in the books before. */
      number: requiredText('Number', 40),
      invoice_date: enteredDate,
      /** For an invoice; by default its own date. */
      due_on: enteredDate.optional(),
      amount: positiveAmount,
      /** What an approval by PIN covers, if it is credit above the limit. */
      client_id: clientId.optional(),
      approvals,
    }),
    reply: openingItem,
  }),
  reverse: call('POST', '/opening-balances/{id}/reverse', {
    summary: 'Reverse an opening item that was entered incorrectly',
    access: can('adjust_ledger'),
    body: z.strictObject({
      business_date: enteredDate.optional(),
      date_reason: optionalText('Reason for backdating', 300),
      reason: requiredText('Reason', 300),
    }),
    reply: openingItem,
  }),
};

export type Account = z.output<typeof account>;
export type TrialRow = z.output<typeof trialRow>;
export type OpeningItem = z.output<typeof openingItem>;
export type TrialBalance = z.output<typeof trialReply>;
