import { sql } from 'kysely';
import { sqlState } from '../../platform/database/transaction';
import type { WriteContext } from '../../platform/http/context';
import { refusalFrom } from '../../platform/http/error-reply';
import { Refusal } from '../../platform/http/refusal';

/** Writes one record in a savepoint. A broken rule concerns this record only: its reason; null when it was written. */
export async function refusalIfNotWritten(
  { tx, audits }: WriteContext,
  write: () => Promise<void>,
): Promise<string | null> {
  const noted = audits.length;
  await sql`savepoint bulk_record`.execute(tx);
  try {
    await write();
    await sql`release savepoint bulk_record`.execute(tx);
    return null;
  } catch (error) {
    if (!(error instanceof Refusal) && !/^2[23]/.test(sqlState(error) ?? '')) throw error;
    await sql`rollback to savepoint bulk_record`.execute(tx);
    await sql`release savepoint bulk_record`.execute(tx);
    audits.length = noted;
    return refusalFrom(error).message;
  }
}
