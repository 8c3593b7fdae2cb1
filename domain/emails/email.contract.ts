import * as z from 'zod';
import { can } from '../kernel/access';
import { call, done } from '../kernel/call';
import { instant } from '../kernel/dates';
import { emailAddress, id } from '../kernel/fields';

/**
 * The states of an email. The last three are final; `unconfirmed` is, because a retry might deliver it twice.
 */
export const emailStatus = z.enum(
  ['queued', 'sending', 'retrying', 'sent', 'failed', 'unconfirmed'],
  'Choose a delivery status.',
);
export type EmailStatus = z.infer<typeof emailStatus>;
export const emailStatusNames: Readonly<Record<EmailStatus, string>> = {
  queued: 'Queued',
  sending: 'Sending',
  retrying: 'Retrying',
  sent: 'Sent',
  failed: 'Failed',
  unconfirmed: 'Unconfirmed',
};

/** The states of emails not delivered, as far as is known, to any of their addresses. */
export const undeliveredStatuses: readonly EmailStatus[] = ['failed', 'unconfirmed'];

/** Whether an email did not reach all its addresses, as far as is known, and can be sent to them again. */
export const isUndelivered = (email: {
  readonly status: string;
  readonly last_error: string | null;
}): boolean =>
  email.status === 'failed' ||
  email.status === 'unconfirmed' ||
  // Refused for some of its addresses.
  (email.status === 'sent' && email.last_error !== null);

const emailRow = z.object({
  id,
  to_address: z.string(),
  subject: z.string(),
  status: emailStatus,
  attempts: z.int(),
  last_error: z.string().nullable(),
  attachment_names: z.array(z.string()),
  created_at: instant,
  sent_at: instant.nullable(),
  next_attempt_at: instant.nullable(),
  created_by: z.string().nullable(),
});

/** The text fields of the multipart body. The files are sent as `attachments[]`. */
export const supplierEmailFields = z.strictObject({
  supplier_id: z
    .string('Choose a supplier.')
    .regex(/^[1-9]\d{0,14}$/, 'Choose a supplier.')
    .transform(Number),
  email: emailAddress,
});

export const emails = {
  sendSupplier: call('POST', '/emails/send-supplier', {
    summary: 'Email a supplier’s details, with attachments',
    access: can('create_email', 'view_supplier'),
    bodyKind: 'multipart',
    form: { fields: supplierEmailFields, files: 'attachments[]', many: true },
    body: z.unknown(),
    reply: z.object({ success: z.boolean(), message: z.string() }),
    perMinute: 20,
  }),
  ofSupplier: call('GET', '/suppliers/{id}/emails', {
    summary: 'List the emails sent to a supplier with their delivery status, newest first',
    access: can('view_supplier', 'create_email'),
    reply: z.object({ data: z.array(emailRow) }),
  }),
  retry: call('POST', '/emails/{id}/retry', {
    summary: 'Send a failed or unconfirmed email again, or one that was refused for some of its addresses',
    access: can('create_email'),
    reply: done,
  }),
};

export type EmailRow = z.output<typeof emailRow>;
