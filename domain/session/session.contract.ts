import * as z from 'zod';
import { call, closedToTokens, done } from '../kernel/call';
import { yearStart } from '../kernel/financial-year';
import { emailAddress, id } from '../kernel/fields';

/** The signed-in user (D-01). For administrators the list has every permission. */
export const sessionUser = z.object({
  id,
  name: z.string(),
  email: z.string(),
  must_change_password: z.boolean(),
  /** The company requires two-factor sign-in and the user has not set it up. */
  must_set_two_factor: z.boolean(),
  roles: z.array(z.object({ id, name: z.string() })),
  permissions: z.array(z.string()),
  permissionsByModule: z.record(z.string(), z.record(z.string(), z.array(z.string()))),
  /** The largest discount that their roles allow, in hundredths of a per cent; null where none names one. */
  discount_limit: z.int().nullable().default(null),
  payment: z.object({
    /** The company's own names for payment methods. */
    names: z.record(z.string(), z.string()),
    /** Payment methods that cannot be used for refunds. */
    not_paid_back: z.array(z.string()),
    /** Payment methods that are not available. */
    not_taken: z.array(z.string()),
  }),
  /** For the dates of "This financial year" and "This quarter". */
  year_start: yearStart,
  /** The saved views that lists open with, so that a list is requested once, with its view. */
  default_views: z.array(z.object({ list: z.string(), id, params: z.record(z.string(), z.string()) })),
});

const sessionFacts = {
  user: sessionUser,
  permissions: sessionUser.shape.permissions,
  permissionsByModule: sessionUser.shape.permissionsByModule,
};

/** The response to a completed sign-in (C-04). */
export const signedIn = z.object({ token: z.string(), ...sessionFacts });

/** The password was correct. The code must be sent to `/auth/login/code` within five minutes. */
const codeRequired = z.object({ pending_token: z.string(), message: z.string() });

/** A password entered for verification: any text, only compared. */
export const enteredPassword = z
  .string('Password is required.')
  .min(1, 'Password is required.')
  .max(1024, 'Password is too long.');

/** The own password before a change of one's account. Users of the sign-in provider may know none (decision 194). */
export const ownPassword = enteredPassword.optional().meta({
  description:
    'Omit if you sign in through the provider or have no password, and confirmed who you are in the last half hour.',
});

/** Who can register: the first administrator, anyone, or no one. */
export const registrationState = z.enum(['first', 'open', 'closed']);

export const session = closedToTokens({
  entry: call('GET', '/auth/entry', {
    summary: 'Show the options of the sign-in pages',
    access: 'public',
    reply: z.object({
      registration: registrationState,
      mail_configured: z.boolean(),
      /** The sign-in provider, and the page that leads to it. */
      provider: z.object({ name: z.string(), address: z.string() }).nullable(),
    }),
  }),
  user: call('GET', '/auth/user', {
    summary: 'Show the signed-in user and their permissions',
    access: 'signed-in',
    forUnfinishedSignIns: true,
    reply: z.object(sessionFacts),
    forRevokedDevices: true,
  }),
  login: call('POST', '/auth/login', {
    summary: 'Sign in. Returns a token or, with two-factor sign-in, a token for the second step',
    access: 'public',
    body: z.strictObject({ email: emailAddress, password: enteredPassword }),
    reply: z.union([signedIn, codeRequired]),
  }),
  logout: call('POST', '/auth/logout', {
    summary: 'Sign out',
    access: 'signed-in',
    forUnfinishedSignIns: true,
    reply: done,
    forCashiers: true,
    forRevokedDevices: true,
  }),
});

export type SessionUser = z.output<typeof sessionUser>;
export type SignedIn = z.output<typeof signedIn>;
export type RegistrationState = z.output<typeof registrationState>;
