import * as z from 'zod';
import { call, closedToTokens, done } from '../kernel/call';
import { instant } from '../kernel/dates';
import { id, requiredText } from '../kernel/fields';
import { confirmation } from './confirmation.contract';
import { signedIn } from './session.contract';

/** A key pair of a user's device or password manager, unlocked by fingerprint, face or PIN (decision 126). */
const passkey = z.object({
  id,
  name: z.string(),
  created_at: instant,
  last_used_at: instant.nullable(),
});

/** Bytes as browsers send them. */
const bytes = (max: number) =>
  z
    .string('The passkey is incomplete.')
    .min(1, 'The passkey is incomplete.')
    .max(max, 'The passkey is too long.')
    .regex(/^[\w-]+$/, 'The passkey is not in base64url.');

/** A browser's answer to a challenge, signed with the private key. */
const assertion = z.strictObject({
  id: bytes(1400),
  client_data: bytes(8000),
  authenticator_data: bytes(8000),
  signature: bytes(20_000),
  user_handle: bytes(100).nullable(),
});

/** A browser's answer to a challenge for a new key. */
const newCredential = z.strictObject({
  id: bytes(1400),
  client_data: bytes(8000),
  attestation: bytes(40_000),
  transports: z.array(z.string().max(20)).max(8),
});

/** What the browser's own function takes, as WebAuthn defines it. */
const options = z.object({ options: z.record(z.string(), z.unknown()) });
const used = z.strictObject({ assertion });

export const passkeys = closedToTokens({
  list: call('GET', '/auth/passkeys', {
    summary: 'List your passkeys',
    access: 'signed-in',
    reply: z.object({
      data: z.array(passkey),
      /** The only address at which passkeys work: the server’s PUBLIC_URL. */
      site: z.string(),
    }),
  }),
  start: call('POST', '/auth/passkeys/start', {
    summary: 'Start adding a passkey: returns the options for the browser',
    access: 'signed-in',
    needsConfirmation: true,
    reply: options,
    audit: 'none',
    perMinute: 60,
  }),
  add: call('POST', '/auth/passkeys', {
    summary: 'Add a passkey that the browser has created',
    access: 'signed-in',
    needsConfirmation: true,
    body: z.strictObject({ name: requiredText('Name', 60), credential: newCredential }),
    reply: done.extend({ passkey }),
    perMinute: 60,
  }),
  remove: call('DELETE', '/auth/passkeys/{id}', {
    summary: 'Remove one of your passkeys',
    access: 'signed-in',
    needsConfirmation: true,
    reply: done,
  }),
  startSignIn: call('POST', '/auth/login/passkey/start', {
    summary: 'Start signing in with a passkey: returns the options for the browser',
    access: 'public',
    reply: options,
    audit: 'none',
    perMinute: 60,
  }),
  signIn: call('POST', '/auth/login/passkey', {
    summary: 'Sign in with a passkey, without a password or code',
    access: 'public',
    body: used,
    reply: signedIn,
    perMinute: 60,
  }),
  startConfirmation: call('POST', '/auth/confirmation/passkey/start', {
    summary: 'Start confirming who you are with a passkey: returns the options for the browser',
    access: 'signed-in',
    forUnfinishedSignIns: true,
    reply: options,
    audit: 'none',
    perMinute: 60,
  }),
  confirm: call('POST', '/auth/confirmation/passkey', {
    summary: 'Confirm who you are with a passkey',
    access: 'signed-in',
    forUnfinishedSignIns: true,
    body: used,
    reply: confirmation.give.reply,
    perMinute: 60,
  }),
});

export type Passkey = z.output<typeof passkey>;
export type Assertion = z.output<typeof assertion>;
export type NewCredential = z.output<typeof newCredential>;
