import { randomInt } from 'node:crypto';
import type { WriteContext } from '../../../platform/http/context';
import { revokeTokensOf } from '../api-tokens/api-token.queries';
import { removePasskeysOf } from '../passkeys/passkey.queries';
import { removeLinksOf } from '../provider/provider-link.queries';
import { voidPasswordLinks } from './password-links';
import { hashPassword } from './passwords';
import { removePinOf } from '../pin.queries';
import { endSessionsOf } from '../session.queries';

// Without letters that sound or look alike.
const alphabet = 'abcdefghjkmnpqrstuvwxyz23456789';

/** Three groups of four letters: 59 bits, easy to read out. */
const newTemporaryPassword = (): string =>
  Array.from({ length: 3 }, () =>
    Array.from({ length: 4 }, () => alphabet[randomInt(alphabet.length)]).join(''),
  ).join('-');

/** Sets a temporary password, shown once and to be changed at the first sign-in. Says whether a PIN was removed with it. */
export async function setTemporaryPassword(
  ctx: Pick<WriteContext, 'tx' | 'now'>,
  userId: number,
): Promise<{ readonly password: string; readonly hadPin: boolean }> {
  const password = newTemporaryPassword();
  await ctx.tx
    .updateTable('users')
    .set({ password_hash: await hashPassword(password), must_change_password: true, updated_at: ctx.now })
    .where('id', '=', userId)
    .execute();
  await endSessionsOf(ctx.tx, userId);
  await revokeTokensOf(ctx.tx, userId);
  await removePasskeysOf(ctx.tx, userId);
  await removeLinksOf(ctx.tx, userId);
  await voidPasswordLinks(ctx.tx, userId, ctx.now);
  return { password, hadPin: await removePinOf(ctx.tx, userId) };
}
