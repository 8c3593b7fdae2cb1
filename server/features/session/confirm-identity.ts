import type { BodyOf, ReplyOf } from '#domain/kernel/call';
import type { confirmation } from '#domain/session/confirmation.contract';
import { recordAudit } from '../../kernel/audit';
import { confirmationMs, confirmedAt, findProvider, isRecent } from '../../kernel/sign-in';
import type { Reader } from '../../platform/database/open-database';
import type { ReadContext, WriteContext } from '../../platform/http/context';
import { conflict, Refusal } from '../../platform/http/refusal';
import type { Secrets } from '../../platform/secrets';
import { refuseWrongPassword } from './passwords/own-password';
import { findPasskeysOf } from './passkeys/passkey.queries';
import { hasLinkTo } from './provider/provider-link.queries';
import { verifyCode } from './two-factor/spend-code';
import { findTwoFactor } from './two-factor/two-factor.queries';

const endOf = (at: Date) => new Date(at.getTime() + confirmationMs);

/** How the user can confirm who they are, and until when they have. */
export async function getConfirmation(
  { db, actor, now }: Pick<ReadContext, 'db' | 'actor' | 'now'>,
  site: string,
): Promise<ReplyOf<typeof confirmation.get>> {
  const at = await confirmedAt(db, actor.sessionId);
  return {
    confirmed_until: isRecent(at, now) ? endOf(at) : null,
    by_code: Boolean((await findTwoFactor(db, actor.id))?.confirmed_at),
    by_passkey: (await findPasskeysOf(db, actor.id)).length > 0,
    by_provider: await providerOf(db, actor.id, site),
  };
}

async function providerOf(db: Reader, userId: number, site: string) {
  const provider = await findProvider(db);
  if (!provider || !(await hasLinkTo(db, userId, provider.issuer))) return null;
  return { name: provider.name, site };
}

/** Confirms who the user is by password or code. Wrong ones are slowed down and recorded as at sign-in. */
export async function confirmIdentity(
  ctx: WriteContext,
  secrets: Secrets,
  { current_password, code }: BodyOf<typeof confirmation.give>,
): Promise<ReplyOf<typeof confirmation.give> | Refusal> {
  if (code === undefined) {
    const refused = await refuseWrongPassword(ctx, current_password);
    return refused ?? recordConfirmation(ctx, 'password');
  }
  if (!(await findTwoFactor(ctx.tx, ctx.actor.id))?.confirmed_at)
    throw conflict('Two-factor sign-in is not on. Enter your password.');
  const used = await verifyCode(ctx, secrets, ctx.actor, code);
  return used instanceof Refusal ? used : recordConfirmation(ctx, used);
}

/** Opens sensitive calls to this session for a while. */
export async function recordConfirmation(
  ctx: WriteContext,
  method: string,
): Promise<ReplyOf<typeof confirmation.give>> {
  const { id, name, sessionId } = ctx.actor;
  await ctx.tx
    .updateTable('sessions')
    .set({ confirmed_at: ctx.now })
    .where('id', '=', sessionId)
    .where('parent_id', 'is', null)
    .execute();
  recordAudit(ctx, {
    action: 'identity_confirmed',
    recordType: 'session',
    recordId: id,
    recordName: name,
    after: { method },
  });
  return { message: 'Thank you. You can go on.', confirmed_until: endOf(ctx.now) };
}
