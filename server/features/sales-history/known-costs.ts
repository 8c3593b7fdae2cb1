import { sql } from 'kysely';
import { textFromUnitCost } from '#domain/kernel/average-cost';
import type { ImportContext } from '../../kernel/imports';
import type { LockedPool } from '../../kernel/stock';

/** Records which products an import added: undoing archives them, and importing again restores them. */
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

/** Records the unit costs of products before the import first changed them, for undo. */
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
