import * as z from 'zod';
import { can, canAny } from '../kernel/access';
import { call, closedToTokens, done } from '../kernel/call';
import { id, optionalText, requiredText, version } from '../kernel/fields';
import { percentage } from '../kernel/percent';
import { allPermissions, type Permission } from '../kernel/permissions';

const permission = z.enum(allPermissions as [Permission, ...Permission[]], 'This permission does not exist.');

const role = z.object({
  id,
  name: z.string(),
  description: z.string().nullable(),
  /** The administrator role has every permission and cannot be changed. */
  is_system: z.boolean(),
  permissions: z.array(permission),
  discount_limit: percentage.nullable(),
  user_count: z.int(),
  version,
});

export const roleWrite = z.strictObject({
  name: requiredText('Name', 60),
  description: optionalText('Description', 200),
  permissions: z.array(permission, 'Choose permissions.').max(allPermissions.length),
  /** A discount that its users may give beyond the limit of the settings, and approve for others. */
  discount_limit: percentage.nullish(),
});

/** Whether a user has a permission, and which role grants it. */
const explanation = z.object({
  permission: z.string(),
  module: z.string(),
  action: z.string(),
  allowed: z.boolean(),
  reason: z.string(),
});

export const roles = closedToTokens({
  list: call('GET', '/roles', {
    summary: 'List roles',
    access: canAny('view_user', 'create_user', 'edit_user'),
    reply: z.object({ data: z.array(role) }),
  }),
  create: call('POST', '/roles', {
    summary: 'Add a role',
    access: can('edit_user'),
    needsConfirmation: true,
    body: roleWrite,
    reply: role,
  }),
  update: call('PUT', '/roles/{id}', {
    summary: 'Edit a role',
    access: can('edit_user'),
    needsConfirmation: true,
    body: roleWrite.extend({ version: version.optional() }),
    reply: role,
  }),
  duplicate: call('POST', '/roles/{id}/clone', {
    summary: 'Duplicate a role under a new name',
    access: can('edit_user'),
    needsConfirmation: true,
    body: z.strictObject({ name: requiredText('Name', 60) }),
    reply: role,
  }),
  remove: call('DELETE', '/roles/{id}', {
    summary: 'Delete a role without users',
    access: can('edit_user'),
    needsConfirmation: true,
    reply: done,
  }),
  explain: call('GET', '/auth/permissions', {
    summary: 'List your permissions, and the roles that grant them',
    access: 'signed-in',
    reply: z.object({ data: z.array(explanation) }),
  }),
});

export type Role = z.output<typeof role>;
export type RoleWrite = z.output<typeof roleWrite>;
export type Explanation = z.output<typeof explanation>;
