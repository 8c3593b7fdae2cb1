import { passkeys } from '#domain/session/passkey.contract';
import { request } from '../../platform/api';
import { answerWithPasskey } from '../../platform/passkeys';
import { beginSession } from '../../platform/session';
import { inWordsOfSignIn } from './sign-in';

/** Signs in with a passkey that this device offers, and starts the session. */
export async function signInWithPasskey(): Promise<void> {
  const { options } = await inWordsOfSignIn(request(passkeys.startSignIn, { shownInPlace: true }));
  const assertion = await answerWithPasskey(options);
  const reply = await inWordsOfSignIn(request(passkeys.signIn, { body: { assertion }, shownInPlace: true }));
  beginSession(reply.user, reply.token);
}
