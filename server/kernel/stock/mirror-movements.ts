import { sql } from 'kysely';
import { averageCost } from '#domain/kernel/average-cost';
import { type Pence, toPence } from '#domain/kernel/money';
import { quantityFromText, textFromQuantity, toQuantity } from '#domain/kernel/quantity';
import type { WriteContext } from '../../platform/http/context';
import { type LockedPool, lockPools, poolsToStore, storedUnitCost } from './stock-pools';

type Moved = {
  readonly id: number;
  readonly product_id: number;
  readonly quantity: string;
  readonly value_pence: Pence;
};
type Document = { readonly type: string; readonly id: number };
export type PoolDifference = { readonly productId: number; readonly value: Pence };

const ofDocuments = (documents: readonly Document[]) => sql`
  from jsonb_to_recordset(${JSON.stringify(documents)}::jsonb) as d (type text, id bigint)
  join stock_movements m on m.document_type = d.type and m.document_id = d.id and m.kind <> 'import_undone'`;

/** Locks the pools that these documents' movements changed, in the common lock order. */
export async function lockPoolsOf(
  { tx }: WriteContext,
  documents: readonly Document[],
): Promise<Map<number, LockedPool>> {
  const { rows } = await sql<{ product_id: number }>`
    select distinct m.product_id ${ofDocuments(documents)}`.execute(tx);
  return lockPools(
    tx,
    rows.map(({ product_id }) => product_id),
  );
}

/**
 * Mirrors the movements of documents, last one first, each on its own day at its exact value (rules A3, I14).
 * The caller has locked the pools. Where stock moved since, a pool could be left empty with a value or with a
 * value below zero: the correction needed is returned and stored with the pool.
 */
export async function mirrorMovements(
  ctx: WriteContext,
  documents: readonly Document[],
  pools: Map<number, LockedPool>,
  reason: string,
): Promise<PoolDifference[]> {
  const { rows: moved } = await sql<Moved>`
    select m.id, m.product_id, m.quantity::text, m.value_pence ${ofDocuments(documents)} order by m.id desc`.execute(
    ctx.tx,
  );
  if (moved.length === 0) return [];
  const mirrors = moved.map(({ id, product_id, quantity, value_pence }) => {
    const pool = pools.get(product_id);
    if (!pool) throw new Error(`The pool of product ${product_id} is not locked`);
    const after = poolAfter(pool, pool.quantity - quantityFromText(quantity), pool.value - value_pence);
    pools.set(product_id, after);
    return {
      id,
      quantity_after: textFromQuantity(after.quantity),
      value_after: after.value,
      unit_cost_before: storedUnitCost(pool),
    };
  });
  await sql`
    insert into stock_movements (product_id, kind, quantity, value_pence, quantity_after, value_after_pence, unit_cost_before,
      document_type, document_id, document_number, document_line, reason, business_date, posted_by, posted_at)
    select m.product_id, 'import_undone', -m.quantity, -m.value_pence, mirror.quantity_after, mirror.value_after,
      mirror.unit_cost_before, m.document_type, m.document_id, m.document_number, m.document_line, ${reason}, m.business_date, ${ctx.actor.id}, ${ctx.now}
    from jsonb_to_recordset(${JSON.stringify(mirrors)}::jsonb) as mirror (id bigint, quantity_after numeric, value_after bigint,
      unit_cost_before numeric)
    join stock_movements m on m.id = mirror.id order by m.id desc`.execute(ctx.tx);
  const differences = [...pools.values()].flatMap(pool => {
    const value = differenceOf(pool);
    if (value === 0) return [];
    pools.set(pool.productId, poolAfter(pool, pool.quantity, pool.value + value));
    return [{ productId: pool.productId, value }];
  });
  await sql`${poolsToStore(pools.values(), () => true)}`.execute(ctx.tx);
  return differences;
}

function poolAfter(pool: LockedPool, quantity: number, value: number): LockedPool {
  const after = { quantity: toQuantity(quantity), value: toPence(value === 0 ? 0 : value) };
  return {
    ...pool,
    ...after,
    lastUnitCost: averageCost(after.value, after.quantity) ?? pool.lastUnitCost,
  };
}

/** The correction that leaves an empty pool at zero value, and quantity and value with one sign (A2, I9). */
function differenceOf({ quantity, value }: LockedPool): Pence {
  const isRight = value === 0 || (quantity > 0 && value > 0) || (quantity < 0 && value < 0);
  return toPence(isRight ? 0 : 0 - value);
}

/** Stores pool corrections as value-only movements; the caller posts the journal. */
export async function storeDifferences(
  ctx: WriteContext,
  differences: readonly PoolDifference[],
  { document, businessDate, reason }: { document: Document; businessDate: string; reason: string },
): Promise<void> {
  await sql`
    insert into stock_movements (product_id, kind, quantity, value_pence, quantity_after, value_after_pence, unit_cost_before,
      document_type, document_id, document_line, reason, business_date, posted_by, posted_at)
    select s.product_id, 'import_undone', 0, d.value, s.quantity, s.value_pence, s.last_unit_cost, ${document.type}, ${document.id},
      (select count(*) from stock_movements m where m.document_type = ${document.type} and m.document_id = ${document.id}
        and m.product_id = s.product_id) + 1, ${reason}, ${businessDate}, ${ctx.actor.id}, ${ctx.now}
    from jsonb_to_recordset(${JSON.stringify(differences)}::jsonb) as d ("productId" bigint, value bigint)
    join stock_pools s on s.product_id = d."productId"`.execute(ctx.tx);
}

/** Restores the unit cost products had before an import, where they have no stock to tell it. */
export async function restoreUnitCosts(ctx: WriteContext, importId: number): Promise<void> {
  await sql`
    update stock_pools s set last_unit_cost = p.unit_cost_before from sales_history_products p
    where p.import_id = ${importId} and s.product_id = p.product_id and s.quantity <= 0
      and s.last_unit_cost is distinct from p.unit_cost_before
      and not exists (select from stock_movements m where m.product_id = p.product_id and m.kind <> 'import_undone'
        and not exists (select from sales_history_posted h where h.document_type = m.document_type
          and h.document_id = m.document_id and h.undone_at is not null)
        and m.id > (select min(o.id) from stock_movements o join sales_history_posted h on h.document_type = o.document_type
          and h.document_id = o.document_id where o.product_id = p.product_id and h.import_id = ${importId}))`.execute(
    ctx.tx,
  );
}
