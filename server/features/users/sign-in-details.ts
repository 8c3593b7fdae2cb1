import type { WriteContext } from '../../platform/http/context';
import { emailPasswordLink, passwordIsReplacedBy, removeLinksOf, setTemporaryPassword } from '../session';

export type SignInDetails = { readonly message: string; readonly temporary_password: string | null };

type UserRef = { readonly id: number; readonly name: string; readonly email: string };

/**
 * Creates the sign-in details of a user: an emailed link to set a password or, without a mail server, a
 * temporary password to be handed over in person.
 */
export async function createSignInDetails(
  ctx: WriteContext,
  user: UserRef,
  purpose: 'invitation' | 'reset',
  mailConfigured: boolean,
): Promise<SignInDetails> {
  if (mailConfigured) {
    // The link of a user who must use the provider is removed now: while it is there, no email sets a password.
    if ((await passwordIsReplacedBy(ctx.tx, user.id)) !== undefined) await removeLinksOf(ctx.tx, user.id);
    await emailPasswordLink(ctx, user, purpose);
    return {
      message: `A link to set a password was sent to ${user.email}.`,
      temporary_password: null,
    };
  }
  const { password, hadPin } = await setTemporaryPassword(ctx, user.id);
  return {
    message: `Give ${user.name} this temporary password. It is shown only once and must be changed at the first sign-in.${hadPin ? ' Their PIN no longer works: they set a new one in their profile.' : ''}`,
    temporary_password: password,
  };
}
