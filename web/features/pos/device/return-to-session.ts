import { beginSession, endSession, userOf } from '../../../platform/session';
import { token } from '../../../platform/token';

/**
 * Goes on with an earlier session of this window. Only once the server has said whose it is: without an answer the present
 * session goes on.
 */
export async function returnToSession(
  earlierToken: string,
  endPresent: () => Promise<unknown>,
): Promise<void> {
  const user = await userOf(earlierToken, 'no-store');
  await endPresent();
  token.keep(earlierToken);
  if (user === null) endSession(earlierToken);
  else beginSession(user, earlierToken);
}
