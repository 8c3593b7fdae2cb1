import type { BodySent } from '#domain/kernel/call';
import { session as calls } from '#domain/session/session.contract';
import { ApiError } from '../../platform/api-error';
import { request } from '../../platform/api';
import { beginSession } from '../../platform/session';

/**
 * Signs in and starts the session, or returns the token for the second step. Failures use the words of E-09
 * to E-11.
 */
export async function signIn({
  email,
  password,
}: {
  email: string;
  password: string;
}): Promise<{ pendingToken: string | null }> {
  const body: BodySent<typeof calls.login> = { email: email.trim(), password };
  const reply = await inWordsOfSignIn(request(calls.login, { body, shownInPlace: true }));
  if ('pending_token' in reply) return { pendingToken: reply.pending_token };
  beginSession(reply.user, reply.token);
  return { pendingToken: null };
}

/** A failure in the words of E-09 to E-11. */
export async function inWordsOfSignIn<Reply>(pendingReply: Promise<Reply>): Promise<Reply> {
  try {
    return await pendingReply;
  } catch (error) {
    // A response without a token.
    if (!(error instanceof ApiError)) throw new ApiError(422, { message: 'Invalid response from server' });
    if (error.status === 0)
      throw new ApiError(0, {
        message: 'Unable to connect to the server. Please check your internet connection.',
      });
    throw new ApiError(error.status, {
      message: error.serverMessage ?? firstOf(error) ?? 'Invalid credentials',
      errors: error.errors,
    });
  }
}

const firstOf = (error: ApiError): string | undefined => Object.values(error.errors)[0]?.[0];
