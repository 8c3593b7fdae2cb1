import type { Role } from '#domain/users/role.contract';
import type { UserRow, UserWrite } from '#domain/users/user.contract';
import { recordAudit, recordEdit } from '../../kernel/audit';
import { violatedConstraint } from '../../platform/database/database-errors';
import type { WriteContext } from '../../platform/http/context';
import { ensureCurrent } from '../../platform/http/ensure-current';
import { ensure, ensureFound, invalid } from '../../platform/http/refusal';
import { findRoles } from './roles.queries';
import { voidPasswordLinks } from '../session';
import { canEditUser, canHoldRoles, canTakeOver } from './user.rules';
import { asHolder, findUser, lockUser, setRolesOf } from './users.queries';
import { createSignInDetails, type SignInDetails } from './sign-in-details';

/** Adds a user with roles, and an emailed invitation or temporary password. */
export async function createUser(
  ctx: WriteContext,
  input: UserWrite,
  mailConfigured: boolean,
): Promise<SignInDetails & { user: UserRow }> {
  const roles = await findChosenRoles(ctx, input.role_ids);
  ensure(canHoldRoles(ctx.actor, { id: 0, roles: [], roleIds: [] }, roles));
  const { id } = await refusingDuplicateEmail(
    ctx.tx
      .insertInto('users')
      .values({ name: input.name, email: input.email, created_at: ctx.now, updated_at: ctx.now })
      .returning('id')
      .executeTakeFirstOrThrow(),
  );
  await setRolesOf(ctx.tx, id, input.role_ids);
  const signInDetails = await createSignInDetails(
    ctx,
    { id, name: input.name, email: input.email },
    'invitation',
    mailConfigured,
  );
  const user = ensureFound(await findUser(ctx.tx, id), 'User');
  recordAudit(ctx, {
    action: 'created',
    recordType: 'user',
    recordId: id,
    recordName: user.name,
    after: auditFacts(user),
  });
  return { ...signInDetails, user };
}

/** Edits a user. 409 for a stale edit or the last administrator, 422 for a role that cannot be granted. */
export async function editUser(
  ctx: WriteContext,
  id: number,
  edit: UserWrite & { readonly version?: number | undefined },
): Promise<UserRow> {
  const before = ensureCurrent(await lockUser(ctx.tx, id), edit.version, 'User');
  ensure(canEditUser(ctx.actor, await asHolder(ctx.tx, before)));
  const roles = await findChosenRoles(ctx, edit.role_ids);
  ensure(canHoldRoles(ctx.actor, { ...before, roleIds: before.roles.map(role => role.id) }, roles));
  if (edit.email.toLowerCase() !== before.email.toLowerCase()) await ensureNewAddress(ctx, before);
  await refusingDuplicateEmail(
    ctx.tx
      .updateTable('users')
      .set(eb => ({
        name: edit.name,
        email: edit.email,
        version: eb('version', '+', 1),
        updated_at: ctx.now,
      }))
      .where('id', '=', id)
      .execute(),
  );
  await setRolesOf(ctx.tx, id, edit.role_ids);
  const after = ensureFound(await findUser(ctx.tx, id), 'User');
  recordEdit(ctx, { type: 'user', id, name: after.name }, auditFacts(before), auditFacts(after));
  return after;
}

/**
 * A new address allows signing in, so it needs the same permissions; links emailed to the old one stop
 * working.
 */
async function ensureNewAddress(ctx: WriteContext, user: UserRow): Promise<void> {
  const result = canTakeOver(ctx.actor, await asHolder(ctx.tx, user));
  if (!result.allowed) throw invalid({ email: result.reason });
  await voidPasswordLinks(ctx.tx, user.id, ctx.now);
}

export const auditFacts = (user: UserRow) => ({
  name: user.name,
  email: user.email,
  status: user.status,
  roles: user.roles.map(role => role.name),
});

async function findChosenRoles(ctx: WriteContext, ids: readonly number[]): Promise<Role[]> {
  const roles = await findRoles(ctx.tx, ids);
  if (roles.length < new Set(ids).size)
    throw invalid({ role_ids: 'One of these roles no longer exists. Choose again.' });
  return roles;
}

async function refusingDuplicateEmail<T>(write: Promise<T>): Promise<T> {
  try {
    return await write;
  } catch (error) {
    if (violatedConstraint(error) === 'users_email_is_taken')
      throw invalid({ email: 'An account with this address already exists.' });
    throw error;
  }
}
