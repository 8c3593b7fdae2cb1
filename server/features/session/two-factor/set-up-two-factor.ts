import { sql } from 'kysely';
import type { BodyOf, ReplyOf } from '#domain/kernel/call';
import type { twoFactor } from '#domain/session/two-factor.contract';
import { recordAudit } from '../../../kernel/audit';
import { isConfirmed } from '../../../kernel/sign-in';
import type { Database } from '../../../platform/database/open-database';
import type { WriteContext } from '../../../platform/http/context';
import { ensureConfirmed } from '../../../platform/http/ensure-confirmed';
import { conflict, invalid, Refusal } from '../../../platform/http/refusal';
import type { Secrets } from '../../../platform/secrets';
import { refuseUnlessOwner, refuseWrongPassword } from '../passwords/own-password';
import { removePasskeysOf } from '../passkeys/passkey.queries';
import { countRecoveryCodes, replaceRecoveryCodes } from './recovery-codes';
import { removePinOf } from '../pin.queries';
import { endSessionsOf } from '../session.queries';
import { secretOf, verifyCode } from './spend-code';
import { base32, newSecret, setUpAddress, stepOfCode } from './totp';
import { findTwoFactor, lockTwoFactor, placeOfSecret } from './two-factor.queries';

export async function getTwoFactor(db: Database, userId: number): Promise<ReplyOf<typeof twoFactor.get>> {
  const stored = await findTwoFactor(db, userId);
  if (!stored?.confirmed_at) return { since: null, recovery_codes_left: 0 };
  return { since: stored.confirmed_at, recovery_codes_left: await countRecoveryCodes(db, userId) };
}

/** Creates a secret, unused until confirmed. Starting again replaces it. */
export async function setUpTwoFactor(
  ctx: WriteContext,
  secrets: Secrets,
  body: BodyOf<typeof twoFactor.setUp>,
): Promise<ReplyOf<typeof twoFactor.setUp> | Refusal> {
  const { id, email, name } = ctx.actor;
  // A user who signs in through the provider, or with a passkey only, may know no password.
  if (body.current_password === undefined)
    await ensureConfirmed({ needsConfirmation: true }, ctx.actor, () =>
      isConfirmed(ctx.tx, ctx.actor.sessionId, ctx.now),
    );
  else {
    const refused = await refuseWrongPassword(ctx, body.current_password);
    if (refused) return refused;
  }
  const secret = newSecret();
  const { rows } = await sql`
    insert into two_factors (user_id, sealed_secret, created_at)
    values (${id}, ${secrets.seal(secret.toString('hex'), placeOfSecret(id))}, ${ctx.now})
    on conflict (user_id) do update set sealed_secret = excluded.sealed_secret, created_at = excluded.created_at, last_step = 0
      where two_factors.confirmed_at is null
    returning user_id`.execute(ctx.tx);
  if (rows.length === 0)
    throw conflict('Two-factor sign-in is already on. Turn it off before you set up another app.');
  recordAudit(ctx, {
    action: 'two-factor_begun',
    recordType: 'user',
    recordId: id,
    recordName: name,
  });
  return { secret: base32(secret), address: setUpAddress(secret, email) };
}

/** Turns it on with a first code and returns the recovery codes. All other devices are signed out. */
export async function confirmTwoFactor(
  ctx: WriteContext,
  secrets: Secrets,
  { code }: BodyOf<typeof twoFactor.confirm>,
): Promise<ReplyOf<typeof twoFactor.confirm>> {
  const { id, name, sessionId } = ctx.actor;
  const started = await lockTwoFactor(ctx.tx, id);
  if (!started || started.confirmed_at)
    throw conflict(
      started
        ? 'Two-factor sign-in is already on.'
        : 'Scan the QR code first, then enter the code from your app.',
    );
  const secret = secretOf(secrets, id, started.sealed_secret);
  const step = stepOfCode(secret, code.replaceAll(/\s/g, ''), ctx.now, started.last_step);
  if (step === undefined)
    throw invalid({
      code: 'This code is wrong. Wait for the next one, and check that the clock on your phone is correct.',
    });
  await ctx.tx
    .updateTable('two_factors')
    .set({ confirmed_at: ctx.now, last_step: step })
    .where('user_id', '=', id)
    .execute();
  const recovery_codes = await replaceRecoveryCodes(ctx.tx, id);
  await endSessionsOf(ctx.tx, id, sessionId);
  recordAudit(ctx, { action: 'two-factor_turned_on', recordType: 'user', recordId: id, recordName: name });
  return { message: 'Two-factor sign-in is on. All other devices are signed out.', recovery_codes };
}

/** Replaces the recovery codes. */
export async function regenerateRecoveryCodes(
  ctx: WriteContext,
  secrets: Secrets,
  body: BodyOf<typeof twoFactor.newRecoveryCodes>,
): Promise<ReplyOf<typeof twoFactor.newRecoveryCodes> | Refusal> {
  const refused = await refuseUnlessConfirmed(ctx, secrets, body);
  if (refused) return refused;
  const { id, name } = ctx.actor;
  const recovery_codes = await replaceRecoveryCodes(ctx.tx, id);
  recordAudit(ctx, { action: 'recovery_codes_made', recordType: 'user', recordId: id, recordName: name });
  return { message: 'These recovery codes replace your previous ones.', recovery_codes };
}

export async function disableTwoFactor(
  ctx: WriteContext,
  secrets: Secrets,
  body: BodyOf<typeof twoFactor.turnOff>,
): Promise<{ message: string } | Refusal> {
  const refused = await refuseUnlessConfirmed(ctx, secrets, body);
  if (refused) return refused;
  const { id, name } = ctx.actor;
  await ctx.tx.deleteFrom('two_factors').where('user_id', '=', id).execute();
  recordAudit(ctx, { action: 'two-factor_turned_off', recordType: 'user', recordId: id, recordName: name });
  return { message: 'Two-factor sign-in is off. You now sign in with your password only.' };
}

/** Password or confirmation, and code, so that access to the device alone is not enough to change the account. */
async function refuseUnlessConfirmed(
  ctx: WriteContext,
  secrets: Secrets,
  { current_password, code }: BodyOf<typeof twoFactor.turnOff>,
): Promise<Refusal | undefined> {
  const refused = await refuseUnlessOwner(ctx, current_password);
  if (refused) return refused;
  if (!(await findTwoFactor(ctx.tx, ctx.actor.id))?.confirmed_at)
    throw conflict('Two-factor sign-in is not on.');
  const used = await verifyCode(ctx, secrets, ctx.actor, code);
  return used instanceof Refusal ? used : undefined;
}

/**
 * Turns off two-factor sign-in for a user who has lost the app and recovery codes. All their devices are
 * signed out. Says whether a PIN was removed with it.
 */
export async function removeTwoFactorOf(ctx: WriteContext, userId: number): Promise<boolean> {
  await ctx.tx
    .deleteFrom('two_factors')
    .where('user_id', '=', userId)
    .where('confirmed_at', 'is not', null)
    .execute();
  // A lost phone often keeps both.
  await removePasskeysOf(ctx.tx, userId);
  await endSessionsOf(ctx.tx, userId);
  return removePinOf(ctx.tx, userId);
}
