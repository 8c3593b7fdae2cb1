import { sql } from 'kysely';
import type { ImportContext, UndoneRow, UndoRefusal } from '../../kernel/imports';
import { removeOpenings } from './import-opening-stock';
import {
  insertPrices,
  removeOtherBarcodes,
  lockProducts,
  type StoredForImport,
  updateProducts,
} from './import-products.queries';
import { isOtherPrice } from './save-product.queries';
import { findTrackingRefusals } from './stock-tracking';

/**
 * Undoes a block of imported products. Products imported with stock stay as archived products, because
 * movements are never deleted; the others are deleted.
 */
export async function undoProducts(ctx: ImportContext, rows: readonly UndoneRow[]): Promise<UndoRefusal[]> {
  const stored = await lockProducts(
    ctx.tx,
    rows.map(row => row.id),
  );
  const there = rows.filter(row => stored.has(row.id));
  const changed = there
    .filter(row => stored.get(row.id)?.version !== row.version)
    .map(({ name }) => ({ name, reason: 'has since been changed' }));
  if (changed.length > 0) return changed;
  const { entered, refusals } = await removeOpenings(ctx, there);
  if (refusals.length > 0) return refusals;
  const tracked = await refuseTracking(ctx, there, stored);
  if (tracked.length > 0) return tracked;
  await restore(ctx, there, stored);
  const created = there.filter(row => row.outcome === 'new').map(row => row.id);
  await archive(
    ctx,
    created.filter(id => entered.has(id)),
  );
  await sql`delete from products where id = any(${created.filter(id => !entered.has(id))}::bigint[])`.execute(
    ctx.tx,
  );
  return [];
}

/** The products whose stock is no longer tracked as before the import, and cannot be now. */
async function refuseTracking(
  ctx: ImportContext,
  rows: readonly UndoneRow[],
  stored: ReadonlyMap<number, StoredForImport>,
): Promise<UndoRefusal[]> {
  const turned = rows.filter(({ id, outcome, before }) => {
    const wasTracked = before?.is_stocked;
    return (
      outcome === 'changed' && wasTracked !== undefined && wasTracked !== stored.get(id)?.values.is_stocked
    );
  });
  const refusals = await findTrackingRefusals(
    ctx.tx,
    turned.map(({ id }) => id),
  );
  return turned.flatMap(({ id, name }) => {
    const refusal = refusals.get(id);
    if (refusal === undefined) return [];
    const reason =
      refusal === 'stock' ? 'has stock since' : 'has had goods received since that are not billed';
    return [{ name, reason }];
  });
}

/** How many products of an import stay after it is undone. */
export async function countArchived({ tx, importId }: ImportContext): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*) as count from import_rows r join products p on p.id = r.record_id
    where r.import_id = ${importId} and r.outcome = 'new' and p.status = 'archived'`.execute(tx);
  return rows[0]?.count ?? 0;
}

async function restore(
  ctx: ImportContext,
  rows: readonly UndoneRow[],
  stored: ReadonlyMap<number, StoredForImport>,
): Promise<void> {
  const changed = rows.flatMap(({ id, outcome, before }) => {
    const now = stored.get(id);
    if (outcome !== 'changed' || !now) return [];
    const { barcodes, opening_quantity: _opening, ...values } = before ?? {};
    return [{ id, values: { ...now.values, ...values }, before: now.values, barcodes }];
  });
  await updateProducts(ctx, changed);
  await removeOtherBarcodes(
    ctx.tx,
    changed.flatMap(({ id, barcodes }) =>
      Array.isArray(barcodes) ? [{ id, codes: barcodes as string[] }] : [],
    ),
  );
  await insertPrices(
    ctx,
    changed.filter(({ values, before }) => isOtherPrice(before, values)).map(({ id }) => id),
  );
}

const archive = async (ctx: ImportContext, ids: readonly number[]): Promise<void> => {
  await sql`update products set status = 'archived', version = version + 1, updated_at = ${ctx.now}
    where id = any(${[...ids]}::bigint[])`.execute(ctx.tx);
};
