import * as z from 'zod';
import { journalKind } from '../accounting/journal-kind';
import { excludingWages } from '../accounting/wages';
import { can } from '../kernel/access';
import { call } from '../kernel/call';
import { calendarDate } from '../kernel/dates';
import { id, idFilter } from '../kernel/fields';
import { listCalls, severalIds, severalOf } from '../kernel/list-query';
import { money } from '../kernel/money';
import { accountCodes } from '../journals/journal.contract';
import { paymentMethod, paymentStatus } from '../payments/payment.status';
import { comparison, drawnQuery, eachOrNone, periodFilters, periodReply, searchFilter } from './report-query';

export const moneyDirections = { in: 'Money in', out: 'Money out' } as const;
export const reconciledNames = { yes: 'Reconciled', no: 'Not reconciled' } as const;
export const transferNames = { no: 'Excluding transfers', yes: 'Transfers only' } as const;

/** Rule R5: one movement of money, or a payment that is not posted yet. */
const paymentTransaction = z.object({
  key: z.string(),
  business_date: calendarDate,
  /** The document number; a payment that is not completed may have none yet. */
  number: z.string().nullable(),
  link: z.string().nullable(),
  kind: journalKind,
  direction: z.enum(['in', 'out']),
  party: z.string().nullable(),
  method: paymentMethod.nullable(),
  status: paymentStatus,
  /** A transfer between own accounts, wholly or partly. */
  is_transfer: z.boolean(),
  /** Reversed later; the reversal is a transaction of its own. */
  is_reversed: z.boolean(),
  reference: z.string().nullable(),
  /** Always positive, in either direction. */
  amount: money,
  /** The part of it that is a transfer between own accounts, which counts neither as money in nor as money out. */
  transferred: money,
  /** The account that the money went in to or out of; null until the payment is completed. */
  account: z.object({ code: z.string(), name: z.string() }).nullable(),
  person: z.string(),
  journal_id: id.nullable(),
  /**
   * Who reconciled it with the statement of its account, and when. Only completed payments can be
   * reconciled.
   */
  reconciled: z.object({ by: z.string(), at: z.string() }).nullable(),
});

const filters = {
  ...periodFilters,
  direction: z.enum(['in', 'out'], 'Choose money in or money out.'),
  kind: severalOf(journalKind),
  method: severalOf(paymentMethod),
  status: severalOf(paymentStatus),
  account: accountCodes,
  person_id: severalIds('users'),
  /** Filters by till session: movements while it was open. */
  session_id: idFilter,
  /** Of completed payments: whether they are reconciled. */
  reconciled: z.enum(['yes', 'no'], 'Choose Reconciled or Not reconciled.'),
  /** Transfers between own tills, safe, banks and clearing accounts: only those, or everything else. */
  transfers: z.enum(['yes', 'no'], 'Choose Transfers or No transfers.'),
};

const lineKey = z
  .string()
  .regex(/^[1-9]\d{0,14}-[1-9]\d{0,4}$/, 'Only completed payments can be reconciled.');

const view = can('view_dashboard');
const flow = z.object({ count: z.int(), in: money, out: money, net: money });
const openEnds = z.object({ count: z.int(), amount: money });

const listing = {
  sort: ['business_date', 'amount'],
  defaultSort: { by: 'business_date', order: 'desc' },
  filters,
} as const;

export const paymentTransactions = {
  ...listCalls('/reports/payment-transactions', {
    summary: 'List the payments in or out of a period',
    access: view,
    exportAccess: can('view_dashboard', 'export_data'),
    listing,
    row: paymentTransaction,
  }),
  totals: call('GET', '/reports/payment-transactions/totals', {
    summary: 'Show money in and out over a period, account by account',
    access: view,
    query: eachOrNone({ ...filters, search: searchFilter, compare: comparison }),
    reply: z.object({
      ...periodReply,
      /**
       * Completed payments only. Transfers between own accounts are shown apart and count as neither in nor
       * out, unless the query asks for accounts or for transfers.
       */
      completed: flow,
      before: flow.nullable(),
      transfers: z.object({ in: money, out: money }),
      pending: openEnds,
      failed: openEnds,
      cancelled: openEnds,
      /** Each money account in full; `closing` is its balance in the general ledger. */
      accounts: z.array(
        z.object({
          code: z.string(),
          name: z.string(),
          opening: money,
          in: money,
          out: money,
          closing: money,
          /** The reconciled and the unreconciled part of the closing balance. */
          reconciled: money,
          unreconciled: money,
        }),
      ),
    }),
  }),
  reconcile: call('POST', '/reports/payment-transactions/reconcile', {
    summary: 'Mark payments as reconciled or not reconciled: chosen payments, or all that match the filters',
    access: can('view_dashboard', 'create_payment'),
    body: z
      .strictObject({
        reconciled: z.boolean('Choose whether they are reconciled.'),
        keys: z
          .array(lineKey)
          .min(1, 'Choose payments.')
          .max(1000, 'Choose at most 1,000 payments.')
          .optional(),
        /** Every completed payment that matches these filters, however many there are. */
        filters: eachOrNone({ ...filters, search: searchFilter }).optional(),
      })
      .refine(({ keys, filters: chosenFilters }) => (keys === undefined) !== (chosenFilters === undefined), {
        path: ['keys'],
        message: 'Choose either payments or filters.',
      }),
    reply: z.object({ changed: z.int() }),
  }),
  pdf: call('GET', '/reports/payment-transactions/pdf', {
    summary: 'Export the payments of a period as a PDF',
    access: can('view_dashboard', 'export_data'),
    query: drawnQuery(listing, { compare: comparison }),
    reply: z.unknown(),
    replyKind: 'file',
    inBackground: true,
    perMinute: 20,
  }),
};

/** Transfers between own accounts, once: of payments filtered by direction only one side of each is there. */
export const transferred = ({ transfers }: Pick<PaymentTotals, 'transfers'>) =>
  transfers.in > transfers.out ? transfers.in : transfers.out;

/** Whether a figure is not among payments filtered by direction, which is not the same as £0.00. */
export const isOtherSide = (figure: 'in' | 'out' | 'net', direction: string | undefined): boolean =>
  figure !== 'net' && direction !== undefined && direction !== figure;

/** Wages are not among the payments of users without permission to see pay, and their totals say so. */
export const flowLabels = (withPay: boolean) => {
  const less = withPay ? '' : excludingWages;
  return { in: `Money in${less}`, out: `Money out${less}`, net: `Net${less}` } as const;
};

export type PaymentTransaction = z.output<typeof paymentTransaction>;
export type PaymentTotals = z.output<typeof paymentTransactions.totals.reply>;
