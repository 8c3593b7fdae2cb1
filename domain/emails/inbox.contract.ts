import * as z from 'zod';
import { can } from '../kernel/access';
import { call, done } from '../kernel/call';
import { instant } from '../kernel/dates';
import { id, idText } from '../kernel/fields';
import { maxSearchLength, severalOf } from '../kernel/list-query';
import { emailStatus } from './email.contract';
import { folders } from './mail-folders.contract';

/** Messages per page of a list. */
export const messagesPerPage = 50;

/** The cursor of the next page: after this instant and id. Opaque to clients. */
const cursor = z
  .string()
  .regex(/^\d{1,17}-\d{1,15}$/, 'This page of the list does not exist. Start from the first page.')
  .optional()
  .meta({ description: 'The `next` value of the previous page.' });

const search = z
  .string()
  .max(maxSearchLength, `Enter at most ${maxSearchLength} characters to search for.`)
  .refine(
    text => !text.includes('\0') && text.isWellFormed(),
    'Remove the characters that cannot be printed.',
  )
  .optional()
  .transform(text => text?.normalize('NFC').trim().toLowerCase() || undefined);

const messageRow = z.object({
  id,
  subject: z.string(),
  from_name: z.string(),
  from_address: z.string(),
  to_line: z.string(),
  received_at: instant,
  seen: z.boolean(),
  answered: z.boolean(),
  flagged: z.boolean(),
  has_attachments: z.boolean(),
  /** Why the mail server refused the last change of this message. */
  refusal: z.string().nullable(),
  snippet: z.string(),
});

/** With the name of its folder. */
const listedMessage = messageRow.extend({ folder: z.string() });

const sentRow = z.object({
  id,
  to_line: z.string(),
  subject: z.string(),
  status: emailStatus,
  last_error: z.string().nullable(),
  has_attachments: z.boolean(),
  created_at: instant,
  sent_at: instant.nullable(),
  next_attempt_at: instant.nullable(),
  created_by: z.string().nullable(),
});

const file = z.object({ id, file_name: z.string(), bytes: z.int() });
/** The records that a message can be linked to. */
export const linkedType = z.enum(
  ['supplier', 'customer', 'purchase_order', 'sale', 'employee', 'expense', 'quote'],
  'Choose the kind of record.',
);
export const recordLink = z.object({
  type: linkedType,
  id,
  name: z.string(),
  /** The id of a link added by hand, which can be removed; null for a link found by address or number. */
  link_id: id.nullable(),
});

/** The maximum number of messages in one call. */
export const maxChosen = 200;
const chosen = z
  .array(id)
  .min(1, 'Choose at least one message.')
  .max(maxChosen, `Choose at most ${maxChosen} messages at a time.`);
/** The folders that messages can be moved to by role. */
export const moveTo = z.enum(
  ['inbox', 'archive', 'trash', 'junk'],
  'Choose a folder to move the messages to.',
);
export type MoveTo = z.infer<typeof moveTo>;
export const markAs = z.enum(['read', 'unread', 'flagged', 'unflagged'], 'Choose how to mark the messages.');
export type MarkAs = z.infer<typeof markAs>;

/** `withheld`: an email of ours with a password link, whose text is never kept. */
const bodyState = z.enum(['waiting', 'wanted', 'fetched', 'too_large', 'unreadable', 'withheld']);

const threadItem = z.object({
  kind: z.enum(['received', 'sent']),
  id,
  from: z.string(),
  to: z.string(),
  at: instant,
  snippet: z.string(),
  seen: z.boolean(),
  status: emailStatus.nullable(),
});

const messageDetail = messageRow.extend({
  folder_id: id,
  cc_line: z.string(),
  body_state: bodyState,
  text: z.string(),
  /** Sanitised: no scripts, forms or remote content. Null if there is only text. */
  html: z.string().nullable(),
  /** The number of remote pictures. */
  remote_pictures: z.int(),
  attachments: z.array(file),
  links: z.array(recordLink),
  thread: z.array(threadItem),
});

const sentDetail = sentRow.extend({
  cc_line: z.string(),
  bcc_line: z.string(),
  attempts: z.int(),
  text: z.string().nullable(),
  /** An email to a user or an employee, whose text the reader may not see. */
  is_withheld: z.boolean(),
  attachments: z.array(file.omit({ id: true }).extend({ position: z.int() })),
  /** Why the Sent folder of the mailbox has no copy. */
  copy_refused: z.string().nullable(),
});

const page = <Row extends z.ZodType>(row: Row) =>
  z.object({ data: z.array(row), next: z.string().nullable() });

export const inbox = {
  folders,
  messages: call('GET', '/emails/messages', {
    summary: 'List the messages of a folder (by default the inbox) or of all, newest first, page by page',
    access: can('view_email'),
    query: z.strictObject({
      folder_id: idText.optional(),
      everywhere: z
        .enum(['yes'], 'Everywhere must be yes.')
        .optional()
        .meta({ description: 'All folders except junk and bin, instead of one.' }),
      search,
      unread: z.enum(['yes'], 'Unread must be yes.').optional(),
      flagged: z.enum(['yes'], 'Flagged must be yes.').optional(),
      after: cursor,
    }),
    reply: page(listedMessage),
  }),
  get: call('GET', '/emails/messages/{id}', {
    summary: 'Show a message, sanitised, with its conversation and linked records',
    access: can('view_email'),
    query: z.strictObject({
      pictures: z
        .enum(['show'], 'Choose show, or omit pictures.')
        .optional()
        .meta({ description: 'Remote pictures are fetched by the server, not by the browser.' }),
    }),
    reply: messageDetail,
    perMinute: 300,
  }),
  read: call('POST', '/emails/messages/{id}/read', {
    summary:
      'Mark a message as read, here and on the mail server. Without permission to reply, only the text is fetched',
    access: can('view_email'),
    reply: done,
    audit: 'none',
  }),
  unread: call('POST', '/emails/messages/{id}/unread', {
    summary: 'Mark a message as unread, here and on the mail server',
    // Marking changes the mailbox for all users, so those with read-only access leave it as it is.
    access: can('view_email', 'create_email'),
    reply: done,
    audit: 'none',
  }),
  move: call('POST', '/emails/messages/move', {
    summary:
      'Move messages to a folder: here at once, then on the mail server. Messages the server refuses to move return with the reason',
    // Like marking, this changes the mailbox for all users. Nothing is destroyed: deleted messages are in the
    // bin.
    access: can('view_email', 'create_email'),
    body: z
      .strictObject({
        ids: chosen,
        to: moveTo.nullish().meta({ description: 'Or name a folder.' }),
        folder_id: id.nullish(),
        from_folder_id: id.nullish().meta({
          description: 'The folder the messages were in. Messages that have since moved are left alone.',
        }),
      })
      .refine(({ to, folder_id }) => (to == null) !== (folder_id == null), {
        message: 'Choose a folder to move the messages to.',
        path: ['folder_id'],
      }),
    reply: z.object({
      message: z.string(),
      /** With the previous folder of each message, to undo the move. */
      moved: z.array(z.object({ id, from_folder_id: id })),
    }),
    perMinute: 300,
  }),
  mark: call('POST', '/emails/messages/mark', {
    summary: 'Mark messages as read, unread, flagged or unflagged, here and on the mail server',
    access: can('view_email', 'create_email'),
    body: z.strictObject({ ids: chosen, as: markAs }),
    /** The messages whose mark changed. */
    reply: z.object({ message: z.string(), marked: z.array(id) }),
    audit: 'none',
    perMinute: 300,
  }),
  link: call('POST', '/emails/messages/{id}/links', {
    summary: 'Link a message to a record. The link stays when the message is moved',
    access: can('view_email', 'create_email'),
    body: z.strictObject({ type: linkedType, record_id: id }),
    reply: z.object({ data: z.array(recordLink) }),
  }),
  unlink: call('DELETE', '/emails/messages/{id}/links/{link_id}', {
    summary: 'Remove a link that was added by hand',
    access: can('view_email', 'create_email'),
    reply: z.object({ data: z.array(recordLink) }),
  }),
  attachment: call('GET', '/emails/messages/{id}/attachments/{attachment_id}', {
    summary: 'Download an attachment of a message',
    access: can('view_email'),
    reply: z.unknown(),
    replyKind: 'file',
  }),
  sent: call('GET', '/emails/sent', {
    summary: 'List sent emails with their delivery status, newest first',
    access: can('view_email'),
    query: z.strictObject({ search, status: severalOf(emailStatus).optional(), after: cursor }),
    reply: page(sentRow),
  }),
  getSent: call('GET', '/emails/sent/{id}', {
    summary: 'Show a sent email',
    access: can('view_email'),
    reply: sentDetail,
  }),
  ofRecord: call('GET', '/emails/of-record', {
    summary: 'List the newest messages of a record, matched by address or number or linked by hand',
    access: can('view_email'),
    query: z.strictObject({ type: linkedType, id: idText }),
    reply: z.object({ data: z.array(messageRow) }),
  }),
};

export type MessageRow = z.output<typeof messageRow>;
export type ListedMessage = z.output<typeof listedMessage>;
export type MessageDetail = z.output<typeof messageDetail>;
export type SentRow = z.output<typeof sentRow>;
export type SentDetail = z.output<typeof sentDetail>;
export type RecordLink = z.output<typeof recordLink>;
export type ThreadItem = z.output<typeof threadItem>;
