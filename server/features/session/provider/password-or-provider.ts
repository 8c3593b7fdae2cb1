import { isAdministrator } from '#domain/kernel/access';
import { recordAudit } from '../../../kernel/audit';
import { findProvider } from '../../../kernel/sign-in';
import type { Tx } from '../../../platform/database/open-database';
import type { WriteContext } from '../../../platform/http/context';
import { Refusal } from '../../../platform/http/refusal';
import { hasLinkTo } from './provider-link.queries';
import { findActor } from '../session.queries';

/**
 * The provider through which a user must sign in, because the company wants those who can to use no password (decision
 * 194). Administrators always may, because the provider can fail.
 */
export async function passwordIsReplacedBy(tx: Tx, userId: number): Promise<string | undefined> {
  const provider = await findProvider(tx);
  if (!provider || provider.passwords_stay) return undefined;
  if (!(await hasLinkTo(tx, userId, provider.issuer))) return undefined;
  const user = await findActor(tx, userId);
  return user && isAdministrator(user) ? undefined : provider.name;
}

export const signInThrough = (provider: string): string =>
  `Your account signs in with ${provider}. Choose “Sign in with ${provider}” on the sign-in page.`;

/** The refusal of a sign-in by other means than the provider through which the user must sign in. */
export async function refuseUnlessByProvider(
  ctx: WriteContext,
  user: { readonly id: number; readonly name: string },
): Promise<Refusal | undefined> {
  const provider = await passwordIsReplacedBy(ctx.tx, user.id);
  if (provider === undefined) return undefined;
  recordAudit(ctx, {
    action: 'sign-in_refused',
    recordType: 'session',
    recordId: user.id,
    recordName: user.name,
    actor: user,
    after: { reason: 'must use the provider', provider },
  });
  return new Refusal('invalid', signInThrough(provider));
}
