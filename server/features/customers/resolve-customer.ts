import { sql } from 'kysely';
import type { Reader } from '../../platform/database/open-database';

/**
 * The current customer behind an id: itself, or the one it was merged into. Undefined if there is none. Call
 * this before writing rows that refer to a customer (invoices, ledger items, held sales), and store the
 * result: the id may come from a page or document from before the merge. One step is enough because merges
 * leave no chains. Existing rows keep their customer, so pages also read those of `merged_from`.
 */
export async function resolveCustomer(db: Reader, id: number): Promise<number | undefined> {
  const { rows } = await sql<{ id: number }>`
    select coalesce(merged_into_id, id) as id from customers where id = ${id}`.execute(db);
  return rows[0]?.id;
}
