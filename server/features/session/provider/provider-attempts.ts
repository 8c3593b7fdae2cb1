import { randomBytes } from 'node:crypto';
import { sql } from 'kysely';
import type { Visit } from '../../../kernel/sign-in';
import type { Reader } from '../../../platform/database/open-database';
import type { WriteContext } from '../../../platform/http/context';
import { hashOfToken, newToken } from '../token';

const lifetimeMs = 10 * 60_000;

/** What someone visits the provider for. An answer for one purpose is none for another. */
export type AttemptPurpose =
  | { readonly purpose: 'sign_in'; readonly userId: null }
  | { readonly purpose: 'confirm' | 'link'; readonly userId: number };

/** A visit to the provider, before its answer. */
export type NewAttempt = Visit & { readonly browserKey: string };

export const newAttempt = (): NewAttempt => ({
  state: newToken(),
  nonce: newToken(),
  verifier: randomBytes(48).toString('base64url'),
  browserKey: newToken(),
});

export async function storeAttempt(
  { tx, now }: Pick<WriteContext, 'tx' | 'now'>,
  { state, nonce, verifier, browserKey }: NewAttempt,
  { purpose, userId }: AttemptPurpose,
  issuer: string,
): Promise<void> {
  await tx
    .insertInto('provider_attempts')
    .values({
      state_hash: hashOfToken(state),
      browser_hash: hashOfToken(browserKey),
      purpose,
      user_id: userId,
      issuer,
      nonce,
      code_verifier: verifier,
      created_at: now,
      expires_at: new Date(now.getTime() + lifetimeMs),
    })
    .execute();
}

/** What came back from the provider, and the key of the window in which the visit began. */
export type Returned = { readonly state: string; readonly browserKey: string };

export type Attempt = Visit & { readonly issuer: string; readonly startedAt: Date };

/** Ends the visit to which an answer belongs. Of two answers to it, at once or later, one counts. */
export async function spendAttempt(
  db: Reader,
  { state, browserKey }: Returned,
  { purpose, userId }: AttemptPurpose,
  now: Date,
): Promise<Attempt | undefined> {
  const { rows } = await sql<Omit<Attempt, 'state'>>`
    delete from provider_attempts
    where state_hash = ${hashOfToken(state)} and browser_hash = ${hashOfToken(browserKey)} and purpose = ${purpose}
      and user_id is not distinct from ${userId} and expires_at > ${now}
    returning issuer, nonce, code_verifier as verifier, created_at as "startedAt"`.execute(db);
  return rows[0] && { ...rows[0], state };
}
