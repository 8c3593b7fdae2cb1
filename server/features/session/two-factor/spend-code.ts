import { recordAudit } from '../../../kernel/audit';
import type { WriteContext } from '../../../platform/http/context';
import { invalid, Refusal } from '../../../platform/http/refusal';
import type { Secrets } from '../../../platform/secrets';
import { consumeRecoveryCode } from './recovery-codes';
import { accountKey, recordAttempt, refuseTooManyAttempts } from '../sign-in-throttle';
import { notifyFailedSignInsSoon } from '../notify-failed-sign-ins';
import { stepBefore, stepOfCode } from './totp';
import { lockTwoFactor, placeOfSecret } from './two-factor.queries';

type UserRef = { readonly id: number; readonly name: string; readonly email: string };
export type CodeKind = 'app' | 'recovery code';

const sixDigits = /^[0-9]{6}$/;

/** One message for wrong, used and expired codes. */
const wrongCode =
  'This code is wrong or has already been used. Wait for the next code in your app, or use a recovery code.';

/**
 * Uses a code once, as a sign-in attempt: wrong ones add delay. A refusal is returned, not thrown, so that
 * the attempt is recorded.
 */
export async function verifyCode(
  ctx: WriteContext,
  secrets: Secrets,
  user: UserRef,
  typed: string,
): Promise<CodeKind | Refusal> {
  // While signing in, no one is the actor yet.
  const isSignedIn = ctx.actor.id === user.id;
  const attempt = { account: accountKey(user.email), address: ctx.address, isSignedIn };
  const slowedDown = await refuseTooManyAttempts(ctx.tx, attempt, ctx.now);
  if (slowedDown) return slowedDown;
  const kind = await spendCode(ctx, secrets, user.id, typed);
  await recordAttempt(ctx.tx, attempt, { succeeded: kind !== undefined, at: ctx.now });
  if (kind) return kind;
  await notifyFailedSignInsSoon(ctx.tx, attempt.account);
  recordAudit(ctx, {
    action: 'code_refused',
    recordType: 'session',
    recordId: user.id,
    recordName: user.name,
    actor: { id: user.id, name: user.name },
  });
  return invalid({ code: wrongCode });
}

async function spendCode(
  ctx: WriteContext,
  secrets: Secrets,
  userId: number,
  typed: string,
): Promise<CodeKind | undefined> {
  // Locked until the commit, so that one of two identical codes is refused.
  const stored = await lockTwoFactor(ctx.tx, userId);
  if (!stored?.confirmed_at) return undefined;
  const code = typed.replaceAll(/\s/g, '');
  if (!sixDigits.test(code))
    return (await consumeRecoveryCode(ctx.tx, userId, typed, ctx.now)) ? 'recovery code' : undefined;
  const lastStep = stepBefore(stored.last_step, ctx.now);
  const step = stepOfCode(secretOf(secrets, userId, stored.sealed_secret), code, ctx.now, lastStep);
  if (step === undefined) return undefined;
  await ctx.tx.updateTable('two_factors').set({ last_step: step }).where('user_id', '=', userId).execute();
  return 'app';
}

/** The secret shared with the app. */
export const secretOf = (secrets: Secrets, userId: number, sealed: string): Buffer =>
  Buffer.from(secrets.unseal(sealed, placeOfSecret(userId)), 'hex');
