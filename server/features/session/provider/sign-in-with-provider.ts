import type { ReplyOf } from '#domain/kernel/call';
import type { providerSignIn } from '#domain/session/provider.contract';
import { recordAudit } from '../../../kernel/audit';
import type { Identity } from '../../../kernel/sign-in';
import type { Tx } from '../../../platform/database/open-database';
import type { WriteContext } from '../../../platform/http/context';
import { Refusal } from '../../../platform/http/refusal';
import { findLinkedUser, insertLink, touchLink } from './provider-link.queries';
import { type Account, findAccount, findAccountById } from '../session.queries';
import { askForCode, completeSignIn } from '../sign-in';
import { findTwoFactor } from '../two-factor/two-factor.queries';
import type { Arrival } from './visit-provider';
import { canConfirmHere } from '../ways-to-confirm';

export const toSignIn = { purpose: 'sign_in', userId: null } as const;

type Reply = ReplyOf<typeof providerSignIn.signIn>;

/**
 * Signs in the user to whom the account at the provider is linked; the first time, the user with its verified address.
 * A refusal is returned, not thrown, so that the attempt stays recorded.
 */
export async function signInWithProvider(ctx: WriteContext, arrival: Arrival): Promise<Reply | Refusal> {
  const { providerName, outcome } = arrival;
  if ('problem' in outcome) return refuse(ctx, arrival, outcome.problem, { reason: outcome.detail });
  const { identity } = outcome;
  const found = await findOrLink(ctx, providerName, identity);
  if ('problem' in found)
    return refuse(ctx, arrival, found.problem, { email: identity.email }, found.account);
  const { account } = found;
  await touchLink(ctx.tx, identity, ctx.now);
  const hasCode = Boolean((await findTwoFactor(ctx.tx, account.id))?.confirmed_at);
  if (hasCode && !identity.hasSecondFactor) return askForCode(ctx, account);
  return completeSignIn(
    ctx,
    account,
    { provider: providerName, ...(identity.hasSecondFactor ? { second_factor: 'provider' } : {}) },
    {
      confirmedAt: await confirmedBy(ctx, identity, account.id),
      hasSecondFactorElsewhere: identity.hasSecondFactor,
    },
  );
}

/**
 * Signing in may take no more than a click while the provider remembers the browser, which confirms nothing. But where
 * the provider does not say when it asked, it must do for users with no other way to confirm, or they could never add
 * one (decision 194).
 */
async function confirmedBy({ tx, now }: WriteContext, { signedInAt }: Identity, userId: number) {
  if (signedInAt !== null) return earlier(signedInAt, now);
  return (await canConfirmHere(tx, userId)) ? new Date(0) : now;
}

const earlier = (one: Date, other: Date) => (one < other ? one : other);

function refuse(
  ctx: WriteContext,
  { providerName }: Arrival,
  message: string,
  facts: Readonly<Record<string, unknown>>,
  account?: Account,
): Refusal {
  const name = account?.name ?? `An account of ${providerName}`;
  recordAudit(ctx, {
    action: 'sign-in_refused',
    recordType: 'session',
    recordId: account?.id ?? null,
    recordName: name,
    actor: { id: account?.id ?? null, name },
    after: { provider: providerName, ...facts },
  });
  return new Refusal('invalid', message);
}

type Found =
  | { readonly account: Account }
  | { readonly problem: string; readonly account?: Account | undefined };

async function findOrLink(ctx: WriteContext, providerName: string, identity: Identity): Promise<Found> {
  const linked = await findLinkedUser(ctx.tx, identity);
  if (!linked) return linkByAddress(ctx, providerName, identity);
  const account = await findAccountById(ctx.tx, linked.userId);
  return account ? ifActive(account) : { problem: 'This account no longer exists.' };
}

const ifActive = (account: Account): Found =>
  account.status === 'active'
    ? { account }
    : { account, problem: 'Your account is not active. Ask an administrator to activate it.' };

/** The first sign-in. No one gets in, and no user is created, unless an administrator has added the address. */
async function linkByAddress(ctx: WriteContext, providerName: string, identity: Identity): Promise<Found> {
  const { email } = identity;
  if (email === null)
    return { problem: `${providerName} did not share your email address, so your account cannot be found.` };
  if (!identity.isVerified)
    return {
      problem: `${providerName} has not verified the address ${email}, so it cannot be used to sign in. Sign in with your password, then link your account on your profile.`,
    };
  const account = await findAccount(ctx.tx, email);
  if (!account)
    return { problem: `No user here has the address ${email}. Ask an administrator to invite you.` };
  const active = ifActive(account);
  if ('problem' in active) return active;
  if (!(await insertLink(ctx.tx, account.id, identity, ctx.now))) return afterRace(ctx.tx, identity, account);
  recordLink(ctx, account, providerName, email);
  return active;
}

/** The same account may have been linked a moment ago. If it is another one, an address may have changed hands. */
async function afterRace(tx: Tx, identity: Identity, account: Account): Promise<Found> {
  const linked = await findLinkedUser(tx, identity);
  if (linked?.userId === account.id) return { account };
  return {
    account,
    problem: `The user with the address ${account.email} is linked to another account. Ask an administrator to remove that link.`,
  };
}

/** Recorded under the user, so that it is erased with the account. */
export function recordLink(
  ctx: WriteContext,
  user: { readonly id: number; readonly name: string },
  provider: string,
  email: string | null,
): void {
  recordAudit(ctx, {
    action: 'provider_linked',
    recordType: 'user',
    recordId: user.id,
    recordName: user.name,
    actor: { id: user.id, name: user.name },
    after: { provider, account: email },
  });
}
