import { recordAudit } from '../../../kernel/audit';
import { findProvider, isConfirmed } from '../../../kernel/sign-in';
import type { Tx } from '../../../platform/database/open-database';
import type { WriteContext } from '../../../platform/http/context';
import { ensureConfirmed } from '../../../platform/http/ensure-confirmed';
import { invalid, type Refusal } from '../../../platform/http/refusal';
import { notifyFailedSignInsSoon } from '../notify-failed-sign-ins';
import { passwordMatches } from './passwords';
import { hasLinkTo } from '../provider/provider-link.queries';
import { findAccountById } from '../session.queries';
import { accountKey, recordAttempt, refuseTooManyAttempts } from '../sign-in-throttle';

/**
 * Checks that the account's owner is changing it: by their password or, from those who may know none, by a recent confirmation
 * (decision 194). Nothing may have been written yet.
 */
export async function refuseUnlessOwner(
  ctx: WriteContext,
  password: string | undefined,
): Promise<Refusal | undefined> {
  if (password !== undefined || !(await mayKnowNoPassword(ctx.tx, ctx.actor.id)))
    return refuseWrongPassword(ctx, password);
  await ensureConfirmed({ needsConfirmation: true }, ctx.actor, () =>
    isConfirmed(ctx.tx, ctx.actor.sessionId, ctx.now),
  );
  return undefined;
}

async function mayKnowNoPassword(tx: Tx, userId: number): Promise<boolean> {
  const provider = await findProvider(tx);
  if (provider && (await hasLinkTo(tx, userId, provider.issuer))) return true;
  return (await findAccountById(tx, userId))?.password_hash === null;
}

/**
 * Checks the user's own password before their account changes; nothing may have been written yet. Wrong ones add delay,
 * as at sign-in, so that a device left signed in is no place to guess. A refusal is returned, not thrown, so that the
 * attempt stays recorded. A correct one is not recorded: it would reset the count of wrong codes.
 */
export async function refuseWrongPassword(
  ctx: WriteContext,
  password: string | undefined,
): Promise<Refusal | undefined> {
  if (!password) return invalid({ current_password: 'Enter your current password.' });
  const { id, name, email } = ctx.actor;
  const attempt = { account: accountKey(email), address: ctx.address, isSignedIn: true };
  const slowedDown = await refuseTooManyAttempts(ctx.tx, attempt, ctx.now);
  if (slowedDown) return slowedDown;
  const stored = await findAccountById(ctx.tx, id);
  if (await passwordMatches(password, stored?.password_hash ?? null)) return undefined;
  await recordAttempt(ctx.tx, attempt, { succeeded: false, at: ctx.now });
  await notifyFailedSignInsSoon(ctx.tx, attempt.account);
  recordAudit(ctx, { action: 'password_refused', recordType: 'user', recordId: id, recordName: name });
  return invalid({ current_password: 'This is not your current password.' });
}
