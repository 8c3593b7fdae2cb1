import * as z from 'zod';
import { can } from '../kernel/access';
import { call, closedToTokens, done } from '../kernel/call';
import { enteredDate, instant } from '../kernel/dates';
import { yearStart } from '../kernel/financial-year';
import { emailAddress, id, optionalLongText, requiredText } from '../kernel/fields';
import { newPassword } from '../kernel/password-rule';
import { checkedVatNumberText } from '../kernel/vat-check-digits';

/** The signed-in user (D-01). For administrators the list has every permission. */
const sessionUser = z.object({
  id,
  name: z.string(),
  email: z.string(),
  must_change_password: z.boolean(),
  /** The company requires two-factor sign-in and the user has not set it up. */
  must_set_two_factor: z.boolean(),
  roles: z.array(z.object({ id, name: z.string() })),
  permissions: z.array(z.string()),
  permissionsByModule: z.record(z.string(), z.record(z.string(), z.array(z.string()))),
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

/** Who can register: the first administrator, anyone, or no one. */
export const registrationState = z.enum(['first', 'open', 'closed']);

/** A signed-in device: one session token. */
const device = z.object({
  id,
  description: z.string(),
  address: z.string().nullable(),
  signed_in_at: instant,
  last_seen_at: instant,
  is_current: z.boolean(),
});

export const session = closedToTokens({
  entry: call('GET', '/auth/entry', {
    summary: 'Show the options of the sign-in pages',
    access: 'public',
    reply: z.object({ registration: registrationState, mail_configured: z.boolean() }),
  }),
  user: call('GET', '/auth/user', {
    summary: 'Show the signed-in user and their permissions',
    access: 'signed-in',
    reply: z.object(sessionFacts),
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
    reply: done,
    forCashiers: true,
  }),
  register: call('POST', '/auth/register', {
    summary: 'Register the first administrator, or request an account',
    access: 'public',
    body: z
      .strictObject({
        name: requiredText('Name', 100),
        email: emailAddress,
        password: newPassword,
        /** The following company fields apply to the first administrator only. */
        company_name: requiredText('Company name', 200).optional(),
        company_address: optionalLongText('Address', 500),
        /** Not registered for VAT unless given with a valid number (rules V2, V23). */
        vat_registered: z.boolean('Choose whether the company is registered for VAT.').optional(),
        vat_number: checkedVatNumberText.optional(),
        vat_registered_from: enteredDate.nullish(),
      })
      .refine(body => !body.vat_registered || body.vat_number != null, {
        path: ['vat_number'],
        message: 'Enter the VAT number. You cannot charge VAT without one.',
      }),
    reply: z.object({ message: z.string(), active: z.boolean() }),
  }),
  forgotPassword: call('POST', '/auth/forgot-password', {
    summary: 'Request a link to set a new password',
    access: 'public',
    body: z.strictObject({ email: emailAddress }),
    reply: done,
    audit: 'none',
    perMinute: 60,
  }),
  resetPassword: call('POST', '/auth/reset-password', {
    summary: 'Set a new password with an emailed link',
    access: 'public',
    body: z.strictObject({
      token: z.string().min(1, 'The link is incomplete.').max(200),
      password: newPassword,
    }),
    reply: done,
  }),
  updateProfile: call('PUT', '/auth/profile', {
    summary: 'Change your name or email address',
    access: 'signed-in',
    body: z.strictObject({
      name: requiredText('Name', 100),
      email: emailAddress,
      current_password: enteredPassword
        .optional()
        .meta({ description: 'Required to change the email address.' }),
    }),
    reply: sessionUser,
  }),
  changePassword: call('PUT', '/auth/password', {
    summary: 'Change your password. All other devices are signed out',
    access: 'signed-in',
    body: z.strictObject({ current_password: enteredPassword, password: newPassword }),
    reply: done,
  }),
  devices: call('GET', '/auth/devices', {
    summary: 'List your signed-in devices',
    access: 'signed-in',
    reply: z.object({ data: z.array(device) }),
  }),
  signOutDevice: call('DELETE', '/auth/devices/{id}', {
    summary: 'Sign out one device',
    access: 'signed-in',
    reply: done,
  }),
  signOutEverywhere: call('DELETE', '/auth/devices', {
    summary: 'Sign out all other devices',
    access: 'signed-in',
    reply: done,
  }),
  registration: call('PUT', '/auth/registration', {
    summary: 'Open or close registration',
    access: can('edit_setting'),
    body: z.strictObject({ open: z.boolean('Choose open or closed.') }),
    reply: z.object({ registration: registrationState }),
  }),
});

export type SessionUser = z.output<typeof sessionUser>;
export type SignedIn = z.output<typeof signedIn>;
export type Device = z.output<typeof device>;
export type RegistrationState = z.output<typeof registrationState>;
