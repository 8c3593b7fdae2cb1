import { sql } from 'kysely';
import {
  type ImportContext,
  refuseWorkSince,
  type UndoneRow,
  type UndoRefusal,
  type WorkPlace,
} from '../../kernel/imports';
import { removeOpenings } from './import-opening-stock';
import {
  insertPrices,
  removeOtherBarcodes,
  lockProducts,
  type StoredForImport,
  updateProducts,
} from './import-products.queries';
import { isOtherPrice } from './save-product.queries';
import { findSpecialPricesOf } from './special-prices';
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
  const priced = await refuseOtherMode(ctx, there, stored);
  if (priced.length > 0) return priced;
  const stocked = await refuseArchiving(ctx, there);
  if (stocked.length > 0) return stocked;
  const used = await refuseWorkSince(
    ctx.tx,
    workPlaces,
    there.filter(row => row.outcome === 'new' && !entered.has(row.id)),
  );
  if (used.length > 0) return used;
  const waiting = await refuseWaitingSales(
    ctx,
    there.filter(row => row.outcome === 'new' && !entered.has(row.id)),
  );
  if (waiting.length > 0) return waiting;
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

/** The products whose price mode the import changed, and that have other prices in it since (rule V9). */
async function refuseOtherMode(
  ctx: ImportContext,
  rows: readonly UndoneRow[],
  stored: ReadonlyMap<number, StoredForImport>,
): Promise<UndoRefusal[]> {
  const special = await findSpecialPricesOf(
    ctx.tx,
    ctx.now,
    rows.flatMap(({ id, outcome, before }) => {
      const now = stored.get(id);
      const mode = before?.price_includes_vat;
      return outcome === 'changed' && now && typeof mode === 'boolean'
        ? [{ stored: now, next: { price_includes_vat: mode } }]
        : [];
    }),
  );
  return rows.flatMap(({ id, name }) => {
    const words = special.get(id);
    return words === undefined ? [] : [{ name, reason: `has other prices in its present mode (${words})` }];
  });
}

/** The products that a paid sale needs which waits to be posted: deleted, it could never be posted. */
async function refuseWaitingSales(ctx: ImportContext, rows: readonly UndoneRow[]): Promise<UndoRefusal[]> {
  const { rows: needed } = await sql<{ id: number }>`
    select id from unnest(${rows.map(({ id }) => id)}::bigint[]) as asked (id) where is_in_waiting_sale(id)`.execute(
    ctx.tx,
  );
  const ids = new Set(needed.map(({ id }) => id));
  return rows
    .filter(({ id }) => ids.has(id))
    .map(({ name }) => ({ name, reason: 'is in a paid sale that waits to be posted' }));
}

/** What is not part of the product's form, so that its version says nothing of it. */
const workPlaces: readonly WorkPlace[] = [
  { table: 'product_images', column: 'product_id', words: 'pictures' },
  { table: 'record_notes', column: 'product_id', words: 'notes' },
  { table: 'supplier_products', column: 'product_id', words: 'codes or terms of suppliers' },
  { table: 'promotion_products', column: 'product_id', words: 'promotions' },
  { table: 'promotion_group_products', column: 'product_id', words: 'promotions' },
  { table: 'price_group_prices', column: 'product_id', words: 'prices of groups' },
  { table: 'quantity_breaks', column: 'product_id', words: 'quantity breaks' },
];

/** The products that were archived before the import and have stock now: those cannot be archived (rule P12). */
async function refuseArchiving(ctx: ImportContext, rows: readonly UndoneRow[]): Promise<UndoRefusal[]> {
  const archived = rows.filter(
    ({ outcome, before }) => outcome === 'changed' && before?.status === 'archived',
  );
  if (archived.length === 0) return [];
  const { rows: stocked } = await sql<{ product_id: number }>`
    select product_id from stock_pools where quantity <> 0 and product_id = any(${archived.map(({ id }) => id)}::bigint[])`.execute(
    ctx.tx,
  );
  const ids = new Set(stocked.map(({ product_id }) => product_id));
  return archived
    .filter(({ id }) => ids.has(id))
    .map(({ name }) => ({ name, reason: 'was archived before and has stock since' }));
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
