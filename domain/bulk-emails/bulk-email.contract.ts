import * as z from 'zod';
import { knowing, type MergeFields } from '../emails/merge-fields';
import { type Access, canAny, canAnyWith } from '../kernel/access';
import { call } from '../kernel/call';
import { instant } from '../kernel/dates';
import { id, requiredLongText, requiredText } from '../kernel/fields';
import { listCalls, pageOf, paging, severalOf } from '../kernel/list-query';

/** The maximum number of records in one bulk email. */
export const maxBulkEmails = 2_000;
/** As many a minute as one user may send one by one, so that the mail server does not refuse the rest. */
export const bulkEmailsPerMinute = 60;
/** A record emailed within these days counts as emailed recently. */
export const recentDays = 7;

/** What can be emailed in bulk. */
export const bulkEmailKindNames = {
  invoices: 'Invoices',
  statements: 'Customer statements',
  reminders: 'Payment reminders',
  quotes: 'Quotes',
  orders: 'Purchase orders',
  employees: 'Employees',
} as const;
export type BulkEmailKind = keyof typeof bulkEmailKindNames;
/** One of each kind, in lower case. */
export const bulkEmailItemNames: Readonly<Record<BulkEmailKind, string>> = {
  invoices: 'invoice',
  statements: 'statement',
  reminders: 'reminder',
  quotes: 'quote',
  orders: 'purchase order',
  employees: 'employee',
};
/** Who gets them. */
export const bulkEmailRecipients: Readonly<Record<BulkEmailKind, 'customer' | 'supplier' | 'employee'>> = {
  invoices: 'customer',
  statements: 'customer',
  reminders: 'customer',
  quotes: 'customer',
  orders: 'supplier',
  employees: 'employee',
};
const bulkEmailKind = z.enum(
  Object.keys(bulkEmailKindNames) as [BulkEmailKind, ...BulkEmailKind[]],
  'Choose what was emailed.',
);

export const bulkEmailState = z.enum(['running', 'done', 'stopped'], 'Choose a status.');
export type BulkEmailState = z.infer<typeof bulkEmailState>;
export const bulkEmailStateNames: Readonly<Record<BulkEmailState, string>> = {
  running: 'Running',
  done: 'Done',
  stopped: 'Stopped',
};

/** What became of a record. An email in the outbox has a state of its own. */
export const bulkEmailOutcome = z.enum(['pending', 'queued', 'left_out'], 'Choose a result.');
export type BulkEmailOutcome = z.infer<typeof bulkEmailOutcome>;
export const bulkEmailOutcomeNames: Readonly<Record<BulkEmailOutcome, string>> = {
  pending: 'Waiting',
  queued: 'Emailed',
  left_out: 'Skipped',
};

/** A record by its name, such as an invoice number, and who would get it. */
const recipient = z.object({ id, name: z.string(), recipient: z.string() });

const preview = z.object({
  /** All records of the filter. */
  count: z.int(),
  /** Of these records, who gets them and who is left out; confirming sends it back. */
  hash: z.string(),
  sending: z.int(),
  left_out: z.array(
    z.object({
      reason: z.string(),
      count: z.int(),
      /** The first ones. */
      records: z.array(recipient),
    }),
  ),
  /** The first ones that get an email. */
  recipients: z.array(recipient.extend({ email: z.string(), last_sent_at: instant.nullable() })),
  /** How many could be emailed and were in the last days, whether they are left out or not. */
  recent: z.int(),
  /** When the last of those that get an email was emailed before; null if none was. */
  last_sent_at: instant.nullable(),
  /** The default texts, with placeholders; blank where each message is another one. */
  template: z.object({ subject: z.string(), message: z.string() }),
  /** The email of the first record, without its texts; null if nothing can be sent. */
  example: z
    .object({
      email: z.string(),
      values: z.record(z.string(), z.string()),
      /** The fixed text below the message. */
      rest: z.string(),
      /** The attached document; null without one. */
      file_name: z.string().nullable(),
    })
    .nullable(),
  /** Why nothing can be sent at all, such as a missing mail server. */
  problem: z.string().nullable(),
});
export type BulkEmailPreview = z.output<typeof preview>;

const bulkEmail = z.object({
  id,
  kind: bulkEmailKind,
  subject: z.string(),
  state: bulkEmailState,
  row_count: z.int(),
  /** Emails put into the outbox. */
  queued_count: z.int(),
  left_out_count: z.int(),
  /** Of the queued ones: accepted by the mail server, and given up. */
  sent_count: z.int(),
  failed_count: z.int(),
  problem: z.string().nullable(),
  created_by: z.string(),
  created_at: instant,
  finished_at: instant.nullable(),
});
export type BulkEmailRow = z.output<typeof bulkEmail>;

const bulkEmailDetail = bulkEmail.extend({ message: z.string() });
export type BulkEmailDetail = z.output<typeof bulkEmailDetail>;

const record = z.object({
  record_id: id,
  /** Null when the record has been deleted. */
  name: z.string().nullable(),
  recipient: z.string().nullable(),
  outcome: bulkEmailOutcome,
  /** Why it was left out, or not delivered. */
  reason: z.string().nullable(),
  /** The state of its email in words; null without one. */
  delivery: z.string().nullable(),
});
export type BulkEmailRecord = z.output<typeof record>;

/** Whether to leave out what was emailed in the last days. */
export const skipRecent = z.boolean('Choose whether to skip what was emailed recently.').default(true);

type AnyOptions = z.ZodType<{ readonly skip_recent: boolean }>;
type Terms<Options extends AnyOptions> = {
  /** In lower case: invoices. */
  many: string;
  /** That of the list and of emailing one record. */
  access: Access;
  options: Options;
  /** The placeholders of subject and message. */
  fields: MergeFields;
};

/** The two calls that email all records that the filter of a list finds, each to its own address. */
export function bulkEmailCalls<
  const Path extends string,
  Query extends z.ZodType,
  Options extends AnyOptions,
>(path: Path, filter: Query, { many, access, options, fields }: Terms<Options>) {
  return {
    fields,
    preview: call('POST', `${path}/preview`, {
      summary: `Preview emailing many ${many}`,
      access,
      body: z.strictObject({ filter, options }),
      reply: preview,
      audit: 'none',
    }),
    start: call('POST', path, {
      summary: `Email many ${many} in the background`,
      access,
      body: z.strictObject({
        filter,
        options,
        subject: requiredText('Subject', 200).superRefine(knowing(fields)),
        message: requiredLongText('Message', 4000).superRefine(knowing(fields)),
        hash: z.string('Preview the emails first.').regex(/^[0-9a-f]{64}$/, 'Preview the emails first.'),
      }),
      reply: bulkEmailDetail,
      perMinute: 20,
    }),
  };
}

/** Who may see some of the records; the permission for those that were emailed is checked as well. */
const viewers = ['view_sale', 'edit_sale', 'view_ledger', 'view_purchaseorder', 'view_employee'] as const;
const access = canAny(...viewers);
/** Who may send some of them one by one; the same. */
const senders = [
  'create_sale',
  'edit_sale',
  'refund_sale',
  'create_payment',
  'create_email',
  'send_purchaseorder',
] as const;

export const bulkEmails = {
  ...listCalls('/bulk-emails', {
    summary: 'List bulk emails',
    access,
    exportAccess: canAnyWith(viewers, 'export_data'),
    listing: {
      sort: ['created_at'],
      defaultSort: { by: 'created_at', order: 'desc' },
      filters: { kind: severalOf(bulkEmailKind), state: severalOf(bulkEmailState) },
    },
    row: bulkEmail,
  }),
  get: call('GET', '/bulk-emails/{id}', {
    summary: 'Show a bulk email',
    access,
    reply: bulkEmailDetail,
  }),
  records: call('GET', '/bulk-emails/{id}/records', {
    summary: 'List the records of a bulk email, with their results',
    access,
    query: z.strictObject({ ...paging, outcome: bulkEmailOutcome.optional() }),
    reply: pageOf(record),
  }),
  stop: call('POST', '/bulk-emails/{id}/stop', {
    summary: 'Stop a bulk email. Emails already in the outbox are still sent',
    access: canAny(...senders),
    reply: bulkEmailDetail,
  }),
};

export type AnyBulkEmailCalls = ReturnType<typeof bulkEmailCalls<string, z.ZodType, AnyOptions>>;
