import { sql } from 'kysely';
import type { Tx } from '../../platform/database/open-database';

const reason =
  'This message was waiting when Counterfoil was restored. It may have been sent since, so it is not sent again automatically.';

/**
 * After a restore, leaves every email that had not been sent to a user's decision: what was waiting in a backup has
 * usually been sent since it was made. Returns how many there are.
 */
export async function holdEmails(tx: Tx, now: Date): Promise<number> {
  const { numAffectedRows } = await sql`
    update emails set status = 'unconfirmed', last_error = ${reason}, next_attempt_at = null, updated_at = ${now}
    where status in ('queued', 'retrying', 'sending')`.execute(tx);
  return Number(numAffectedRows ?? 0n);
}
