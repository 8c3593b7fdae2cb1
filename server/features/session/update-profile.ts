import type { BodyOf } from '#domain/kernel/call';
import type { ownAccount } from '#domain/session/own-account.contract';
import type { SessionUser } from '#domain/session/session.contract';
import { recordEdit } from '../../kernel/audit';
import { violatedConstraint } from '../../platform/database/database-errors';
import type { WriteContext } from '../../platform/http/context';
import { invalid, type Refusal } from '../../platform/http/refusal';
import { findSessionUser } from './open-session';
import { refuseUnlessOwner } from './passwords/own-password';
import { voidPasswordLinks } from './passwords/password-links';

/** Changes the user's own name or address. A new address needs the password or a confirmation. */
export async function updateProfile(
  ctx: WriteContext,
  profile: BodyOf<typeof ownAccount.updateProfile>,
): Promise<SessionUser | Refusal> {
  const { actor } = ctx;
  const after = { name: profile.name, email: profile.email };
  if (after.email.toLowerCase() !== actor.email.toLowerCase()) {
    const refused = await refuseUnlessOwner(ctx, profile.current_password);
    if (refused) return refused;
    await voidPasswordLinks(ctx.tx, actor.id, ctx.now);
  }
  try {
    await ctx.tx
      .updateTable('users')
      .set(eb => ({ ...after, version: eb('version', '+', 1), updated_at: ctx.now }))
      .where('id', '=', actor.id)
      .execute();
  } catch (error) {
    if (violatedConstraint(error) === 'users_email_is_taken')
      throw invalid({ email: 'An account with this address already exists.' });
    throw error;
  }
  recordEdit(
    ctx,
    { type: 'user', id: actor.id, name: after.name },
    { name: actor.name, email: actor.email },
    after,
  );
  return findSessionUser(ctx.tx, { ...actor, ...after });
}
