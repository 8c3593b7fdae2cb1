import { sql } from 'kysely';
import type { Tx } from '../../platform/database/open-database';

/** Locks the ledgers of the parties of these items in a fixed order, so that writers cannot deadlock. */
export async function lockParties(tx: Tx, itemIds: readonly number[]): Promise<void> {
  await sql`
    select from party_balances b
    where supplier_id in (select supplier_id from party_items where id = any(${[...itemIds]}::bigint[]))
      or customer_id in (select customer_id from party_items where id = any(${[...itemIds]}::bigint[]))
    order by supplier_id, customer_id for update of b`.execute(tx);
}
