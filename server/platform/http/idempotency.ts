import { createHash } from 'node:crypto';
import { sql } from 'kysely';
import type { Tx } from '../database/open-database';
import { Refusal } from './refusal';
import { requestLock, tryingLock } from '../database/advisory-lock';
import { preparedStatement, unawaitedStatement } from '../database/prepared-statement';
import { askTogether, type Question } from '../database/send-together';

export type IdempotentRequest = {
  readonly userId: number;
  readonly key: string;
  readonly route: string;
  /** The request: parameters and body, files by their hash. */
  readonly contents: unknown;
};

const keyPattern = /^[\x21-\x7e]{8,200}$/;

/** Reads the Idempotency-Key header; a malformed key is refused, a missing one is null. */
export function idempotencyKey(header: string | string[] | undefined): string | undefined {
  if (header === undefined) return undefined;
  if (typeof header !== 'string' || !keyPattern.test(header)) {
    throw new Refusal('bad_request', 'Idempotency-Key must be 8 to 200 visible characters.');
  }
  return header;
}

/**
 * Gives a repeated request one effect: a known key returns its first reply; the same key with another body is refused
 * with 422, and while the first request is running with 409. The reply is stored in the same transaction as the effect,
 * so neither exists without the other (R12).
 */
export async function executeOnce<T>(
  tx: Tx,
  now: Date,
  request: IdempotentRequest,
  execute: () => Promise<T>,
): Promise<T> {
  const { userId, key, route } = request;
  const requestHash = createHash('sha256')
    .update(JSON.stringify([route, request.contents]))
    .digest('hex');
  const [isFirst, stored] = await askTogether(tx, [
    tryingLock(requestLock, `${userId} ${key}`),
    storedAnswer(userId, key),
  ]);
  if (!isFirst)
    throw new Refusal('still_running', 'The same request is still being processed. Wait for the response.');
  if (stored && stored.request_hash !== requestHash) {
    throw new Refusal('key_reused', 'This Idempotency-Key was used for a different request. Use a new key.');
  }
  if (stored?.is_erased) throw new Refusal('conflict', erased);
  if (stored) {
    // The first request may have been left without its confirmation. A transaction that writes nothing would not wait
    // for the standby; one with a message in the log waits, and for all that was committed before it (R08).
    await sql`select pg_logical_emit_message(true, 'counterfoil', 'repeat')`.execute(tx);
    return stored.answer as T;
  }

  const result = await execute();
  if (result instanceof Refusal) return result;
  await sql`${unawaitedStatement}
    insert into idempotency_keys (user_id, key, route, request_hash, answer, created_at)
    values (${userId}, ${key}, ${route}, ${requestHash}, ${JSON.stringify(result ?? null)}::jsonb, ${now})`.execute(
    tx,
  );
  return result;
}

const erased =
  'This was done already. Its answer is no longer kept, because personal data in it was erased. Open the record to see it.';

type Stored = { readonly request_hash: string; readonly answer: unknown; readonly is_erased: boolean };

const storedAnswer = (userId: number, key: string): Question<Stored, Stored | undefined> => ({
  statement: sql<Stored>`${preparedStatement}
    select request_hash, answer, answer is null as is_erased from idempotency_keys where user_id = ${userId} and key = ${key}`,
  answer: rows => rows[0],
});
