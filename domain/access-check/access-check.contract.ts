import * as z from 'zod';
import { can } from '../kernel/access';
import { call, closedToTokens } from '../kernel/call';
import { id } from '../kernel/fields';
import { allPermissions, type Permission } from '../kernel/permissions';
import { conditionKinds, accessResults } from './access-answer';

const subject = z.object({ key: z.string(), label: z.string(), group: z.string() });
const action = subject.extend({ amount: z.enum(['money', 'percent']).nullable() });

const condition = z.object({
  kind: z.enum(conditionKinds),
  words: z.string(),
  limit: z.string().nullable(),
  approvers: z.array(z.string()),
});

const answer = z.object({
  user: z.object({ id, name: z.string(), is_active: z.boolean(), roles: z.array(z.string()) }),
  result: z.enum(accessResults),
  reason: z.string(),
  lines: z.array(z.object({ words: z.string(), is_met: z.boolean(), granted_by: z.array(z.string()) })),
  conditions: z.array(condition),
  change: z.string().nullable(),
});

const key = z.string().max(200);
/** An action or the path of a page, and the amount that the question names: pounds, or a percentage for a discount. */
const asked = {
  action: key.optional(),
  path: key.optional(),
  amount: z
    .string()
    .regex(/^\d{1,9}(\.\d{1,2})?$/, 'Enter an amount such as 50.00.')
    .optional(),
};

const permission = z.enum(allPermissions as [Permission, ...Permission[]], 'This permission does not exist.');
const changed = subject.extend({ people: z.array(z.string()) });
const changes = z.object({ gained: z.array(changed), lost: z.array(changed) });

export const accessCheck = closedToTokens({
  subjects: call('GET', '/access-check/subjects', {
    summary: 'List the actions, pages and users of the access check',
    access: can('view_user'),
    reply: z.object({
      actions: z.array(action),
      pages: z.array(subject),
      users: z.array(z.object({ id, name: z.string(), is_active: z.boolean() })),
    }),
  }),
  who: call('GET', '/access-check/who', {
    summary: 'List who can do an action or open a page, and why',
    access: can('view_user'),
    query: z.strictObject(asked),
    reply: z.object({ data: z.array(answer) }),
  }),
  why: call('GET', '/access-check/why/{id}', {
    summary: 'Check whether a user can do an action or open a page, and why',
    access: can('view_user'),
    query: z.strictObject(asked),
    reply: answer,
  }),
  previewRole: call('POST', '/access-check/role', {
    summary: 'Preview what a change to a role grants and removes',
    access: can('edit_user'),
    body: z.strictObject({
      role_id: id.nullable(),
      permissions: z.array(permission, 'Choose permissions.').max(allPermissions.length),
    }),
    reply: z.object({
      users: z.int(),
      people: z.array(z.object({ id, name: z.string(), gains: z.int(), loses: z.int() })),
      pages: changes,
      actions: changes,
      warnings: z.array(z.string()),
    }),
    audit: 'none',
  }),
});

export type AccessSubjects = z.output<typeof accessCheck.subjects.reply>;
export type AccessAnswer = z.output<typeof answer>;
export type RolePreviewReply = z.output<typeof accessCheck.previewRole.reply>;
