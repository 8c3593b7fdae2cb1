import type { BodyOf } from '#domain/kernel/call';
import type { ownAccount } from '#domain/session/own-account.contract';
import { recordAudit } from '../../../kernel/audit';
import type { WriteContext } from '../../../platform/http/context';
import { invalid, type Refusal } from '../../../platform/http/refusal';
import { revokeTokensOf } from '../api-tokens/api-token.queries';
import { setPassword } from './change-password';
import { refuseCommonPassword } from './common-passwords';
import { removePasskeysOf } from '../passkeys/passkey.queries';
import { removeLinksOf } from '../provider/provider-link.queries';
import { findPasswordLink } from './password-links';
import { passwordIsReplacedBy, signInThrough } from '../provider/password-or-provider';
import { removePinOf } from '../pin.queries';
import { endSessionsOf } from '../session.queries';

/**
 * Sets a password with an emailed link, once. All devices are signed out, API tokens revoked and the PIN removed; the
 * user is not signed in.
 */
export async function resetPassword(
  ctx: WriteContext,
  { token, password }: BodyOf<typeof ownAccount.resetPassword>,
): Promise<{ message: string } | Refusal> {
  const link = await findPasswordLink(ctx.tx, token, ctx.now);
  // Returned, so that an expired link stays voided.
  if (!link) return invalid({ token: 'This link has been used or has expired. Request a new one.' });
  const provider = await passwordIsReplacedBy(ctx.tx, link.user_id);
  if (provider !== undefined) throw invalid({ token: signInThrough(provider) });
  refuseCommonPassword(password, link);
  await setPassword(ctx, link.user_id, password);
  await endSessionsOf(ctx.tx, link.user_id);
  await revokeTokensOf(ctx.tx, link.user_id);
  await removePasskeysOf(ctx.tx, link.user_id);
  await removeLinksOf(ctx.tx, link.user_id);
  const hadPin = await removePinOf(ctx.tx, link.user_id);
  const action = link.purpose === 'invitation' ? 'invitation_accepted' : 'password_reset';
  recordAudit(ctx, {
    action,
    recordType: 'user',
    recordId: link.user_id,
    recordName: link.name,
    actor: { id: link.user_id, name: link.name },
  });
  return {
    message: `Your password is set. You can now sign in.${hadPin ? ' Your PIN no longer works: set a new one in your profile.' : ''}`,
  };
}
