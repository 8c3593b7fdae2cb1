import type { UserRow } from '#domain/users/user.contract';
import { recordAudit } from '../../kernel/audit';
import type { WriteContext } from '../../platform/http/context';
import { conflict, ensure, ensureFound } from '../../platform/http/refusal';
import { endOwnClaims } from '../expenses';
import {
  endSessionsOf,
  findLinksOf,
  removeLinksOf,
  removePinOf,
  removeTwoFactorOf,
  revokeTokensOf,
  voidPasswordLinks,
} from '../session';
import {
  canDeactivate,
  canDelete,
  canEditUser,
  canResetTwoFactor,
  canTakeOver,
  canUnlink,
} from './user.rules';
import { asHolder, findUser, hasHistory, isErased, lockUser } from './users.queries';
import { createSignInDetails, type SignInDetails } from './sign-in-details';

/**
 * Refuses users with fewer permissions than the account, because linking it to an employee allows closing it.
 */
export async function ensureCanChangeAccount(ctx: WriteContext, id: number): Promise<void> {
  ensure(canEditUser(ctx.actor, await asHolder(ctx.tx, ensureFound(await findUser(ctx.tx, id), 'User'))));
}

/**
 * The same before a closed account is erased with its employee. An open one stays, and so does one that was erased with another
 * employee who had used it before.
 */
export async function ensureCanEraseAccount(ctx: WriteContext, id: number): Promise<void> {
  const user = ensureFound(await findUser(ctx.tx, id), 'User');
  if (user.status === 'inactive' && !(await isErased(ctx.tx, id))) await ensureCanChangeAccount(ctx, id);
}

/** Deactivates a user. All their devices are signed out at once; the database revokes their API tokens (F50). */
export async function deactivateUser(ctx: WriteContext, id: number): Promise<UserRow> {
  const user = ensureFound(await lockUser(ctx.tx, id), 'User');
  ensure(canDeactivate(ctx.actor, await asHolder(ctx.tx, user)));
  await endSessionsOf(ctx.tx, id);
  await voidPasswordLinks(ctx.tx, id, ctx.now);
  await endOwnClaims(ctx, id);
  return setStatus(ctx, user, 'inactive', 'deactivated');
}

/**
 * Closes the account of an employee who has left or is suspended: signed out everywhere, no PIN, no password.
 * Returns whether it was open.
 */
export async function closeAccount(ctx: WriteContext, id: number): Promise<boolean> {
  const user = ensureFound(await lockUser(ctx.tx, id), 'User');
  await removePinOf(ctx.tx, id);
  if (user.status === 'inactive') return false;
  await deactivateUser(ctx, id);
  return true;
}

/** Reopens a closed account, unless it was erased with another employee who had used it before. */
export async function reopenAccount(ctx: WriteContext, id: number): Promise<void> {
  const user = ensureFound(await lockUser(ctx.tx, id), 'User');
  if (user.status === 'inactive' && !(await isErased(ctx.tx, id))) await activateUser(ctx, id);
}

export async function activateUser(ctx: WriteContext, id: number): Promise<UserRow> {
  const user = ensureFound(await lockUser(ctx.tx, id), 'User');
  ensure(canEditUser(ctx.actor, await asHolder(ctx.tx, user)));
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
  return ensureFound(await findUser(ctx.tx, user.id), 'User');
}

/** Resets the sign-in of a user who is locked out or whose invitation was lost. */
export async function resetPasswordOf(
  ctx: WriteContext,
  id: number,
  mailConfigured: boolean,
): Promise<SignInDetails> {
  const user = ensureFound(await lockUser(ctx.tx, id), 'User');
  ensure(canTakeOver(ctx.actor, await asHolder(ctx.tx, user)));
  const signInDetails = await createSignInDetails(
    ctx,
    user,
    user.is_invited ? 'invitation' : 'reset',
    mailConfigured,
  );
  recordAudit(ctx, {
    action: 'password_reset_offered',
    recordType: 'user',
    recordId: id,
    recordName: user.name,
  });
  return signInDetails;
}

/** Turns off two-factor sign-in for a user who has lost the app and recovery codes. */
export async function resetTwoFactorOf(ctx: WriteContext, id: number): Promise<{ message: string }> {
  const user = ensureFound(await lockUser(ctx.tx, id), 'User');
  ensure(canResetTwoFactor(ctx.actor, await asHolder(ctx.tx, user)));
  const hadPin = await removeTwoFactorOf(ctx, id);
  // Whoever has the lost phone may have created one.
  await revokeTokensOf(ctx.tx, id);
  recordAudit(ctx, {
    action: 'two-factor_reset',
    recordType: 'user',
    recordId: id,
    recordName: user.name,
  });
  return {
    message: `${user.name} signs in with the password only until they set up a new app.${hadPin ? ' Their PIN no longer works: they set a new one in their profile.' : ''}`,
  };
}

/** Removes the link to an account at the sign-in provider, which may have been given to someone else. */
export async function unlinkUser(ctx: WriteContext, id: number): Promise<{ message: string }> {
  const user = ensureFound(await lockUser(ctx.tx, id), 'User');
  const links = await findLinksOf(ctx.tx, id);
  ensure(canUnlink(ctx.actor, await asHolder(ctx.tx, user), links.length > 0));
  await removeLinksOf(ctx.tx, id);
  recordAudit(ctx, {
    action: 'provider_unlinked',
    recordType: 'user',
    recordId: id,
    recordName: user.name,
    after: { account: links.map(link => link.email).join(', ') },
  });
  return { message: `${user.name} is no longer linked to an account of the sign-in provider.` };
}

/** Signs out all devices of a user, and the programs that act for them (F50). */
export async function signOutUser(ctx: WriteContext, id: number): Promise<{ message: string }> {
  const user = ensureFound(await lockUser(ctx.tx, id), 'User');
  ensure(canEditUser(ctx.actor, await asHolder(ctx.tx, user)));
  await endSessionsOf(ctx.tx, id);
  await revokeTokensOf(ctx.tx, id);
  recordAudit(ctx, { action: 'signed_out', recordType: 'user', recordId: id, recordName: user.name });
  return { message: `${user.name} is signed out everywhere, and their API tokens are revoked.` };
}

/** Deletes a user without recorded activity. Others can only be deactivated. */
export async function removeUser(ctx: WriteContext, id: number): Promise<{ message: string }> {
  const user = ensureFound(await lockUser(ctx.tx, id), 'User');
  ensure(canDelete(ctx.actor, await asHolder(ctx.tx, user), await hasHistory(ctx.tx, id)));
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
