import { sql } from 'kysely';
import type { Tx } from '../../platform/database/open-database';
import { conflict } from '../../platform/http/refusal';

type Addressee = { readonly type: 'customer' | 'employee'; readonly id: number };

/**
 * Locks the person that a letter was written to, so that they are not erased before the commit. After an erasure all that
 * was written to them is gone, and a letter from before it would bring their data back (rule K3). 409.
 */
export async function lockAddressee(tx: Tx, { type, id }: Addressee): Promise<void> {
  const { rows } = await sql<{ is_erased: boolean }>`
    select erased_at is not null as is_erased from ${sql.table(`${type}s`)} where id = ${id} for key share`.execute(
    tx,
  );
  if (rows[0]?.is_erased)
    throw conflict(`The personal data of this ${type} was erased, so nothing was sent.`);
}
