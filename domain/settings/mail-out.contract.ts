import * as z from 'zod';
import { can } from '../kernel/access';
import { call, closedToTokens } from '../kernel/call';
import { emailAddress, optionalText, requiredText, version } from '../kernel/fields';

/** The usual email ports. Other ports are allowed only in the company's own networks. */
export const smtpPorts = [465, 587, 25, 2525] as const;

const portMessage = 'Enter a port from 1 to 65535. Most servers use 465 or 587.';
const host = requiredText('Server', 253).regex(
  /^[A-Za-z0-9:](?:[A-Za-z0-9.:-]*[A-Za-z0-9])?$/,
  'Enter a server name or IP address, such as smtp.example.co.uk.',
);

export const mailSecurity = z.enum(['tls', 'starttls'], 'Choose the encryption.');
export const mailSecurityNames = {
  tls: 'Implicit TLS (usually port 465)',
  starttls: 'STARTTLS (usually port 587)',
} as const;

const fields = {
  host,
  port: z.int(portMessage).min(1, portMessage).max(65_535, portMessage),
  security: mailSecurity,
  /** Blank if the server needs no sign-in. */
  user: optionalText('User', 254),
  /** Omit to keep the stored password. Never returned. */
  password: z
    .string('Enter text.')
    .min(1, 'Enter the password.')
    .max(500, 'Enter at most 500 characters.')
    .optional(),
  sender_address: emailAddress,
  sender_name: requiredText('Sender name', 100),
};

const testedServer = z.strictObject(fields, 'Enter the server.');

const shown = z.object({
  host: z.string(),
  port: z.int(),
  security: mailSecurity,
  user: z.string().nullable(),
  has_password: z.boolean(),
  sender_address: z.string(),
  sender_name: z.string(),
});

const reply = z.object({
  /** Null until one is set. */
  server: shown.nullable(),
  /** The server set by the environment, which takes precedence over the one above. */
  environment: z.object({ host: z.string(), port: z.int(), sender_address: z.string() }).nullable(),
  version,
});

/** The steps of a test, in order; each needs the ones before. */
export const mailSteps = ['find', 'connect', 'secure', 'sign_in', 'sender', 'send'] as const;
export type MailStep = (typeof mailSteps)[number];
export const mailStepNames: Readonly<Record<MailStep, string>> = {
  find: 'Find the server',
  connect: 'Connect',
  secure: 'Secure the connection',
  sign_in: 'Sign in',
  sender: 'Sender accepted',
  send: 'Message accepted',
};

/** The name of a step. A server in the company's own network may be used without encryption. */
export const mailStepName = (step: MailStep, isEncrypted: boolean): string =>
  step === 'secure' && !isEncrypted ? 'No encryption (this network only)' : mailStepNames[step];

/**
 * The outgoing mail server. It receives every password link, so the one who sets it up could sign in as anyone: only an
 * administrator may.
 */
export const mailOut = closedToTokens({
  get: call('GET', '/settings/mail-out', {
    summary: 'Show the outgoing mail server, without its password',
    access: can('view_setting'),
    reply,
  }),
  save: call('PUT', '/settings/mail-out', {
    summary: 'Edit the outgoing mail server',
    access: 'administrator',
    needsConfirmation: true,
    body: z.strictObject({ ...fields, version: version.optional() }),
    reply,
  }),
  remove: call('DELETE', '/settings/mail-out', {
    summary: 'Remove the outgoing mail server',
    access: 'administrator',
    needsConfirmation: true,
    reply,
  }),
  test: call('POST', '/settings/mail-out/test', {
    summary: 'Test a mail server by sending yourself an email, and report the step that fails',
    access: 'administrator',
    body: z.strictObject({ server: testedServer }),
    reply: z.object({
      /** Null if the message was sent. */
      failed: z.enum(mailSteps).nullable(),
      message: z.string(),
      /** False for an unencrypted server in the company's own network. */
      encrypted: z.boolean(),
    }),
    perMinute: 30,
  }),
});

export type MailOut = z.output<typeof reply>;
export type MailServerWrite = z.output<typeof testedServer>;
