import { session, type SignedIn } from '#domain/session/session.contract';
import type { CallArguments, Caller, Outcome } from './test-app';

/** Signs in with a password, where no second factor is needed. */
export async function signInWith(
  caller: Caller,
  request: CallArguments<typeof session.login>,
): Promise<Omit<Outcome<typeof session.login>, 'reply'> & { readonly reply: SignedIn }> {
  const outcome = await caller.call(session.login, request);
  const reply: object = outcome.reply ?? {};
  if (outcome.status === 200 && !('token' in reply)) throw new Error('A code was asked for');
  return { ...outcome, reply: outcome.reply as SignedIn };
}
