import * as z from 'zod';
import { can, canAny } from '../kernel/access';
import { attachmentCalls } from '../kernel/attachment-calls';
import { call, done } from '../kernel/call';
import { calendarDate, enteredDate, instant } from '../kernel/dates';
import {
  chosenId,
  id,
  idsFilter,
  optionalLongText,
  optionalText,
  requiredText,
  version,
} from '../kernel/fields';
import { listCalls, severalIds, severalOf } from '../kernel/list-query';
import { enteredMoney, money, positiveAmount } from '../kernel/money';
import { percentage } from '../kernel/percent';
import { vatCode } from '../kernel/vat';
import { vatNumberText } from '../kernel/vat-number';
import { ruleResult } from '../kernel/rule-result-reply';
import { paymentMethod } from '../payments/payment.status';
import { openDrawer } from '../tills/open-drawer';
import { frequency } from './expense-schedule';
import { expenseDue, expenseStatus, settlement } from './expense.status';
import { referenceUpTo } from '../payments/payment-reference';

const named = z.object({ id, name: z.string() });
const zeroOrMore = enteredMoney.refine(pence => pence >= 0, 'Enter an amount of zero or more.');

export const maxExpenseLines = 50;
export const maxReceipts = 20;

const expenseRow = z.object({
  id,
  /** Null until it is first submitted (rule V22). */
  number: z.string().nullable(),
  expense_date: calendarDate,
  description: z.string(),
  categories: z.array(z.string()),
  supplier: named.nullable(),
  reference: z.string().nullable(),
  settlement,
  payment_method: paymentMethod.nullable(),
  net: money,
  vat: money,
  gross: money,
  status: expenseStatus,
  receipts: z.int(),
  creator: z.object({ name: z.string() }),
  created_at: instant,
  version,
});

const expenseLine = z.object({
  id,
  line_number: z.int(),
  category: named,
  description: z.string().nullable(),
  net: money,
  vat_code: vatCode,
  vat_percent: percentage,
  vat: money,
  gross: money,
  vat_recoverable: z.boolean(),
});

/** A step in the process: who, when, and the reason. */
const stepTaken = z.object({ by: z.string(), at: instant, reason: z.string().nullable() });

const expenseDetail = expenseRow.extend({
  notes: z.string().nullable(),
  vat_number: z.string().nullable(),
  due_on: calendarDate.nullable(),
  /** When it is to be paid: entered, or by the supplier’s terms. Null for what is not a bill. */
  falls_due_on: calendarDate.nullable(),
  till: z.object({ session_id: id, register_name: z.string() }).nullable(),
  lines: z.array(expenseLine),
  /** The VAT reclaimed when it was posted. */
  vat_recovered: money,
  posted_on: calendarDate.nullable(),
  paid_on: calendarDate.nullable(),
  payment_reference: z.string().nullable(),
  /** Still owed to the supplier or the employee who paid. */
  outstanding: money,
  /** For a cancelled expense: paid and not returned. */
  owed_back: money,
  /** Paid for the expense itself and not returned; payments to its supplier that settled it are apart. */
  paid: money,
  /** Of that, cash out of tills: when it is returned, it goes into a till that is open. */
  paid_from_tills: money,
  submitted: stepTaken.nullable(),
  /** Null if the amount needed no approval. */
  approved: stepTaken.extend({ by: z.string().nullable() }).nullable(),
  rejected: stepTaken.nullable(),
  cancelled: stepTaken.nullable(),
  /** Its own schedule, or the schedule that created it. */
  recurring: z
    .object({
      schedule_id: id,
      every: frequency,
      interval_count: z.int(),
      next_on: calendarDate.nullable(),
      made_like: z.object({ id, number: z.string() }).nullable(),
    })
    .nullable(),
  journals: z.array(z.object({ id, business_date: calendarDate, narrative: z.string() })),
  /** The actions this user can take now, or why not: buttons and refusals follow one rule. */
  can: z.object({
    edit: ruleResult,
    delete: ruleResult,
    submit: ruleResult,
    attach: ruleResult,
    approve: ruleResult,
    reject: ruleResult,
    pay: ruleResult,
    cancel: ruleResult,
    take_back: ruleResult,
    repeat: ruleResult,
    become_template: ruleResult,
  }),
});

export const expenseLineWrite = z.strictObject({
  /** The line to change; omitted for a new one. */
  id: id.optional(),
  category_id: chosenId('Choose a category.'),
  description: optionalText('Description', 200),
  gross: positiveAmount,
  vat_code: vatCode.default('S'),
  /** As printed (rule V18); by default calculated from the gross and the rate. */
  vat: zeroOrMore.nullish(),
  vat_recoverable: z.boolean('Choose whether the VAT is reclaimable.').default(true),
});

const expenseWrite = z.strictObject({
  expense_date: enteredDate.optional(),
  description: requiredText('Purpose', 200),
  supplier_id: id.nullish(),
  reference: optionalText('Receipt number', 60),
  vat_number: vatNumberText,
  settlement: settlement.default('firm_paid'),
  payment_method: paymentMethod.nullish(),
  /** The till that cash comes from; otherwise it comes from the safe. */
  session_id: id.nullish(),
  due_on: enteredDate.nullish(),
  notes: optionalLongText('Notes', 4000),
  lines: z
    .array(expenseLineWrite)
    .max(maxExpenseLines, `An expense can have at most ${maxExpenseLines} lines.`)
    .default([]),
});

/** The posting date, and the reason if it is not today. */
const dated = { business_date: enteredDate.optional(), date_reason: optionalText('Reason', 300) };
const reason = requiredText('Reason', 300);
const view = can('view_expense');

const expenseListing = {
  sort: ['expense_date', 'number', 'gross'],
  defaultSort: { by: 'expense_date', order: 'desc' },
  filters: {
    status: severalOf(expenseStatus),
    settlement: severalOf(settlement),
    category_id: severalIds('categories'),
    supplier_id: severalIds('suppliers'),
    /** Unpaid and in no supplier's ledger: overdue, or due within the days that the dashboard looks ahead. */
    due: expenseDue,
    ids: idsFilter,
    from: calendarDate,
    to: calendarDate,
  },
} as const;

const listed = listCalls('/expenses', {
  summary: 'List expenses',
  access: view,
  exportAccess: can('view_expense', 'export_data'),
  listing: expenseListing,
  row: expenseRow,
});

export const expenses = {
  ...listed,
  totals: call('GET', '/expenses/totals', {
    summary: 'Total a list of expenses. Cancelled and rejected ones are only included on request',
    access: view,
    query: listed.list.query,
    reply: z.object({ count: z.int(), net: money, vat: money, gross: money }),
  }),
  choices: call('GET', '/expenses/choices', {
    summary:
      'List the options for an expense: categories, VAT rates of today, open tills, and remembered sellers',
    access: canAny('view_expense', 'create_expense', 'edit_expense', 'pay_expense', 'reverse_payment'),
    reply: z.object({
      categories: z.array(named),
      vat_rates: z.array(z.object({ code: vatCode, rate: z.int() })),
      tills: z.array(openDrawer),
      /** What the latest expense of each seller had: of a supplier or, without one, of the same purpose. */
      sellers: z.array(
        z.object({
          supplier_id: id.nullable(),
          /** In lower case; null for a supplier. */
          purpose: z.string().nullable(),
          vat_number: z.string(),
          expense_date: calendarDate,
          /** Null if it is no longer in use. */
          category_id: id.nullable(),
          vat_code: vatCode,
        }),
      ),
    }),
  }),
  get: call('GET', '/expenses/{id}', {
    summary: 'Show an expense',
    // Users who add or change an expense can see its outcome.
    access: canAny('view_expense', 'create_expense', 'edit_expense'),
    reply: expenseDetail,
  }),
  create: call('POST', '/expenses', {
    summary: 'Add an expense as a draft, or submit it at once',
    access: can('create_expense'),
    body: expenseWrite.extend({
      /**
       * `now` submits it in the same transaction; `after_receipts` only checks that it can be submitted once
       * its receipts are attached.
       */
      submit: z.enum(['now', 'after_receipts'], 'Choose now or after_receipts.').optional(),
    }),
    reply: expenseDetail,
  }),
  update: call('PUT', '/expenses/{id}', {
    summary: 'Edit a draft or a rejected expense',
    access: can('edit_expense'),
    body: expenseWrite.extend({ version: version.optional() }),
    reply: expenseDetail,
  }),
  remove: call('DELETE', '/expenses/{id}', {
    summary: 'Delete a draft that was never submitted',
    access: can('delete_expense'),
    reply: done,
  }),
  submit: call('POST', '/expenses/{id}/submit', {
    summary: 'Submit an expense for approval. Within the limit it is approved at once',
    access: canAny('create_expense', 'edit_expense'),
    reply: expenseDetail,
  }),
  approve: call('POST', '/expenses/{id}/approve', {
    summary: 'Approve and post an expense that someone else entered',
    access: can('approve_expense'),
    body: z.strictObject({ ...dated, version: version.optional() }),
    reply: expenseDetail,
  }),
  reject: call('POST', '/expenses/{id}/reject', {
    summary: 'Reject an expense that someone else entered',
    access: can('approve_expense'),
    body: z.strictObject({ reason, version: version.optional() }),
    reply: expenseDetail,
  }),
  pay: call('POST', '/expenses/{id}/pay', {
    summary: 'Pay an approved expense, or reimburse the employee who paid it',
    access: can('pay_expense'),
    body: z.strictObject({
      ...dated,
      payment_method: paymentMethod,
      /** The till that cash comes from; otherwise it comes from the safe. */
      session_id: id.nullish(),
      reference: referenceUpTo(100),
    }),
    reply: expenseDetail,
  }),
  cancel: call('POST', '/expenses/{id}/cancel', {
    summary: 'Cancel an expense and reverse its postings',
    access: canAny('create_expense', 'edit_expense', 'reverse_payment'),
    body: z.strictObject({
      reason,
      /** The till that cash is returned to. */
      session_id: id.nullish(),
      /** For a paid expense: whether the money was returned. Otherwise it is owed to the business. */
      money_back: z.enum(['yes', 'no'], 'Choose whether the money was returned.').nullish(),
    }),
    reply: expenseDetail,
  }),
  moneyBack: call('POST', '/expenses/{id}/money-back', {
    summary: 'Record that money paid for a cancelled expense was returned',
    access: can('reverse_payment'),
    body: z.strictObject({
      /** The till that cash is returned to. */
      session_id: id.nullish(),
    }),
    reply: expenseDetail,
  }),
};

export const expenseReceipts = attachmentCalls('/expenses/{id}/receipts', {
  record: 'an expense',
  one: 'receipt',
  view: canAny('view_expense', 'create_expense', 'edit_expense'),
  add: canAny('create_expense', 'edit_expense'),
  remove: canAny('create_expense', 'edit_expense'),
});

const settingsFields = {
  approval_limit: zeroOrMore,
  receipt_limit: zeroOrMore.nullable(),
};
const settingsReply = z.object({ approval_limit: money, receipt_limit: money.nullable(), version });

export const expenseSettings = {
  get: call('GET', '/expense-settings', {
    summary: 'Show the expense rules',
    access: canAny('view_expense', 'view_setting'),
    reply: settingsReply,
  }),
  update: call('PUT', '/expense-settings', {
    summary: 'Edit the expense rules',
    access: can('edit_setting'),
    body: z.strictObject({ ...settingsFields, version: version.optional() }),
    reply: settingsReply,
  }),
};

export type ExpenseTotals = z.output<typeof expenses.totals.reply>;
export type ExpenseRow = z.output<typeof expenseRow>;
export type ExpenseDetail = z.output<typeof expenseDetail>;
export type ExpenseLine = z.output<typeof expenseLine>;
export type ExpenseWrite = z.output<typeof expenseWrite>;
export type ExpenseLineWrite = z.output<typeof expenseLineWrite>;
