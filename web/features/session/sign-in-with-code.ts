import type { BodySent } from '#domain/kernel/call';
import { twoFactor } from '#domain/session/two-factor.contract';
import { request } from '../../platform/api';
import { beginSession } from '../../platform/session';
import { inWordsOfSignIn } from './sign-in';

/** The second step of signing in, with the app's code or a recovery code. */
export async function signInWithCode(body: BodySent<typeof twoFactor.signIn>): Promise<void> {
  const reply = await inWordsOfSignIn(request(twoFactor.signIn, { body, shownInPlace: true }));
  beginSession(reply.user, reply.token);
}
