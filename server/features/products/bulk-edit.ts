import { sql } from 'kysely';
import type { Pence } from '#domain/kernel/money';
import type { BulkChange } from '#domain/products/product.contract';
import { priceMovedBy } from '#domain/products/product.price';
import { recordEdit } from '../../kernel/audit';
import type { Tx } from '../../platform/database/open-database';
import type { WriteContext } from '../../platform/http/context';
import { conflict, invalid, notFound } from '../../platform/http/refusal';

type Targets = readonly { readonly id: number; readonly version?: number | undefined }[];
type Row = {
  readonly id: number;
  readonly sku: string;
  readonly name: string;
  readonly version: number;
  readonly status: string;
  readonly category_id: number | null;
  readonly price_before: Pence;
  readonly price_after: Pence;
};

/** `"2.5"` percent → 250 hundredths. */
const hundredthsOf = (percent: string): number => {
  const [whole = '0', decimals = ''] = percent.replace('-', '').split('.');
  const size = Number(whole) * 100 + Number(decimals.padEnd(2, '0'));
  return percent.startsWith('-') ? 0 - size : size;
};

/** Previews the change, product by product. 404 when one is gone, 409 when one was changed in the meantime. */
export async function previewBulkEdit(tx: Tx, targets: Targets, change: BulkChange): Promise<Row[]> {
  const ids = targets.map(target => target.id);
  if (new Set(ids).size !== ids.length)
    throw invalid({ products: 'A product is listed twice. Choose each product once.' });
  const { rows } = await sql<Omit<Row, 'price_after'>>`
    select id, sku, name, version, status, category_id, price_pence as price_before from products
    where id = any(${ids}::bigint[]) order by id for update`.execute(tx);
  if (rows.length < ids.length) throw notFound('Product');
  const versions = new Map(targets.map(target => [target.id, target.version]));
  const changed = rows.find(row => (versions.get(row.id) ?? row.version) !== row.version);
  if (changed)
    throw conflict(`Someone else changed ${changed.name} in the meantime. Check the preview again.`);
  const archived = rows.find(row => row.status === 'archived');
  if (archived) throw conflict(`${archived.name} is archived. Restore it before you change it.`);
  const hundredths = change.price_percent === undefined ? 0 : hundredthsOf(change.price_percent);
  return rows.map(row => ({ ...row, price_after: priceMovedBy(row.price_before, hundredths) }));
}

/** Changes several products at once, all or none. */
export async function bulkEdit(
  ctx: WriteContext,
  targets: Targets,
  change: BulkChange,
): Promise<{ changed: number }> {
  const rows = await previewBulkEdit(ctx.tx, targets, change);
  const { status = null, category_id } = change;
  if (category_id != null) await ensureCategory(ctx.tx, category_id);
  const prices = rows.map(({ id, price_after }) => ({ id, price_after }));
  await sql`
    update products p set price_pence = new.price_after, status = coalesce(${status}, p.status),
      category_id = case when ${category_id !== undefined}::boolean then ${category_id ?? null}::bigint else p.category_id end,
      sub_category_id = case when ${category_id !== undefined}::boolean and p.category_id is distinct from ${category_id ?? null}::bigint
        then null else p.sub_category_id end,
      version = p.version + 1, updated_at = ${ctx.now}
    from jsonb_to_recordset(${JSON.stringify(prices)}::jsonb) as new (id bigint, price_after bigint) where p.id = new.id`.execute(
    ctx.tx,
  );
  const repriced = rows.filter(row => row.price_after !== row.price_before).map(row => row.id);
  await sql`
    insert into product_price_changes (product_id, price_pence, price_includes_vat, vat_code, changed_by, changed_at)
    select id, price_pence, price_includes_vat, vat_code, ${ctx.actor.id}, ${ctx.now} from products
    where id = any(${repriced}::bigint[])`.execute(ctx.tx);
  for (const row of rows) {
    const before = { status: row.status, category_id: row.category_id, price_pence: row.price_before };
    const after = {
      status: status ?? row.status,
      category_id: category_id === undefined ? row.category_id : category_id,
      price_pence: row.price_after,
    };
    recordEdit(ctx, { type: 'product', id: row.id, name: row.name }, before, after);
  }
  return { changed: rows.length };
}

async function ensureCategory(tx: Tx, id: number): Promise<void> {
  const { rows } = await sql`select from categories where id = ${id} for share`.execute(tx);
  if (rows.length === 0)
    throw invalid({ category_id: 'This category no longer exists. Choose another one.' });
}
