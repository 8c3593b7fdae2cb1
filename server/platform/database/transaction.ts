import { randomInt } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import type { Database, Tx } from './open-database';
import { sqlState, isBusyPool } from './database-errors';

/**
 * Attempts in all, by SQLSTATE: for a serialization failure, a deadlock or a lock timeout; and, below, when no
 * connection was free in time.
 */
const maxAttempts: Readonly<Record<string, number>> = { '40001': 5, '40P01': 5, '55P03': 3 };
const maxWaitsForConnection = 2;

/** How many attempts an error of this kind allows in all. */
const attemptsAfter = (error: unknown): number =>
  isBusyPool(error) ? maxWaitsForConnection : (maxAttempts[sqlState(error) ?? ''] ?? 1);

/**
 * Runs `work` in one transaction. After a serialization failure, a deadlock or a lock timeout all of it runs again,
 * reads included, after a random pause and a limited number of times; so `work` must have no effect outside the
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
