import * as z from 'zod';
import { call, done } from '../kernel/call';
import { calendarDate, instant } from '../kernel/dates';
import { id, requiredText } from '../kernel/fields';
import { allPermissions, type Permission } from '../kernel/permissions';
import { typedPassword } from './session.contract';

const permission = z.enum(
  allPermissions as [Permission, ...Permission[]],
  'This right is not in the catalogue.',
);

/** A token by which a program acts for a person. The token itself is shown once, and never again. */
const apiToken = z.object({
  id,
  name: z.string(),
  /** What it may do at most; at each use only what the person still may counts. */
  permissions: z.array(z.string()),
  created_at: instant,
  expires_at: instant,
  last_used_at: instant.nullable(),
  last_used_address: z.string().nullable(),
});

export const apiTokens = {
  list: call('GET', '/auth/tokens', {
    summary: 'Your API tokens',
    access: 'signed-in',
    reply: z.object({ data: z.array(apiToken) }),
  }),
  create: call('POST', '/auth/tokens', {
    summary: 'Make an API token; it is answered once',
    access: 'signed-in',
    body: z.strictObject({
      name: requiredText('Name', 60),
      permissions: z
        .array(permission, 'Choose rights.')
        .min(1, 'Choose at least one right.')
        .max(allPermissions.length),
      expires_on: calendarDate.meta({
        description: 'The last day it works, in London; within a year from today.',
      }),
      current_password: typedPassword,
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
