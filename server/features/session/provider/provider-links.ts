import type { ReplyOf } from '#domain/kernel/call';
import type { providerSignIn } from '#domain/session/provider.contract';
import { recordAudit } from '../../../kernel/audit';
import { findProvider, type Providers, toleranceSeconds } from '../../../kernel/sign-in';
import type { Reader } from '../../../platform/database/open-database';
import type { WriteContext } from '../../../platform/http/context';
import { conflict, notFound, Refusal } from '../../../platform/http/refusal';
import { recordConfirmation } from '../confirm-identity';
import { passwordIsReplacedBy } from './password-or-provider';
import { findLinkedUser, findLinksOf, hasLinkTo, insertLink, touchLink } from './provider-link.queries';
import { recordLink } from './sign-in-with-provider';
import { type Arrival, type Departure, depart } from './visit-provider';
import { canConfirmHere } from '../ways-to-confirm';

export async function listLinks(
  db: Reader,
  userId: number,
  { site }: Providers,
): Promise<ReplyOf<typeof providerSignIn.links>> {
  const provider = await findProvider(db);
  return {
    data: await findLinksOf(db, userId),
    provider: provider && { name: provider.name, issuer: provider.issuer, site },
  };
}

/** Starts linking one's account at the provider, whatever its address. */
export async function startLink(ctx: WriteContext, departure: Departure) {
  const { actor } = ctx;
  if (await hasLinkTo(ctx.tx, actor.id, departure.issuer))
    throw conflict('Your account is linked already. Remove that link first.');
  return depart(ctx, departure, { purpose: 'link', userId: actor.id });
}

/** Links the account with which the user has just signed in at the provider. */
export async function linkAccount(
  ctx: WriteContext,
  { providerName, outcome }: Arrival,
): Promise<{ message: string } | Refusal> {
  const { actor } = ctx;
  if ('problem' in outcome) return refuse(ctx, providerName, outcome.problem, outcome.detail);
  const { identity } = outcome;
  if (!(await insertLink(ctx.tx, actor.id, identity, ctx.now))) {
    const problem = 'This account is linked to a user already, or you are linked to another one.';
    return refuse(ctx, providerName, problem, 'linked already');
  }
  recordLink(ctx, actor, providerName, identity.email);
  return { message: `You can now sign in with ${providerName}.` };
}

/** Removes the user's own link, unless they must use it: their password would be open again without it. */
export async function unlinkAccount(ctx: WriteContext, id: number): Promise<{ message: string }> {
  const { actor } = ctx;
  const mustUse = await passwordIsReplacedBy(ctx.tx, actor.id);
  const removed = await ctx.tx
    .deleteFrom('provider_links')
    .where('id', '=', id)
    .where('user_id', '=', actor.id)
    .returning(['email', 'issuer'])
    .executeTakeFirst();
  if (!removed) throw notFound('Link');
  if (mustUse !== undefined && removed.issuer === (await findProvider(ctx.tx))?.issuer)
    throw conflict(`You sign in with ${mustUse} only. Ask an administrator to remove this link.`);
  recordAudit(ctx, {
    action: 'provider_unlinked',
    recordType: 'user',
    recordId: actor.id,
    recordName: actor.name,
    after: { account: removed.email },
  });
  return { message: 'The account is no longer linked.' };
}

/** Starts confirming who the user is: the provider is to ask them again. */
export async function startConfirmation(ctx: WriteContext, departure: Departure) {
  if (!(await hasLinkTo(ctx.tx, ctx.actor.id, departure.issuer)))
    throw conflict('Your account is not linked to the sign-in provider. Enter your password.');
  return depart(ctx, departure, { purpose: 'confirm', userId: ctx.actor.id });
}

/** Confirms who the user is if they have just signed in at the provider again, with their linked account. */
export async function confirmWithProvider(
  ctx: WriteContext,
  { providerName, outcome }: Arrival,
): Promise<ReplyOf<typeof providerSignIn.confirm> | Refusal> {
  const { id } = ctx.actor;
  if ('problem' in outcome) return refuse(ctx, providerName, outcome.problem, outcome.detail);
  const { identity, startedAt } = outcome;
  if ((await findLinkedUser(ctx.tx, identity))?.userId !== id)
    return refuse(ctx, providerName, `You signed in to ${providerName} as someone else.`, 'another account');
  const earliest = startedAt.getTime() - toleranceSeconds * 1000;
  if (identity.signedInAt === null || identity.signedInAt.getTime() < earliest)
    return refuse(
      ctx,
      providerName,
      `${providerName} did not ask you to sign in again, so this confirms nothing. ${await otherWay(ctx)}`,
      identity.signedInAt === null ? 'no auth_time' : 'auth_time before the visit',
    );
  await touchLink(ctx.tx, identity, ctx.now);
  return recordConfirmation(ctx, `provider “${providerName}”`);
}

const otherWay = async ({ tx, actor }: WriteContext) =>
  (await canConfirmHere(tx, actor.id))
    ? 'Enter your password or use a passkey.'
    : 'Sign out and in again, then set up two-factor sign-in or a passkey on your profile.';

function refuse(ctx: WriteContext, provider: string, message: string, reason: string): Refusal {
  const { id, name } = ctx.actor;
  recordAudit(ctx, {
    action: 'provider_refused',
    recordType: 'user',
    recordId: id,
    recordName: name,
    after: { provider, reason },
  });
  return new Refusal('invalid', message);
}
