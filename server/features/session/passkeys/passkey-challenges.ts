import { sql } from 'kysely';
import type { WriteContext } from '../../../platform/http/context';
import { hashOfToken, newToken } from '../token';

const lifetimeMs = 5 * 60_000;

/** What a challenge is for. An answer to one is no answer to another. */
export type ChallengePurpose =
  | { readonly purpose: 'sign_in'; readonly userId: null }
  | { readonly purpose: 'add' | 'confirm'; readonly userId: number };

/** How long browsers may wait for the user, in milliseconds. */
export const challengeTimeout = lifetimeMs;

/** A new challenge, in base64url. */
export async function startChallenge(
  { tx, now }: WriteContext,
  { purpose, userId }: ChallengePurpose,
): Promise<string> {
  const challenge = newToken();
  await tx
    .insertInto('passkey_challenges')
    .values({
      challenge_hash: hashOfToken(challenge),
      user_id: userId,
      purpose,
      created_at: now,
      expires_at: new Date(now.getTime() + lifetimeMs),
    })
    .execute();
  return challenge;
}

/** Uses a challenge. Of two answers to it, at once or later, one is accepted. */
export async function spendChallenge(
  { tx, now }: WriteContext,
  challenge: string,
  { purpose, userId }: ChallengePurpose,
): Promise<boolean> {
  const { rows } = await sql`
    delete from passkey_challenges where challenge_hash = ${hashOfToken(challenge)} and purpose = ${purpose}
      and user_id is not distinct from ${userId} and expires_at > ${now} returning purpose`.execute(tx);
  return rows.length > 0;
}
