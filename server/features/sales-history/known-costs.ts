import { sql } from 'kysely';
import { textFromUnitCost } from '#domain/kernel/average-cost';
import type { ImportContext } from '../../kernel/imports';
import type { LockedPool } from '../../kernel/stock';

/** Notes which products an import added: its undoing archives them, and importing again takes them up. */
export async function noteAdded(
  { tx, importId }: ImportContext,
  productIds: readonly number[],
): Promise<void> {
  await sql`
    insert into sales_history_products (import_id, product_id, is_added)
    select ${importId}, id, true from unnest(${[...productIds]}::bigint[]) as id on conflict do nothing`.execute(
    tx,
  );
}

/** Notes what products were known to cost before the import first touched them, for its undoing. */
export async function noteUnitCosts(
  { tx, importId }: ImportContext,
  pools: Iterable<LockedPool>,
): Promise<void> {
  const rows = Array.from(pools, ({ productId, lastUnitCost }) => ({
    product_id: productId,
    unit_cost: lastUnitCost === null ? null : textFromUnitCost(lastUnitCost),
  }));
  await sql`
    insert into sales_history_products (import_id, product_id, is_added, unit_cost_before)
    select ${importId}, product_id, false, unit_cost
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as row (product_id bigint, unit_cost numeric) on conflict do nothing`.execute(
    tx,
  );
}
