import { sql } from 'kysely';
import type { Tx } from '../../platform/database/open-database';

/**
 * Deletes what the audit log says about records of a person, with the salts, so that it cannot be found by trying
 * (F53). Hashes, seals and the entry of the erasure itself stay. Other entries are not touched.
 */
export async function eraseAudits(
  tx: Tx,
  recordType: 'customer' | 'employee' | 'session' | 'user',
  recordIds: readonly number[],
  now: Date,
): Promise<void> {
  await sql`
    update audit_log set record_name = null, before = null, after = null, subject_salt = null, erased_at = ${now}
    where record_type = ${recordType} and record_id = any(${recordIds}::bigint[]) and action <> 'erased' and erased_at is null`.execute(
    tx,
  );
}

/** Deletes the name and the addresses of a user from what they did (F106). */
export async function eraseActor(tx: Tx, userId: number, now: Date): Promise<void> {
  await sql`
    update audit_log set actor = 'Erased user ' || actor_id, address = null, actor_salt = null, actor_erased_at = ${now}
    where actor_id = ${userId} and actor_erased_at is null`.execute(tx);
}
