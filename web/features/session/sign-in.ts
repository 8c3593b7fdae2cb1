import type { BodySent } from '#domain/kernel/call';
import { session as calls } from '#domain/session/session.contract';
import { ApiError } from '../../platform/api-error';
import { request } from '../../platform/api';
import { beginSession } from '../../platform/session';

/** Signs in and puts the session into force. Failures carry the words of E-09 to E-11. */
export async function signIn({ email, password }: { email: string; password: string }): Promise<void> {
  const body: BodySent<typeof calls.login> = { email: email.trim(), password };
  const answer = await request(calls.login, { body, shownInPlace: true }).catch((error: unknown) => {
    throw inWordsOfSignIn(error);
  });
  beginSession(answer.user, answer.token);
}

function inWordsOfSignIn(error: unknown): ApiError {
  // An answer came, but not one that signs anybody in.
  if (!(error instanceof ApiError)) return new ApiError(422, { message: 'Invalid response from server' });
  if (error.status === 0)
    return new ApiError(0, {
      message: 'Unable to connect to the server. Please check your internet connection.',
    });
  return new ApiError(error.status, {
    message: error.serverMessage ?? firstOf(error) ?? 'Invalid credentials',
    errors: error.errors,
  });
}

const firstOf = (error: ApiError): string | undefined => Object.values(error.errors)[0]?.[0];
