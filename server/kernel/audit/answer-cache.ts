import { sql } from 'kysely';
import { uncancelled } from '../../platform/database/cancellation';
import type { Database } from '../../platform/database/open-database';
import { rowsIn } from '../row-counts';

type CachedAnswer = { readonly entries: number; readonly answer: Promise<unknown> };
const answersOf = new WeakMap<Database, Map<string, CachedAnswer>>();
const maxCached = 50;

/** Returns the cached value of a key, or computes it. */
export type CacheAnswer = <T>(key: string, calculate: () => Promise<T>) => Promise<T>;

/** Drops what is no longer current, or else the oldest answer. */
function makeRoom(answers: Map<string, CachedAnswer>, entries: number): void {
  for (const [key, cached] of answers) if (cached.entries !== entries) answers.delete(key);
  const [oldest] = answers.keys();
  if (answers.size >= maxCached && oldest !== undefined) answers.delete(oldest);
}

/**
 * Caches figures that all users share until the next write: every write adds an audit entry, in whichever process, so
 * the number of entries tells whether the cache is current. (The newest id does not: transactions end in another order
 * than they draw ids.) It is read before the calculation, so cached figures can be newer than it says, never older. A
 * key includes whatever else the figures depend on: the day, and the user's permissions.
 */
export async function answerCache(db: Database): Promise<CacheAnswer> {
  const { rows } = await sql<{ entries: number }>`select ${rowsIn('audit_log')} as entries`.execute(db);
  const [{ entries } = { entries: 0 }] = rows;
  const answers = answersOf.get(db) ?? new Map<string, CachedAnswer>();
  answersOf.set(db, answers);
  return <T>(key: string, calculate: () => Promise<T>): Promise<T> => {
    const cached = answers.get(key);
    if (cached?.entries === entries) return cached.answer as Promise<T>;
    if (answers.size >= maxCached) makeRoom(answers, entries);
    // Others wait for it too, so it does not end with the request that came first.
    const answer = uncancelled(calculate);
    answers.set(key, { entries, answer });
    // A failure is returned only to callers that are waiting for it.
    answer.catch(() => {
      if (answers.get(key)?.answer === answer) answers.delete(key);
    });
    return answer;
  };
}
