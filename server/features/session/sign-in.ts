import type { BodyOf } from '#domain/kernel/call';
import type { session } from '#domain/session/session.contract';
import { recordAudit } from '../../kernel/audit';
import type { WriteContext } from '../../platform/http/context';
import { Refusal } from '../../platform/http/refusal';
import { openSession, signedInBy } from './open-session';
import { passwordFits } from './passwords';
import { findAccount } from './session.queries';
import { accountKey, recordTry, refuseTooManyTries } from './sign-in-throttle';

/**
 * Signs a person in (C-04). A wrong address, a wrong password and a deactivated account are answered alike and
 * take the same time. Whatever comes of it is recorded, so a refusal is returned, not thrown.
 */
export async function signIn(ctx: WriteContext, { email, password }: BodyOf<typeof session.login>) {
  const account = accountKey(email);
  const slowedDown = await refuseTooManyTries(ctx.tx, account, ctx.address, ctx.now);
  if (slowedDown) return slowedDown;

  const user = await findAccount(ctx.tx, account);
  const fits = await passwordFits(password, user?.password_hash ?? null);
  const succeeded = fits && user?.status === 'active';
  await recordTry(ctx.tx, { account, address: ctx.address, succeeded, at: ctx.now });
  if (!user || !succeeded) {
    recordAudit(ctx, {
      action: 'sign-in_refused',
      recordType: 'session',
      recordId: user?.id ?? null,
      recordName: email,
      actor: { id: user?.id ?? null, name: email },
    });
    return new Refusal('invalid', 'Email or password is wrong, or the account is not active.');
  }

  const token = await openSession(ctx, user.id);
  await ctx.tx.updateTable('users').set({ last_sign_in_at: ctx.now }).where('id', '=', user.id).execute();
  recordAudit(ctx, {
    action: 'signed_in',
    recordType: 'session',
    recordId: user.id,
    recordName: user.name,
    actor: user,
  });
  return signedInBy(ctx, token);
}

/** Signs this device out (C-05). */
export async function signOut(ctx: WriteContext): Promise<{ message: string }> {
  await ctx.tx.deleteFrom('sessions').where('id', '=', ctx.actor.sessionId).execute();
  recordAudit(ctx, {
    action: 'signed_out',
    recordType: 'session',
    recordId: ctx.actor.id,
    recordName: ctx.actor.name,
  });
  return { message: 'You are signed out.' };
}
