import { sql } from 'kysely';
import { unitCostText } from '../../platform/database/unit-cost-text';
import { textFromQuantity, quantityFromText } from '#domain/kernel/quantity';
import type { Tx } from '../../platform/database/open-database';
import type { WriteContext } from '../../platform/http/context';
import type { ImportedCode } from './import-product-cells';
import type { ProductValues } from './save-product.queries';

/** A product as an import loads it. */
export type StoredForImport = {
  readonly id: number;
  readonly version: number;
  readonly values: ProductValues;
  readonly barcodes: readonly { readonly code: string; readonly factor: string }[];
};

type Row = ProductValues & {
  key: number;
  id: number;
  version: number;
  barcodes: { code: string; factor: string }[];
};

const columns = sql`p.id, p.version, p.sku, p.name, p.category_id, p.sub_category_id, p.brand_id, p.unit_id, p.buying_unit_id,
  p.buying_factor::text, p.vat_code, p.price_pence, p.price_includes_vat, ${unitCostText(sql`p.standard_cost`)} as standard_cost, p.is_stocked, p.stock_policy,
  p.reorder_level::text, p.reorder_quantity::text, p.notes, p.status,
  coalesce((select jsonb_agg(jsonb_build_object('code', b.code, 'factor', b.factor::text) order by b.id)
    from product_barcodes b where b.product_id = p.id), '[]') as barcodes`;

const short = (quantity: string | null) =>
  quantity === null ? null : textFromQuantity(quantityFromText(quantity));

function storedOf({ key: _key, id, version, barcodes, ...values }: Row): StoredForImport {
  return {
    id,
    version,
    barcodes,
    values: {
      ...values,
      buying_factor: short(values.buying_factor) ?? '1',
      reorder_level: short(values.reorder_level),
      reorder_quantity: short(values.reorder_quantity),
    },
  };
}

/** Finds and locks products by SKU, ignoring letter case, under the number of the row that names them. */
export async function findBySku(
  tx: Tx,
  keys: readonly { readonly key: number; readonly sku: string }[],
): Promise<Map<number, StoredForImport>> {
  const { rows } = await sql<Row>`
    select wanted.key, ${columns}
    from jsonb_to_recordset(${JSON.stringify(keys)}::jsonb) as wanted (key integer, sku text)
    join products p on lower(p.sku) = lower(wanted.sku) order by p.id for no key update of p`.execute(tx);
  return new Map(rows.map(row => [row.key, storedOf(row)]));
}

/** Locks and loads products by id. */
export async function lockProducts(tx: Tx, ids: readonly number[]): Promise<Map<number, StoredForImport>> {
  const { rows } = await sql<Row>`
    select 0 as key, ${columns} from products p where p.id = any(${ids}::bigint[]) order by p.id for update`.execute(
    tx,
  );
  return new Map(rows.map(row => [row.id, storedOf(row)]));
}

const fields = sql`sku, name, category_id, sub_category_id, brand_id, unit_id, buying_unit_id, buying_factor, vat_code,
  price_pence, price_includes_vat, standard_cost, is_stocked, stock_policy, reorder_level, reorder_quantity, notes, status`;
const typed = sql`id bigint, sku text, name text, category_id bigint, sub_category_id bigint, brand_id bigint, unit_id bigint,
  buying_unit_id bigint, buying_factor numeric, vat_code text, price_pence bigint, price_includes_vat boolean,
  standard_cost numeric, is_stocked boolean, stock_policy text, reorder_level numeric, reorder_quantity numeric, notes text,
  status text`;

type Written = { readonly id: number; readonly values: ProductValues };
const asJson = (rows: readonly Written[]) =>
  sql`${JSON.stringify(rows.map(({ id, values }) => ({ ...values, id })))}::jsonb`;

type Added = Written & { readonly newCodes: readonly ImportedCode[] };

/** Inserts products with their barcodes. The search text is complete at once, so that it is indexed once. */
export async function insertProducts(ctx: WriteContext, rows: readonly Added[]): Promise<void> {
  if (rows.length === 0) return;
  const added = rows.map(({ id, values, newCodes }) => ({
    ...values,
    id,
    barcode_text: newCodes.map(({ code }) => code).join(' '),
  }));
  await sql`
    insert into products (id, ${fields}, barcode_text, created_at, updated_at) overriding system value
    select id, ${fields}, barcode_text, ${ctx.now}::timestamptz, ${ctx.now}::timestamptz
    from jsonb_to_recordset(${JSON.stringify(added)}::jsonb) as row (${typed}, barcode_text text)`.execute(
    ctx.tx,
  );
  await insertCodes(
    ctx.tx,
    rows.map(({ id, newCodes }) => ({ id, codes: newCodes })),
  );
}

const assignments = sql`sku = new.sku, name = new.name, category_id = new.category_id, sub_category_id = new.sub_category_id,
  brand_id = new.brand_id, unit_id = new.unit_id, buying_unit_id = new.buying_unit_id, buying_factor = new.buying_factor,
  vat_code = new.vat_code, price_pence = new.price_pence, price_includes_vat = new.price_includes_vat,
  standard_cost = new.standard_cost, is_stocked = new.is_stocked, stock_policy = new.stock_policy,
  reorder_level = new.reorder_level, reorder_quantity = new.reorder_quantity, notes = new.notes, status = new.status`;

export async function updateProducts(ctx: WriteContext, rows: readonly Written[]): Promise<void> {
  if (rows.length === 0) return;
  await sql`
    update products p set ${assignments}, version = p.version + 1, updated_at = ${ctx.now}
    from jsonb_to_recordset(${asJson(rows)}) as new (${typed}) where p.id = new.id`.execute(ctx.tx);
}

/** Records products' new selling prices. */
export async function insertPrices(ctx: WriteContext, productIds: readonly number[]): Promise<void> {
  if (productIds.length === 0) return;
  await sql`
    insert into product_price_changes (product_id, price_pence, price_includes_vat, vat_code, changed_by, changed_at)
    select id, price_pence, price_includes_vat, vat_code, ${ctx.actor.id}, ${ctx.now} from products
    where id = any(${[...productIds]}::bigint[]) order by id`.execute(ctx.tx);
}

/** The products that already have these barcodes. */
export async function findBarcodeOwners(
  tx: Tx,
  codes: readonly string[],
): Promise<Map<string, { product_id: number; sku: string }>> {
  if (codes.length === 0) return new Map();
  const { rows } = await sql<{ code: string; product_id: number; sku: string }>`
    select b.code, b.product_id, p.sku from product_barcodes b join products p on p.id = b.product_id
    where b.code = any(${[...codes]}::text[])`.execute(tx);
  return new Map(rows.map(row => [row.code, row]));
}

type Codes = { readonly id: number; readonly codes: readonly string[] };

type NewCodes = { readonly id: number; readonly codes: readonly ImportedCode[] };

/** Adds barcodes to existing products. */
export async function insertBarcodes(tx: Tx, rows: readonly NewCodes[]): Promise<void> {
  if (rows.length === 0) return;
  await insertCodes(tx, rows);
  await refreshBarcodeText(
    tx,
    rows.map(row => row.id),
  );
}

async function insertCodes(tx: Tx, rows: readonly NewCodes[]): Promise<void> {
  const added = rows.flatMap(({ id, codes }) =>
    codes.map(({ code, factor = '1' }) => ({ id, code, factor })),
  );
  if (added.length === 0) return;
  await sql`
    insert into product_barcodes (product_id, code, factor)
    select id, code, factor from jsonb_to_recordset(${JSON.stringify(added)}::jsonb)
      as row (id bigint, code text, factor numeric)`.execute(tx);
}

/** Removes the products' barcodes that are not among these. */
export async function removeOtherBarcodes(tx: Tx, rows: readonly Codes[]): Promise<void> {
  if (rows.length === 0) return;
  await sql`
    delete from product_barcodes b using jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as kept (id bigint, codes jsonb)
    where b.product_id = kept.id and not kept.codes ? b.code`.execute(tx);
  await refreshBarcodeText(
    tx,
    rows.map(row => row.id),
  );
}

async function refreshBarcodeText(tx: Tx, ids: readonly number[]): Promise<void> {
  await sql`
    update products p set barcode_text = coalesce(
      (select string_agg(b.code, ' ' order by b.id) from product_barcodes b where b.product_id = p.id), '')
    where p.id = any(${[...ids]}::bigint[])`.execute(tx);
}
