import { roles } from '#domain/users/role.contract';
import { type UserDetail, type UserRow, users } from '#domain/users/user.contract';
import type { RuleResult } from '#domain/kernel/rule-result';
import type { Reader } from '../../platform/database/open-database';
import type { Actor } from '../../platform/http/actor';
import { ensureFound } from '../../platform/http/refusal';
import { read, type Route, write, writeSecret } from '../../platform/http/route';
import type { Column } from '../../platform/spreadsheets/column';
import { exportReply } from '../../platform/spreadsheets/export-reply';
import type { Mailing } from '../../kernel/outbox';
import { type CallerMemory, findLinksOf } from '../session';
import {
  activateUser,
  deactivateUser,
  removeUser,
  resetPasswordOf,
  resetTwoFactorOf,
  signOutUser,
  unlinkUser,
} from './change-user-status';
import { explainPermissions } from './explain-permissions';
import { listRoles } from './roles.queries';
import { duplicateRole, createRole, editRole, removeRole } from './save-role';
import { createUser, editUser } from './save-user';
import {
  canDeactivate,
  canDelete,
  canEditUser,
  canResetTwoFactor,
  canTakeOver,
  canUnlink,
} from './user.rules';
import { asHolder, findUser, hasHistory, listUsers, streamUsers } from './users.queries';

type Services = { readonly callers: CallerMemory; readonly mailing: Mailing };

export function userRoutes({ callers, mailing }: Services): Route[] {
  // These writes change permissions with immediate effect.
  const forgetting = <T>(
    ctx: { afterCommit: (effect: () => void) => void },
    work: Promise<T>,
  ): Promise<T> => {
    ctx.afterCommit(callers.forget);
    return work;
  };
  return [
    read(users.list, ({ db, query }) => listUsers(db, query)),
    read(users.export, async ({ db, query }) =>
      exportReply('users', query.format, exportColumns, streamUsers(db, query)),
    ),
    read(users.get, ({ db, params, actor }) => getUser(db, params.id, actor)),
    writeSecret(users.create, async ({ ctx, body }) =>
      createUser(ctx, body, await mailing.isConfigured(ctx.tx)),
    ),
    write(users.update, ({ ctx, params, body }) => forgetting(ctx, editUser(ctx, params.id, body))),
    write(users.deactivate, ({ ctx, params }) => forgetting(ctx, deactivateUser(ctx, params.id))),
    write(users.activate, ({ ctx, params }) => forgetting(ctx, activateUser(ctx, params.id))),
    writeSecret(users.resetPassword, async ({ ctx, params }) =>
      forgetting(ctx, resetPasswordOf(ctx, params.id, await mailing.isConfigured(ctx.tx))),
    ),
    write(users.resetTwoFactor, ({ ctx, params }) => forgetting(ctx, resetTwoFactorOf(ctx, params.id))),
    write(users.unlink, ({ ctx, params }) => unlinkUser(ctx, params.id)),
    write(users.signOut, ({ ctx, params }) => forgetting(ctx, signOutUser(ctx, params.id))),
    write(users.remove, ({ ctx, params }) => forgetting(ctx, removeUser(ctx, params.id))),
    read(roles.list, async ({ db }) => ({ data: await listRoles(db) })),
    write(roles.create, ({ ctx, body }) => createRole(ctx, body)),
    write(roles.update, ({ ctx, params, body }) => forgetting(ctx, editRole(ctx, params.id, body))),
    write(roles.duplicate, ({ ctx, params, body }) => duplicateRole(ctx, params.id, body.name)),
    write(roles.remove, ({ ctx, params }) => forgetting(ctx, removeRole(ctx, params.id))),
    read(roles.explain, async ({ db, actor }) => ({ data: await explainPermissions(db, actor) })),
  ];
}

async function getUser(db: Reader, id: number, actor: Actor): Promise<UserDetail> {
  const user = ensureFound(await findUser(db, id), 'User');
  const reported = (result: RuleResult) => ({
    allowed: result.allowed,
    reason: result.allowed ? null : result.reason,
  });
  const provider_links = await findLinksOf(db, id);
  const holder = await asHolder(db, user);
  return {
    ...user,
    provider_links,
    can: {
      edit: reported(canEditUser(actor, holder)),
      take_over: reported(canTakeOver(actor, holder)),
      reset_two_factor: reported(canResetTwoFactor(actor, holder)),
      unlink: reported(canUnlink(actor, holder, provider_links.length > 0)),
      deactivate: reported(canDeactivate(actor, holder)),
      remove: reported(canDelete(actor, holder, await hasHistory(db, id))),
    },
  };
}

const exportColumns: readonly Column<UserRow>[] = [
  { header: 'Name', kind: 'text', width: 28, value: user => user.name },
  { header: 'Email', kind: 'text', width: 32, value: user => user.email },
  { header: 'Roles', kind: 'text', width: 28, value: user => user.roles.map(role => role.name).join(', ') },
  { header: 'Status', kind: 'text', width: 10, value: user => user.status },
  { header: 'Two-factor', kind: 'text', width: 12, value: user => (user.has_two_factor ? 'on' : 'off') },
  { header: 'Last sign-in', kind: 'instant', width: 20, value: user => user.last_sign_in_at },
  { header: 'Created', kind: 'instant', width: 20, value: user => user.created_at },
];
