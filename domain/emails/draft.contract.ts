import { truncateText } from '../kernel/truncate-text';
import * as z from 'zod';
import { can } from '../kernel/access';
import { attachmentCalls } from '../kernel/attachment-calls';
import { call, done } from '../kernel/call';
import { instant } from '../kernel/dates';
import { emailAddress, id, optionalLongText, optionalText, requiredText, version } from '../kernel/fields';
import { knowing } from './merge-fields';

/** The maximum number of addresses in each of the three lines. */
export const maxRecipients = 50;
const recipients = (label: string) =>
  z.array(emailAddress).max(maxRecipients, `${label} can have at most ${maxRecipients} addresses.`);

export const draftKind = z.enum(['new', 'reply', 'reply_all', 'forward'], 'Choose the kind of email.');
export type DraftKind = z.infer<typeof draftKind>;

const draftWrite = z.strictObject({
  to_addresses: recipients('To'),
  cc_addresses: recipients('Cc'),
  bcc_addresses: recipients('Bcc'),
  subject: optionalText('Subject', 250),
  body: optionalLongText('Message', 100_000),
  version: version.optional(),
});

const draft = z.object({
  id,
  kind: draftKind,
  answers_id: id.nullable(),
  to_addresses: z.array(z.string()),
  cc_addresses: z.array(z.string()),
  bcc_addresses: z.array(z.string()),
  subject: z.string(),
  body: z.string(),
  version: z.int(),
  updated_at: instant,
});

/** The placeholders of templates, with their meaning. */
export const mergeFields = {
  name: 'The recipient’s name',
  subject: 'The subject of the message you are replying to',
  my_name: 'Your name',
  company: 'Your company name',
  today: 'Today’s date',
} as const;
const withKnownFields = knowing(mergeFields);

const template = z.object({ id, name: z.string(), subject: z.string(), body: z.string(), version: z.int() });
const templateWrite = z.strictObject({
  name: requiredText('Name', 100),
  subject: optionalText('Subject', 250).superRefine(withKnownFields),
  body: requiredLongText().superRefine(withKnownFields),
  version: version.optional(),
});
function requiredLongText() {
  return z
    .string('Message is required.')
    .max(20_000, 'Message can have at most 20,000 characters.')
    .refine(
      text => text.isWellFormed() && !text.includes('\0'),
      'Remove the characters that cannot be printed.',
    )
    .overwrite(text => text.replaceAll(/\r\n?/g, '\n').trim())
    .min(1, 'Message is required.');
}

const write = can('view_email', 'create_email');

/** The maximum number of attachments. */
export const maxDraftFiles = 10;

export const drafts = {
  list: call('GET', '/emails/drafts', {
    summary: 'List your own drafts, most recently changed first',
    access: write,
    reply: z.object({ data: z.array(draft) }),
  }),
  get: call('GET', '/emails/drafts/{id}', {
    summary: 'Show one of your drafts',
    access: write,
    reply: draft,
  }),
  begin: call('POST', '/emails/drafts', {
    summary: 'Create a draft: a new email, a reply or a forwarded message',
    access: write,
    body: z.strictObject({ kind: draftKind, answers_id: id.nullish(), to: emailAddress.nullish() }),
    /** How many files of a forwarded message were too many for an email. */
    reply: draft.extend({ files_left_out: z.int() }),
    audit: 'none',
    perMinute: 60,
  }),
  save: call('PUT', '/emails/drafts/{id}', {
    summary: 'Save a draft',
    access: write,
    body: draftWrite,
    reply: draft,
    audit: 'none',
  }),
  discard: call('DELETE', '/emails/drafts/{id}', {
    summary: 'Discard a draft',
    access: write,
    reply: done,
    audit: 'none',
  }),
  send: call('POST', '/emails/drafts/{id}/send', {
    summary: 'Send a draft',
    access: write,
    reply: z.object({ success: z.boolean(), message: z.string() }),
    perMinute: 30,
  }),
  attachments: attachmentCalls('/emails/drafts/{id}/attachments', {
    record: 'a draft',
    one: 'attachment',
    view: write,
    add: write,
    remove: write,
  }),
};

export const templates = {
  list: call('GET', '/emails/templates', {
    summary: 'List email templates, their placeholders and your signature',
    access: can('view_email'),
    reply: z.object({
      data: z.array(template),
      signature: z.string(),
      values: z.object({ my_name: z.string(), company: z.string(), today: z.string() }),
    }),
  }),
  create: call('POST', '/emails/templates', {
    summary: 'Add a template',
    access: write,
    body: templateWrite,
    reply: template,
  }),
  update: call('PUT', '/emails/templates/{id}', {
    summary: 'Edit a template',
    access: write,
    body: templateWrite,
    reply: template,
  }),
  remove: call('DELETE', '/emails/templates/{id}', {
    summary: 'Delete a template',
    access: write,
    reply: done,
  }),
  sign: call('PUT', '/emails/signature', {
    summary: 'Set your email signature',
    access: write,
    body: z.strictObject({ signature: optionalLongText('Signature', 2_000) }),
    reply: done,
  }),
};

export type Draft = z.output<typeof draft>;
export type MailTemplate = z.output<typeof template>;

/** The quoted text of a reply, with a mark before each line. */
export const quoted = (text: string): string =>
  text
    .trim()
    .split('\n')
    .map(line => (line === '' ? '>' : line.startsWith('>') ? `>${line}` : `> ${line}`))
    .join('\n');

/** `Re: ` once, however often a subject has been replied to. */
export const replySubject = (kind: DraftKind, subject: string): string => {
  if (kind === 'new') return subject;
  const bare = subject.trimStart().replace(/^(?:(?:re|fwd?|aw|wg)\s*:\s*)+/i, '');
  return truncateText(`${kind === 'forward' ? 'Fwd' : 'Re'}: ${bare}`, 250).trimEnd();
};
