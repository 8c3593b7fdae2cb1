import * as z from 'zod';
import { documentMail, mailDraft } from '../emails/document-mail';
import { can } from '../kernel/access';
import { call } from '../kernel/call';
import { calendarDate } from '../kernel/dates';
import { id } from '../kernel/fields';
import { money } from '../kernel/money';
import type { PartyKind } from './balance-words';
import { customerPaymentStatus } from './customer-payment';

const periodFields = { from: calendarDate.optional(), to: calendarDate.optional() };
const period = z.strictObject(periodFields);

const entry = z.object({
  id,
  business_date: calendarDate,
  kind: z.string(),
  description: z.string().nullable(),
  document_number: z.string().nullable(),
  /** The page of the document; null if it has none. */
  link: z.string().nullable(),
  journal_id: id,
  debit: money,
  credit: money,
  /** The balance after this entry: above zero they owe us, below zero we owe them (rule W1). */
  balance: money,
  /** The customer payment behind this entry; null for anything else. */
  payment: z.object({ id, status: customerPaymentStatus, method: z.string() }).nullable(),
  /** The write-off behind this entry, and how much of it is not reversed; null for anything else. */
  write_off: z.object({ id, remaining: money }).nullable(),
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
  party: z.object({
    kind: z.enum(['supplier', 'customer']),
    id,
    name: z.string(),
    /** `C-00012`; suppliers have none. */
    number: z.string().nullable(),
    email: z.string().nullable(),
    address: z.string().nullable(),
    /** The credit limit; null means no credit (rule W7). Suppliers have none. */
    credit_limit: money.nullable(),
    /** Why nothing more can be posted; null if it can. */
    closed: z.string().nullable(),
    /** Whether it is closed because the customer was erased. What is still open can be settled (decision 140). */
    is_erased: z.boolean(),
  }),
  from: calendarDate.nullable(),
  to: calendarDate,
  opening_balance: money,
  closing_balance: money,
  /** As of today, whatever the period. */
  today: z.object({
    balance: money,
    /** What a customer has still to pay, or we a supplier. */
    outstanding: money,
    /** The part due by today. */
    due: money,
    /** The overdue part. */
    overdue: money,
    /** Unused credit: what a wallet can pay (rule W5). */
    unallocated: money,
  }),
  entries: z.array(entry),
  /** How many later entries of the period are not listed; the closing balance includes them. */
  entries_left_out: z.int(),
  open_items: z.array(openItem),
  /** How many open items with later due dates are not listed; the figures of today include them. */
  open_items_left_out: z.int(),
});

const access = can('view_ledger');

/** The ledger of a customer or a supplier (rules W1-W4); both have the same calls. */
const walletCalls = <const Kind extends PartyKind>(kind: Kind) => ({
  statement: call('GET', `/wallet/${kind}/{id}`, {
    summary: `Show a ${kind}’s ledger over a period`,
    access,
    query: period,
    reply: statement,
  }),
  pdf: call('GET', `/wallet/${kind}/{id}/pdf`, {
    summary: `Download a ${kind}’s statement as a PDF`,
    access,
    query: period,
    reply: z.unknown(),
    replyKind: 'file',
    inBackground: true,
    perMinute: 20,
  }),
  email: call('POST', `/wallet/${kind}/{id}/email`, {
    summary: `Email a ${kind} their statement`,
    access: can('view_ledger', 'create_email'),
    body: z.strictObject({
      ...periodFields,
      ...documentMail,
    }),
    reply: z.object({ success: z.boolean(), message: z.string() }),
    perMinute: 60,
  }),
  emailDraft: call('GET', `/wallet/${kind}/{id}/email`, {
    summary: `Preview the email of a ${kind}’s statement`,
    access: can('view_ledger', 'create_email'),
    query: period,
    reply: mailDraft,
  }),
});

export const wallets = {
  supplier: walletCalls('supplier'),
  customer: walletCalls('customer'),
} as const;

export type Statement = z.output<typeof statement>;
