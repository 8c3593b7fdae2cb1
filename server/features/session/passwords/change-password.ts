import { recordAudit } from '../../../kernel/audit';
import type { WriteContext } from '../../../platform/http/context';
import { invalid, type Refusal } from '../../../platform/http/refusal';
import { refuseCommonPassword } from './common-passwords';
import { voidPasswordLinks } from './password-links';
import { refuseUnlessOwner } from './own-password';
import { hashPassword } from './passwords';
import { revokeTokensOf } from '../api-tokens/api-token.queries';
import { endSessionsOf } from '../session.queries';

type Change = { readonly current_password?: string | undefined; readonly password: string };

/** Changes the user's own password, or sets their first one; all other devices are signed out. 422 when the current password is wrong. */
export async function changePassword(
  ctx: WriteContext,
  change: Change,
): Promise<{ message: string } | Refusal> {
  const refused = await refuseUnlessOwner(ctx, change.current_password);
  if (refused) return refused;
  if (change.password === change.current_password)
    throw invalid({ password: 'Choose a password different from the current one.' });
  refuseCommonPassword(change.password, ctx.actor);
  await setPassword(ctx, ctx.actor.id, change.password);
  await endSessionsOf(ctx.tx, ctx.actor.id, ctx.actor.sessionId);
  recordAudit(ctx, {
    action: 'password_changed',
    recordType: 'user',
    recordId: ctx.actor.id,
    recordName: ctx.actor.name,
  });
  return {
    message: 'Password changed. All other devices are signed out, and API tokens are revoked.',
  };
}

/** Stores a new password and voids every reset link. */
export async function setPassword(
  ctx: Pick<WriteContext, 'tx' | 'now'>,
  userId: number,
  password: string,
): Promise<void> {
  const password_hash = await hashPassword(password);
  await ctx.tx
    .updateTable('users')
    .set({ password_hash, must_change_password: false, updated_at: ctx.now })
    .where('id', '=', userId)
    .execute();
  await voidPasswordLinks(ctx.tx, userId, ctx.now);
  await revokeTokensOf(ctx.tx, userId);
}
