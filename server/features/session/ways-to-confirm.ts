import type { Tx } from '../../platform/database/open-database';
import { findPasskeysOf } from './passkeys/passkey.queries';
import { findAccountById } from './session.queries';
import { findTwoFactor } from './two-factor/two-factor.queries';

/** Whether a user can confirm who they are here, and not only at the provider: by password, code or passkey. */
export async function canConfirmHere(tx: Tx, userId: number): Promise<boolean> {
  const account = await findAccountById(tx, userId);
  return (
    (account?.password_hash ?? null) !== null ||
    Boolean((await findTwoFactor(tx, userId))?.confirmed_at) ||
    (await findPasskeysOf(tx, userId)).length > 0
  );
}
