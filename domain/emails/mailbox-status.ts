import * as z from 'zod';
import { instant } from '../kernel/dates';

/** The steps of opening a mailbox, in order. */
export const mailboxStep = z.enum(['resolve', 'connect', 'secure', 'sign_in', 'open_inbox']);
export type MailboxStep = z.infer<typeof mailboxStep>;

/** The state of the mailbox for all readers of email, without the password and server. */
export const mailboxStatus = z.object({
  address: z.string(),
  state: z.enum(['waiting', 'fetching', 'connected', 'failed']),
  failed_step: mailboxStep.nullable(),
  last_error: z.string().nullable(),
  synced_at: instant.nullable(),
});
export type MailboxStatus = z.output<typeof mailboxStatus>;
