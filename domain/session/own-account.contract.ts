import * as z from 'zod';
import { call, closedToTokens, done } from '../kernel/call';
import { enteredDate, instant } from '../kernel/dates';
import { emailAddress, id, optionalLongText, requiredText } from '../kernel/fields';
import { newPassword } from '../kernel/password-rule';
import { checkedVatNumberText } from '../kernel/vat-check-digits';
import { ownPassword, registrationState, sessionUser } from './session.contract';

/** A signed-in device: one session token. */
const device = z.object({
  id,
  description: z.string(),
  address: z.string().nullable(),
  signed_in_at: instant,
  last_seen_at: instant,
  is_current: z.boolean(),
});

/** The calls of one's own account: registering, passwords, profile and devices. Sign-in loads without them. */
export const ownAccount = closedToTokens({
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
    perMinute: 30,
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
      current_password: ownPassword.meta({
        description:
          'Required to change the email address, unless you sign in through the provider or have no password, and confirmed who you are in the last half hour.',
      }),
    }),
    reply: sessionUser,
  }),
  changePassword: call('PUT', '/auth/password', {
    summary: 'Change your password. All other devices are signed out',
    access: 'signed-in',
    forUnfinishedSignIns: true,
    body: z.strictObject({ current_password: ownPassword, password: newPassword }),
    reply: done,
  }),
  devices: call('GET', '/auth/devices', {
    summary: 'List your signed-in devices',
    access: 'signed-in',
    forUnfinishedSignIns: true,
    reply: z.object({ data: z.array(device) }),
  }),
  signOutDevice: call('DELETE', '/auth/devices/{id}', {
    summary: 'Sign out one device',
    access: 'signed-in',
    forUnfinishedSignIns: true,
    reply: done,
  }),
  signOutEverywhere: call('DELETE', '/auth/devices', {
    summary: 'Sign out all other devices',
    access: 'signed-in',
    forUnfinishedSignIns: true,
    reply: done,
  }),
  registration: call('PUT', '/auth/registration', {
    summary: 'Open or close registration',
    access: 'administrator',
    needsConfirmation: true,
    body: z.strictObject({ open: z.boolean('Choose open or closed.') }),
    reply: z.object({ registration: registrationState }),
  }),
});

export type Device = z.output<typeof device>;
