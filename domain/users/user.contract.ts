import * as z from 'zod';
import { can, canAny } from '../kernel/access';
import { call, closedToTokens, done } from '../kernel/call';
import { instant } from '../kernel/dates';
import { emailAddress, id, recordStatus, requiredText, version } from '../kernel/fields';
import { listCalls, severalIds } from '../kernel/list-query';

const roleOfUser = z.object({ id, name: z.string() });

const userRow = z.object({
  id,
  name: z.string(),
  email: z.string(),
  status: recordStatus,
  roles: z.array(roleOfUser),
  /** Active, but without a password, and never signed in by other means. */
  is_invited: z.boolean(),
  must_change_password: z.boolean(),
  /** Uses two-factor sign-in. */
  has_two_factor: z.boolean(),
  last_sign_in_at: instant.nullable(),
  version,
  created_at: instant,
  updated_at: instant,
});

/** Whether an action is allowed, or why not. Buttons and server use the same rule. */
const ruleResult = z.object({ allowed: z.boolean(), reason: z.string().nullable() });

const userDetail = userRow.extend({
  /** Accounts at the sign-in provider. */
  provider_links: z.array(
    z.object({ issuer: z.string(), email: z.string().nullable(), last_used_at: instant.nullable() }),
  ),
  /** `take_over`: setting the address or password, which would allow signing in as the user. */
  can: z.object({
    edit: ruleResult,
    take_over: ruleResult,
    reset_two_factor: ruleResult,
    unlink: ruleResult,
    deactivate: ruleResult,
    remove: ruleResult,
  }),
});

export const userWrite = z.strictObject({
  name: requiredText('Name', 100),
  email: emailAddress,
  role_ids: z.array(id, 'Choose roles.').max(50, 'Choose at most 50 roles.'),
});

/** How a user signs in for the first time or after a reset: an emailed link, or a password shown once. */
const signInDetails = z.object({ message: z.string(), temporary_password: z.string().nullable() });

export const users = closedToTokens({
  ...listCalls('/users', {
    summary: 'List users',
    access: can('view_user'),
    exportAccess: can('view_user', 'export_data'),
    exportNeedsConfirmation: true,
    listing: {
      sort: ['name', 'email', 'last_sign_in_at', 'created_at'],
      defaultSort: { by: 'name', order: 'asc' },
      filters: { status: recordStatus, role_id: severalIds('roles') },
    },
    row: userRow,
  }),
  get: call('GET', '/users/{id}', {
    summary: 'Show a user',
    access: canAny('view_user', 'edit_user'),
    reply: userDetail,
  }),
  create: call('POST', '/users', {
    summary: 'Add a user with an email invitation, or with a temporary password if there is no mail server',
    access: can('create_user'),
    needsConfirmation: true,
    body: userWrite,
    reply: signInDetails.extend({ user: userRow }),
  }),
  update: call('PUT', '/users/{id}', {
    summary: 'Edit a user and their roles',
    access: can('edit_user'),
    needsConfirmation: true,
    body: userWrite.extend({ version: version.optional() }),
    reply: userRow,
  }),
  deactivate: call('POST', '/users/{id}/deactivate', {
    summary: 'Deactivate a user. All their devices are signed out at once, and their API tokens are revoked',
    access: can('edit_user'),
    reply: userRow,
  }),
  activate: call('POST', '/users/{id}/activate', {
    summary: 'Activate a user',
    access: can('edit_user'),
    reply: userRow,
  }),
  resetPassword: call('POST', '/users/{id}/reset-password', {
    summary: 'Reset the password of a user with an emailed link or a temporary password',
    access: can('edit_user'),
    needsConfirmation: true,
    reply: signInDetails,
  }),
  resetTwoFactor: call('POST', '/users/{id}/reset-two-factor', {
    summary: 'Turn off two-factor sign-in for a user who has lost the app. All their devices are signed out',
    access: can('edit_user'),
    needsConfirmation: true,
    reply: done,
  }),
  unlink: call('DELETE', '/users/{id}/provider-links', {
    summary: 'Remove the link of a user to their account at the sign-in provider',
    access: can('edit_user'),
    needsConfirmation: true,
    reply: done,
  }),
  signOut: call('POST', '/users/{id}/sign-out', {
    summary: 'Sign out all devices of a user',
    access: can('edit_user'),
    reply: done,
  }),
  remove: call('DELETE', '/users/{id}', {
    summary: 'Delete a user without any recorded activity',
    access: can('delete_user'),
    reply: done,
  }),
});

export type UserRow = z.output<typeof userRow>;
export type UserDetail = z.output<typeof userDetail>;
export type UserWrite = z.output<typeof userWrite>;
