import * as z from 'zod';
import { can } from '../kernel/access';
import { call } from '../kernel/call';
import { instant } from '../kernel/dates';
import { id } from '../kernel/fields';
import { pageOf, paging } from '../kernel/list-query';
import { emailStatus } from '../emails/email.contract';
import { reminderTone } from './reminder';

/** As many reminders as are made within one request. More are emailed in the background. */
export const maxReminders = 50;

const channel = z.enum(['email', 'print'], 'Choose email or print.');

const letter = z.object({
  id,
  kind: z.enum(['reminder', 'statement']),
  tone: reminderTone.nullable(),
  how: channel,
  to_address: z.string().nullable(),
  /** The status of its email; null if it was printed, or if the email no longer exists. */
  email_status: emailStatus.nullable(),
  /** A reminder can be reprinted as sent, until the customer is erased. */
  can_draw: z.boolean(),
  sent_by: z.string(),
  sent_at: instant,
});

const outcome = z.object({
  customer: z.object({ id, name: z.string() }),
  /** The reminder; null if none was created. */
  letter_id: id.nullable(),
  success: z.boolean(),
  message: z.string(),
});

export const letters = {
  ofCustomer: call('GET', '/wallet/customer/{id}/letters', {
    summary: 'List the statements and reminders sent to a customer, newest first',
    access: can('view_ledger'),
    query: z.strictObject({ ...paging }),
    reply: pageOf(letter),
  }),
  remind: call('POST', '/wallet/reminders', {
    summary: 'Send customers reminders of what is overdue, by email or on paper',
    access: can('view_ledger', 'create_email'),
    body: z.strictObject({
      customer_ids: z
        .array(id)
        .min(1, 'Choose at least one customer.')
        .max(maxReminders, `Send reminders to at most ${maxReminders} customers at a time.`)
        .refine(ids => new Set(ids).size === ids.length, 'A customer is listed twice.'),
      how: channel.default('email'),
      /** Also those who were reminded in the last seven days, who are otherwise reported. */
      again: z.boolean().default(false),
    }),
    reply: z.object({ data: z.array(outcome) }),
    perMinute: 60,
  }),
  pdf: call('GET', '/wallet/reminders/{id}/pdf', {
    summary: 'Show a reminder as it was sent',
    access: can('view_ledger'),
    reply: z.unknown(),
    replyKind: 'file',
    inBackground: true,
    // As many as are recorded at a time, and some more.
    perMinute: 60,
  }),
};

export type Letter = z.output<typeof letter>;
export type ReminderOutcome = z.output<typeof outcome>;
