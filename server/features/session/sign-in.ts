import type { BodyOf, ReplyOf } from '#domain/kernel/call';
import type { session } from '#domain/session/session.contract';
import type { twoFactor } from '#domain/session/two-factor.contract';
import { recordAudit } from '../../kernel/audit';
import type { WriteContext } from '../../platform/http/context';
import type { BeforeRequest } from '../../platform/http/route';
import { invalid, Refusal } from '../../platform/http/refusal';
import type { Secrets } from '../../platform/secrets';
import { openSession, type SessionTerms, signedInBy } from './open-session';
import { anonymousPasswordMatches } from './passwords/passwords';
import {
  startSecondStep,
  countWrongCode,
  endPendingSignIn,
  findPendingSignIn,
} from './two-factor/pending-sign-in';
import { countRecoveryCodes } from './two-factor/recovery-codes';
import { findAccount } from './session.queries';
import { notifyFailedSignInsSoon } from './notify-failed-sign-ins';
import { accountKey, recordAttempt, refuseTooManyAttempts, tooManyAttempts } from './sign-in-throttle';
import { refuseUnlessByProvider } from './provider/password-or-provider';
import { verifyCode } from './two-factor/spend-code';
import { findTwoFactor } from './two-factor/two-factor.queries';

type UserRef = { readonly id: number; readonly name: string };

/** A password compared with the stored hash of its account; null when there is none. */
type Compared = { readonly email: string; readonly storedHash: string | null; readonly fits: boolean };

/**
 * Compares the password before the transaction: it takes long, and a flood of sign-ins must not hold all connections to the
 * database meanwhile.
 */
export async function comparePassword(
  { db, address, now }: Pick<BeforeRequest, 'db' | 'address' | 'now'>,
  { email, password }: BodyOf<typeof session.login>,
): Promise<Compared> {
  const account = accountKey(email);
  const slowedDown = await tooManyAttempts(db, { account, address }, now);
  if (slowedDown) throw slowedDown;
  const storedHash = (await findAccount(db, account))?.password_hash ?? null;
  return { email, storedHash, fits: await anonymousPasswordMatches(password, storedHash) };
}

/**
 * Signs a user in (C-04), or asks for the second factor. A wrong address, a wrong password and a deactivated account
 * get the same reply after the same time. A refusal is returned, not thrown, so that the attempt stays recorded.
 */
export async function signIn(
  ctx: WriteContext,
  { email, storedHash, fits: didFit }: Compared,
): Promise<ReplyOf<typeof session.login> | Refusal> {
  const account = accountKey(email);
  const attempt = { account, address: ctx.address };
  const slowedDown = await refuseTooManyAttempts(ctx.tx, attempt, ctx.now);
  if (slowedDown) return slowedDown;

  const user = await findAccount(ctx.tx, account);
  // A password changed since it was compared no longer fits.
  const fits = didFit && user?.password_hash === storedHash;
  if (!user || !fits || user.status !== 'active') {
    await recordAttempt(ctx.tx, attempt, { succeeded: false, at: ctx.now });
    await notifyFailedSignInsSoon(ctx.tx, account);
    recordAudit(ctx, {
      action: 'sign-in_refused',
      recordType: 'session',
      recordId: user?.id ?? null,
      recordName: email,
      actor: { id: user?.id ?? null, name: email },
    });
    return new Refusal('invalid', 'Email or password is wrong, or the account is not active.');
  }
  const elsewhere = await refuseUnlessByProvider(ctx, user);
  if (elsewhere) return elsewhere;
  // The attempt counts as failed until the code is correct, or the password would reset the count of wrong
  // codes.
  if ((await findTwoFactor(ctx.tx, user.id))?.confirmed_at) return askForCode(ctx, user);
  await recordAttempt(ctx.tx, attempt, { succeeded: true, at: ctx.now });
  return completeSignIn(ctx, user);
}

/** Asks for the second factor of a user whose first was right. */
export async function askForCode(ctx: WriteContext, user: UserRef) {
  const pending_token = await startSecondStep(ctx, user.id);
  recordAudit(ctx, {
    action: 'code_asked',
    recordType: 'session',
    recordId: user.id,
    recordName: user.name,
    actor: user,
  });
  return { pending_token, message: 'Enter the code from your app, or a recovery code.' };
}

/** The second step: the app's code, or a recovery code. */
export async function signInWithCode(
  ctx: WriteContext,
  secrets: Secrets,
  { pending_token, code }: BodyOf<typeof twoFactor.signIn>,
): Promise<ReplyOf<typeof twoFactor.signIn> | Refusal> {
  const user = await findPendingSignIn(ctx.tx, pending_token, ctx.now);
  if (!user) throw invalid({ pending_token: 'This sign-in has expired. Sign in with your password again.' });
  const used = await verifyCode(ctx, secrets, user, code);
  if (used instanceof Refusal) {
    if (used.code === 'invalid') await countWrongCode(ctx.tx, pending_token);
    return used;
  }
  await endPendingSignIn(ctx.tx, pending_token);
  const codesLeft = used === 'recovery code' ? await countRecoveryCodes(ctx.tx, user.id) : null;
  return completeSignIn(ctx, user, {
    second_factor: used,
    ...(codesLeft === null ? {} : { recovery_codes_left: codesLeft }),
  });
}

/** Opens the session of a user whose sign-in is complete. */
export async function completeSignIn(
  ctx: WriteContext,
  user: UserRef,
  how?: Readonly<Record<string, unknown>>,
  terms?: SessionTerms,
) {
  const token = await openSession(ctx, user.id, terms);
  await ctx.tx.updateTable('users').set({ last_sign_in_at: ctx.now }).where('id', '=', user.id).execute();
  recordAudit(ctx, {
    action: 'signed_in',
    recordType: 'session',
    recordId: user.id,
    recordName: user.name,
    actor: user,
    after: how ?? null,
  });
  return signedInBy(ctx, token);
}

/** Signs out this device (C-05). */
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
