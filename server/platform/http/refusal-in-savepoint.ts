import { sql } from 'kysely';
import { sqlState } from '../database/database-errors';
import type { WriteContext } from './context';
import { refusalFrom } from './error-reply';
import { Refusal } from './refusal';

/**
 * Runs a part of a transaction in a savepoint. A broken rule or value concerns this part only: it is rolled back, with its
 * audit entries, and the refusal returned. Any other failure is a fault of the server, and ends the transaction.
 */
export async function refusalInSavepoint<T>(
  { tx, audits }: Pick<WriteContext, 'tx' | 'audits'>,
  work: () => Promise<T>,
): Promise<{ readonly value: T } | { readonly refusal: Refusal }> {
  const auditsBefore = audits.length;
  await sql`savepoint attempted`.execute(tx);
  try {
    const value = await work();
    await sql`release savepoint attempted`.execute(tx);
    return { value };
  } catch (error) {
    if (!(error instanceof Refusal) && !isRefusedByDatabase(error)) throw error;
    await sql`rollback to savepoint attempted`.execute(tx);
    await sql`release savepoint attempted`.execute(tx);
    audits.length = auditsBefore;
    return { refusal: refusalFrom(error) };
  }
}

/** Whether the database refused a value (class 22) or found a constraint broken (class 23). */
const isRefusedByDatabase = (error: unknown): boolean => /^2[23]/.test(sqlState(error) ?? '');
