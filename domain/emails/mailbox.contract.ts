import * as z from 'zod';
import { can } from '../kernel/access';
import { call, done } from '../kernel/call';
import { emailAddress, requiredText, version } from '../kernel/fields';
import { type MailboxStep, mailboxStep } from './mailbox-status';

/** The encryption of the connection. `none` is for a mail server on this machine or an allowed network. */
export const mailSecurity = z.enum(['tls', 'starttls', 'none'], 'Choose the encryption.');
export type MailSecurity = z.infer<typeof mailSecurity>;
export const mailSecurityNames: Readonly<Record<MailSecurity, string>> = {
  tls: 'TLS (usually port 993)',
  starttls: 'STARTTLS (usually port 143)',
  none: 'None (this network only)',
};

export const mailboxStepNames: Readonly<Record<MailboxStep, string>> = {
  resolve: 'Find the server',
  connect: 'Connect',
  secure: 'Secure the connection',
  sign_in: 'Sign in',
  open_inbox: 'Open the inbox',
};

/** The name of a step. Without encryption the third step secures nothing. */
export const mailboxStepName = (step: MailboxStep, security: MailSecurity): string =>
  step === 'secure' && security === 'none' ? 'No encryption (this network only)' : mailboxStepNames[step];

/** Whether sent emails are copied to the Sent folder of the mailbox. */
export const sentCopies = z.enum(['automatic', 'always', 'never'], 'Choose whether to keep copies.');
export type SentCopies = z.infer<typeof sentCopies>;
export const sentCopiesNames: Readonly<Record<SentCopies, string>> = {
  automatic: 'Yes, unless the mail server does it (Gmail)',
  always: 'Yes',
  never: 'No',
};

const hostName = requiredText('Mail server', 253).refine(
  text => /^(?:[a-z0-9](?:[a-z0-9.-]*[a-z0-9])?|[0-9a-f:.]{2,45})$/i.test(text),
  'Enter the name of the mail server, such as imap.example.co.uk.',
);

const password = z
  .string('Password must be text.')
  .max(500, 'Password can have at most 500 characters.')
  .refine(
    text => !/[\0\r\n]/.test(text) && text.isWellFormed(),
    'Remove the characters that cannot be typed.',
  )
  .nullish()
  .meta({ description: 'Omit to keep the stored password. Never returned.' });

export const mailboxWrite = z.strictObject({
  address: emailAddress,
  host: hostName,
  port: z
    .int('Port must be a whole number from 1 to 65535.')
    .min(1, 'Port must be a whole number from 1 to 65535.')
    .max(65_535, 'Port must be a whole number from 1 to 65535.'),
  security: mailSecurity,
  username: requiredText('User name', 200),
  password,
  sent_copies: sentCopies
    .nullish()
    .meta({ description: 'Omit to keep the current value (initially automatic).' }),
  version: version.optional(),
});
export type MailboxWrite = z.output<typeof mailboxWrite>;

const mailboxSettings = z.object({
  address: z.string(),
  host: z.string(),
  port: z.int(),
  security: mailSecurity,
  username: z.string(),
  sent_copies: sentCopies,
  version: z.int(),
});

const testedStep = z.object({
  step: mailboxStep,
  state: z.enum(['done', 'failed', 'not_tried']),
  message: z.string().nullable(),
});

/**
 * The mailbox can be on any server and receives copies of all sent emails, so whoever sets it up could read them all: only
 * an administrator may.
 */
export const mailbox = {
  get: call('GET', '/emails/mailbox', {
    summary: 'Show the mailbox settings, without the password; null if no mailbox is set up',
    access: can('view_setting'),
    reply: z.object({ mailbox: mailboxSettings.nullable() }),
  }),
  save: call('PUT', '/emails/mailbox', {
    summary: 'Set up or edit the mailbox. Changing the server or user deletes the messages fetched so far',
    access: 'administrator',
    needsConfirmation: true,
    closedToTokens: true,
    body: mailboxWrite,
    reply: z.object({ mailbox: mailboxSettings.nullable() }),
  }),
  remove: call('DELETE', '/emails/mailbox', {
    summary: 'Remove the mailbox and the messages fetched from it. Nothing changes on the mail server',
    access: 'administrator',
    needsConfirmation: true,
    closedToTokens: true,
    reply: done,
  }),
  test: call('POST', '/emails/mailbox/test', {
    summary: 'Test mailbox settings step by step, without saving them',
    access: 'administrator',
    closedToTokens: true,
    body: mailboxWrite,
    reply: z.object({ success: z.boolean(), steps: z.array(testedStep) }),
    perMinute: 120,
  }),
  check: call('POST', '/emails/mailbox/check', {
    summary: 'Check for new messages now',
    access: can('view_email'),
    reply: done,
    audit: 'none',
    perMinute: 30,
  }),
};

export type TestedStep = z.output<typeof testedStep>;
export type MailboxSettings = z.output<typeof mailboxSettings>;
