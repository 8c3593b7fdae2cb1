import { isAdministrator } from '#domain/kernel/access';
import { findProvider } from '../../kernel/sign-in';
import type { Tx } from '../../platform/database/open-database';
import { hasLinkTo } from './provider-link.queries';
import { findActor } from './session.queries';

/**
 * The provider through which a user must sign in, because the company wants those who can to use no password. Administrators always
 * may, because the provider can fail.
 */
export async function passwordIsReplacedBy(tx: Tx, userId: number): Promise<string | undefined> {
  const provider = await findProvider(tx);
  if (!provider || provider.passwords_stay) return undefined;
  if (!(await hasLinkTo(tx, userId, provider.issuer))) return undefined;
  const user = await findActor(tx, userId);
  return user && isAdministrator(user) ? undefined : provider.name;
}
