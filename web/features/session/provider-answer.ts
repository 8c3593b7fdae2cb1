import { providerSignIn } from '#domain/session/provider.contract';
import { request } from '../../platform/api';
import { beginSession } from '../../platform/session';
import { inWordsOfSignIn } from './sign-in';

/** Signs in, or returns the token for the second step. */
export async function signInWithAnswer(answer: string, key: string): Promise<string | null> {
  const body = { answer, browser_key: key };
  const reply = await inWordsOfSignIn(request(providerSignIn.signIn, { body, shownInPlace: true }));
  if ('pending_token' in reply) return reply.pending_token;
  beginSession(reply.user, reply.token);
  return null;
}

export async function confirmWithAnswer(answer: string, key: string): Promise<void> {
  await request(providerSignIn.confirm, { body: { answer, browser_key: key }, shownInPlace: true });
}

export async function linkWithAnswer(answer: string, key: string): Promise<string> {
  const reply = await request(providerSignIn.link, {
    body: { answer, browser_key: key },
    shownInPlace: true,
  });
  return reply.message;
}
