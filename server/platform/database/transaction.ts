import { randomInt } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import type { Database, Tx } from './open-database';

/**
 * How often all of it is tried, by what stopped it: others changed the same rows, or each held what the other waited for;
 * the queue for a row was longer than one wait for a lock; every connection was busy for longer than one wait for it.
 */
const maxAttempts: Readonly<Record<string, number>> = { '40001': 5, '40P01': 5, '55P03': 3 };
const maxWaitsForConnection = 2;

/** The SQLSTATE of a database error, or undefined for any other error. */
export const sqlState = (error: unknown): string | undefined =>
  error instanceof Error &&
  'code' in error &&
  typeof error.code === 'string' &&
  /^[0-9A-Z]{5}$/.test(error.code)
    ? error.code
    : undefined;

/** The name of the constraint that a database error names, if it does. */
export const violatedConstraint = (error: unknown): string | undefined =>
  error instanceof Error && 'constraint' in error && typeof error.constraint === 'string'
    ? error.constraint
    : undefined;

const isBusyPool = (error: unknown): boolean =>
  error instanceof Error && error.message === 'timeout exceeded when trying to connect';

/** How often work that ended so may be tried in all. */
const attemptsAfter = (error: unknown): number =>
  isBusyPool(error) ? maxWaitsForConnection : (maxAttempts[sqlState(error) ?? ''] ?? 1);

/**
 * Runs the whole of `work` in one transaction. A serialization failure, a deadlock or a lock that was waited for too long
 * runs all of it again, reads included, with a random pause and a few times at most; so `work` has no effect but in the
 * database.
 */
export async function inTransaction<T>(db: Database, work: (tx: Tx) => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await db.transaction().execute(work);
    } catch (error) {
      if (attempt >= attemptsAfter(error)) throw error;
      await pause(randomInt(5, 25 * 2 ** attempt));
    }
  }
}
