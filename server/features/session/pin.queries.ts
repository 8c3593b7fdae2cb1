import { sql } from 'kysely';
import type { Tx } from '../../platform/database/open-database';

/**
 * Removes the PIN of a user and signs out the tills opened with it, and says whether there was one. With a password that
 * someone else knew, that person may have set it.
 */
export async function removePinOf(tx: Tx, userId: number): Promise<boolean> {
  const { rows } = await sql`delete from user_pins where user_id = ${userId} returning user_id`.execute(tx);
  await sql`delete from sessions where parent_id is not null and user_id = ${userId}`.execute(tx);
  return rows.length > 0;
}
