import { randomInt } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import type { Database, Tx } from './open-database';

const mostAttempts = 5;
const serializationFailure = '40001';
const deadlock = '40P01';

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

/**
 * Runs the whole of `work` in one transaction. A serialization failure or a deadlock runs all of it again, reads
 * included, at most five times with a random pause; so `work` has no effect but in the database.
 */
export async function inTransaction<T>(db: Database, work: (tx: Tx) => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await db.transaction().execute(work);
    } catch (error) {
      const state = sqlState(error);
      if ((state !== serializationFailure && state !== deadlock) || attempt === mostAttempts) throw error;
      await pause(randomInt(5, 25 * 2 ** attempt));
    }
  }
}
