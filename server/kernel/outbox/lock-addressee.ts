import { sql } from 'kysely';
import type { Tx } from '../../platform/database/open-database';
import { conflict } from '../../platform/http/refusal';

/**
 * Locks the customer that a letter was written to, so that they are not erased before the commit. After an erasure all that
 * was written to them is gone, and a letter from before it would bring their data back (rule K3). 409.
 */
export async function lockAddressee(tx: Tx, customerId: number): Promise<void> {
  const { rows } = await sql<{ is_erased: boolean }>`
    select erased_at is not null as is_erased from customers where id = ${customerId} for key share`.execute(
    tx,
  );
  if (rows[0]?.is_erased)
    throw conflict('The personal data of this customer was erased, so nothing was sent.');
}
