import * as z from 'zod';
import { can } from '../kernel/access';
import { call, closedToTokens, done } from '../kernel/call';
import { instant } from '../kernel/dates';
import { version } from '../kernel/fields';
import { enteredPassword, ownPassword, signedIn } from './session.contract';

/** A code from the app or a recovery code, only compared. */
export const typedCode = z
  .string('Code is required.')
  .trim()
  .min(1, 'Code is required.')
  .max(40, 'Code is too long.')
  .regex(/^[A-Za-z0-9 -]*$/, 'Enter only letters, digits and dashes.');

/** Who must use two-factor sign-in. */
export const twoFactorRequired = z.enum(['nobody', 'administrators', 'everybody'], 'Choose who must use it.');

const confirmed = z.strictObject({ current_password: ownPassword, code: typedCode });
const policy = z.object({ required_of: twoFactorRequired, version });
/** Shown once; only their hashes are stored. */
const newCodes = done.extend({ recovery_codes: z.array(z.string()) });

export const twoFactor = closedToTokens({
  signIn: call('POST', '/auth/login/code', {
    summary: 'Complete sign-in with a code from the app or a recovery code',
    access: 'public',
    body: z.strictObject({
      pending_token: z.string('Sign in with your password first.').min(1).max(100),
      code: typedCode,
    }),
    reply: signedIn,
  }),
  get: call('GET', '/auth/two-factor', {
    summary: 'Show your two-factor sign-in status',
    access: 'signed-in',
    forUnfinishedSignIns: true,
    reply: z.object({ since: instant.nullable(), recovery_codes_left: z.int() }),
  }),
  setUp: call('POST', '/auth/two-factor/set-up', {
    summary: 'Start two-factor sign-in: returns a secret for your app, used only once confirmed',
    access: 'signed-in',
    forUnfinishedSignIns: true,
    body: z.strictObject({
      current_password: enteredPassword
        .optional()
        .meta({ description: 'Omit if you signed in or confirmed who you are in the last half hour.' }),
    }),
    reply: z.object({ secret: z.string(), address: z.string() }),
    perMinute: 60,
  }),
  confirm: call('POST', '/auth/two-factor/confirm', {
    summary: 'Turn on two-factor sign-in with a first code. All other devices are signed out',
    access: 'signed-in',
    forUnfinishedSignIns: true,
    body: z.strictObject({ code: typedCode }),
    reply: newCodes,
    perMinute: 60,
  }),
  newRecoveryCodes: call('POST', '/auth/two-factor/recovery-codes', {
    summary: 'Create new recovery codes. The old ones stop working',
    access: 'signed-in',
    body: confirmed,
    reply: newCodes,
    perMinute: 60,
  }),
  turnOff: call('POST', '/auth/two-factor/turn-off', {
    summary: 'Turn off two-factor sign-in',
    access: 'signed-in',
    body: confirmed,
    reply: done,
    perMinute: 60,
  }),
  policy: call('GET', '/auth/two-factor-policy', {
    summary: 'Show who must use two-factor sign-in',
    access: can('view_setting'),
    reply: policy,
  }),
  setPolicy: call('PUT', '/auth/two-factor-policy', {
    summary: 'Set who must use two-factor sign-in',
    access: 'administrator',
    needsConfirmation: true,
    body: z.strictObject({ required_of: twoFactorRequired, version: version.optional() }),
    reply: policy,
  }),
});

export type TwoFactorRequired = z.output<typeof twoFactorRequired>;
export type TwoFactorPolicy = z.output<typeof policy>;
