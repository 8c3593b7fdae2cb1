import { sql } from 'kysely';
import type { Reader } from '../../platform/database/open-database';

/**
 * The customer that an id means now: itself, or the one it was merged into. Undefined when there is none.
 *
 * Whatever hangs rows on a customer (invoices, ledger items, till sales held for later) asks this before it writes, and
 * stores the answer: an id may come from a page that was opened, or a document that was drawn up, before the merge. One
 * step is enough, merging leaves no chains. Rows that are there already keep their customer; a page about one customer
 * reads those of `merged_from` too.
 */
export async function resolveCustomer(db: Reader, id: number): Promise<number | undefined> {
  const { rows } = await sql<{ id: number }>`
    select coalesce(merged_into_id, id) as id from customers where id = ${id}`.execute(db);
  return rows[0]?.id;
}
