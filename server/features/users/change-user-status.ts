import { sql } from 'kysely';
import type { UserRow } from '#domain/users/user.contract';
import { recordAudit } from '../../kernel/audit';
import type { WriteContext } from '../../platform/http/context';
import { conflict, ensure, found } from '../../platform/http/refusal';
import { endSessionsOf, removeTwoFactorOf, voidPasswordLinks } from '../session';
import { canDeactivate, canDelete, canEditUser, canResetTwoFactor, canTakeOver } from './user.rules';
import { findPermissionsOf, findUser, hasHistory, lockUser } from './users.queries';
import { offerWayIn, type WayIn } from './way-in';

/** With what they may do: an account is changed by nobody who may do less. */
export const withRights = async <User extends { readonly id: number }>({ tx }: WriteContext, user: User) => ({
  ...user,
  permissions: await findPermissionsOf(tx, user.id),
});

/** Refuses who may do less than the account: whoever ties it to somebody can close it with them. */
export async function ensureMayChangeAccount(ctx: WriteContext, id: number): Promise<void> {
  ensure(canEditUser(ctx.actor, await withRights(ctx, found(await findUser(ctx.tx, id), 'User'))));
}

/** Deactivates a user; every device of his is signed out at once. */
export async function deactivateUser(ctx: WriteContext, id: number): Promise<UserRow> {
  const user = found(await lockUser(ctx.tx, id), 'User');
  ensure(canDeactivate(ctx.actor, await withRights(ctx, user)));
  await endSessionsOf(ctx.tx, id);
  await voidPasswordLinks(ctx.tx, id, ctx.now);
  return setStatus(ctx, user, 'inactive', 'deactivated');
}

/**
 * Closes the account of somebody who no longer works here, or not now: signed out everywhere, no PIN, no way in. Answers
 * whether it was open until now.
 */
export async function closeAccount(ctx: WriteContext, id: number): Promise<boolean> {
  const user = found(await lockUser(ctx.tx, id), 'User');
  await sql`delete from user_pins where user_id = ${id}`.execute(ctx.tx);
  if (user.status === 'inactive') return false;
  await deactivateUser(ctx, id);
  return true;
}

/** Opens an account again that was closed. */
export async function reopenAccount(ctx: WriteContext, id: number): Promise<void> {
  const user = found(await lockUser(ctx.tx, id), 'User');
  if (user.status === 'inactive') await activateUser(ctx, id);
}

export async function activateUser(ctx: WriteContext, id: number): Promise<UserRow> {
  const user = found(await lockUser(ctx.tx, id), 'User');
  ensure(canEditUser(ctx.actor, await withRights(ctx, user)));
  return setStatus(ctx, user, 'active', 'activated');
}

async function setStatus(
  ctx: WriteContext,
  user: UserRow,
  status: 'active' | 'inactive',
  action: string,
): Promise<UserRow> {
  if (user.status === status) throw conflict(`${user.name} is already ${status}.`);
  await ctx.tx
    .updateTable('users')
    .set(eb => ({ status, version: eb('version', '+', 1), updated_at: ctx.now }))
    .where('id', '=', user.id)
    .execute();
  recordAudit(ctx, {
    action,
    recordType: 'user',
    recordId: user.id,
    recordName: user.name,
    before: { status: user.status },
    after: { status },
  });
  return found(await findUser(ctx.tx, user.id), 'User');
}

/** Gives a person who is locked out, or whose invitation was lost, a new way in. */
export async function resetPasswordOf(
  ctx: WriteContext,
  id: number,
  mailConfigured: boolean,
): Promise<WayIn> {
  const user = found(await lockUser(ctx.tx, id), 'User');
  ensure(canTakeOver(ctx.actor, await withRights(ctx, user)));
  const wayIn = await offerWayIn(ctx, user, user.is_invited ? 'invitation' : 'reset', mailConfigured);
  recordAudit(ctx, {
    action: 'password_reset_offered',
    recordType: 'user',
    recordId: id,
    recordName: user.name,
  });
  return wayIn;
}

/** Lets somebody who has lost app and recovery codes sign in with the password again, and set up another app. */
export async function resetTwoFactorOf(ctx: WriteContext, id: number): Promise<{ message: string }> {
  const user = found(await lockUser(ctx.tx, id), 'User');
  ensure(canResetTwoFactor(ctx.actor, await withRights(ctx, user)));
  await removeTwoFactorOf(ctx, id);
  recordAudit(ctx, {
    action: 'two-factor_reset',
    recordType: 'user',
    recordId: id,
    recordName: user.name,
  });
  return { message: `${user.name} signs in with the password only until they set up a new app.` };
}

/** Signs every device of a user's out. */
export async function signOutUser(ctx: WriteContext, id: number): Promise<{ message: string }> {
  const user = found(await lockUser(ctx.tx, id), 'User');
  ensure(canEditUser(ctx.actor, await withRights(ctx, user)));
  await endSessionsOf(ctx.tx, id);
  recordAudit(ctx, { action: 'signed_out', recordType: 'user', recordId: id, recordName: user.name });
  return { message: `${user.name} is signed out everywhere.` };
}

/** Deletes a user who has done nothing yet; the records of one who has go on naming him, so he stays. */
export async function removeUser(ctx: WriteContext, id: number): Promise<{ message: string }> {
  const user = found(await lockUser(ctx.tx, id), 'User');
  ensure(canDelete(ctx.actor, await withRights(ctx, user), await hasHistory(ctx.tx, id)));
  await ctx.tx.deleteFrom('users').where('id', '=', id).execute();
  recordAudit(ctx, {
    action: 'deleted',
    recordType: 'user',
    recordId: id,
    recordName: user.name,
    before: { name: user.name, email: user.email },
  });
  return { message: 'Deleted successfully!' };
}
