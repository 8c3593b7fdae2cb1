import * as z from 'zod';
import { call, done } from '../kernel/call';
import { enteredDate, instant } from '../kernel/dates';
import { id, requiredText } from '../kernel/fields';
import { allPermissions, type Permission } from '../kernel/permissions';

const permission = z.enum(allPermissions as [Permission, ...Permission[]], 'This permission does not exist.');

/** A token for programs of a user. The token itself is shown only once. */
const apiToken = z.object({
  id,
  name: z.string(),
  /** Its maximum permissions. At each use, only those that the user still has apply. */
  permissions: z.array(z.string()),
  created_at: instant,
  expires_at: instant,
  last_used_at: instant.nullable(),
  last_used_address: z.string().nullable(),
});

export const apiTokens = {
  list: call('GET', '/auth/tokens', {
    summary: 'List your API tokens',
    access: 'signed-in',
    reply: z.object({ data: z.array(apiToken) }),
  }),
  create: call('POST', '/auth/tokens', {
    summary: 'Create an API token (shown once)',
    access: 'signed-in',
    needsConfirmation: true,
    body: z.strictObject({
      name: requiredText('Name', 60),
      permissions: z
        .array(permission, 'Choose permissions.')
        .min(1, 'Choose at least one permission.')
        .max(allPermissions.length),
      expires_on: enteredDate.meta({
        description: 'The last day the token works (London time), within a year from today.',
      }),
    }),
    reply: done.extend({ token: z.string(), api_token: apiToken }),
  }),
  revoke: call('DELETE', '/auth/tokens/{id}', {
    summary: 'Revoke one of your API tokens',
    access: 'signed-in',
    reply: done,
  }),
};

export type ApiToken = z.output<typeof apiToken>;
