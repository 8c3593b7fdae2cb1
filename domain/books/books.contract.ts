import * as z from 'zod';
import { can, canAny } from '../kernel/access';
import { call } from '../kernel/call';
import { calendarDate, enteredDate, instant } from '../kernel/dates';
import { requiredText, version } from '../kernel/fields';

/** The result of one check of the books. */
const result = z.object({
  id: z.string(),
  title: z.string(),
  compares: z.string(),
  compared: z.int(),
  holds: z.boolean(),
  breaches: z.array(z.object({ what: z.string(), link: z.string().nullable() })),
  milliseconds: z.int(),
});

const check = z.object({
  started_at: instant,
  finished_at: instant,
  /** Null for a scheduled check. */
  asked_by: z.string().nullable(),
  holds: z.boolean(),
  results: z.array(result),
});

const lock = z.object({
  /** The last closed day; null if no day is closed. */
  locked_through: calendarDate.nullable(),
  version,
  history: z.array(
    z.object({
      locked_through: calendarDate.nullable(),
      reason: z.string(),
      moved_by: z.string(),
      moved_at: instant,
    }),
  ),
});

export const books = {
  show: call('GET', '/books', {
    summary: 'Show the last check of the books and the lock date',
    access: can('view_ledger'),
    reply: z.object({ check: check.nullable(), lock }),
  }),
  check: call('POST', '/books/check', {
    summary: 'Run all checks of the books now',
    access: can('view_ledger'),
    reply: check,
    perMinute: 30,
  }),
  postingDay: call('GET', '/books/posting-day', {
    summary: 'Show the day on which a supplier’s document of a given date would be posted',
    access: canAny(
      'create_payment',
      'edit_purchaseorder',
      'receive_purchaseorder',
      'create_expense',
      'edit_expense',
      'approve_expense',
    ),
    query: z.strictObject({ date: calendarDate }),
    reply: z.object({
      /** The date itself, or the first open day after it; null if no day up to today is open. */
      posts_on: calendarDate.nullable(),
      /** Why it posts on another day. */
      note: z.string().nullable(),
      /** Whether a date this far back needs a reason. */
      needs_reason: z.boolean(),
    }),
  }),
  lock: call('PUT', '/books/lock', {
    summary: 'Change the lock date',
    access: can('lock_period'),
    body: z.strictObject({
      locked_through: enteredDate.nullable(),
      reason: requiredText('Reason', 300),
      version: version.optional(),
      /** Needed if goods received in the period are not billed yet. */
      accept_unbilled: z.boolean().default(false),
    }),
    reply: lock,
  }),
};

export type BooksCheck = z.output<typeof check>;
export type BooksLock = z.output<typeof lock>;
