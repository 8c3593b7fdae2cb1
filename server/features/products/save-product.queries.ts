import { sql } from 'kysely';
import { textFromQuantity } from '#domain/kernel/quantity';
import type { UnitCost } from '#domain/kernel/unit-cost';
import type { ProductWrite } from '#domain/products/product.contract';
import type { Tx } from '../../platform/database/open-database';
import type { WriteContext } from '../../platform/http/context';

/** The columns a form writes. */
export type ProductValues = ReturnType<typeof productValuesOf>;

export const productValuesOf = (body: ProductWrite, standardCost: UnitCost | null) => ({
  sku: body.sku,
  name: body.name,
  category_id: body.category_id ?? null,
  sub_category_id: body.sub_category_id ?? null,
  brand_id: body.brand_id ?? null,
  unit_id: body.unit_id,
  buying_unit_id: body.buying_unit_id ?? null,
  buying_factor: body.buying_unit_id && body.buying_factor ? textFromQuantity(body.buying_factor) : '1',
  vat_code: body.vat_code,
  price_pence: body.price as number,
  price_includes_vat: body.price_includes_vat,
  standard_cost: standardCost,
  is_stocked: body.is_stocked,
  stock_policy: body.stock_policy,
  reorder_level: body.reorder_level == null ? null : textFromQuantity(body.reorder_level),
  reorder_quantity: body.reorder_quantity == null ? null : textFromQuantity(body.reorder_quantity),
  notes: body.notes ?? null,
  status: body.status as string,
});

export async function insertProduct(ctx: WriteContext, values: ProductValues): Promise<number> {
  const { id } = await ctx.tx
    .insertInto('products')
    .values({ ...values, created_at: ctx.now, updated_at: ctx.now })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

export async function updateProduct(ctx: WriteContext, id: number, values: ProductValues): Promise<void> {
  await ctx.tx
    .updateTable('products')
    .set({ ...values, version: sql`version + 1`, updated_at: ctx.now })
    .where('id', '=', id)
    .execute();
}

/** Replaces a product's barcodes. Returns the first that another product already has. */
export async function replaceBarcodes(
  tx: Tx,
  id: number,
  barcodes: ProductWrite['barcodes'],
): Promise<{ code: string; sku: string } | undefined> {
  const codes = barcodes.map(barcode => barcode.code);
  const { rows: taken } = await sql<{ code: string; sku: string }>`
    select pb.code, p.sku from product_barcodes pb join products p on p.id = pb.product_id
    where pb.code = any(${codes}) and pb.product_id <> ${id} limit 1`.execute(tx);
  if (taken[0]) return taken[0];
  const rows = barcodes.map(({ code, factor }) => ({
    code,
    factor: factor === undefined ? '1' : textFromQuantity(factor),
  }));
  await sql`delete from product_barcodes where product_id = ${id}`.execute(tx);
  await sql`
    insert into product_barcodes (product_id, code, factor)
    select ${id}, code, factor from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as row (code text, factor numeric)`.execute(
    tx,
  );
  await sql`update products set barcode_text = ${codes.join(' ')} where id = ${id}`.execute(tx);
  return undefined;
}

type Price = Pick<ProductValues, 'price_pence' | 'price_includes_vat' | 'vat_code'>;

/** Whether a change is another selling price, with or without VAT and at which code. */
export const isOtherPrice = (before: Price, after: Price): boolean =>
  before.price_pence !== after.price_pence ||
  before.price_includes_vat !== after.price_includes_vat ||
  before.vat_code !== after.vat_code;

/** Records a product's new selling price. */
export async function insertPriceChange(ctx: WriteContext, id: number, values: ProductValues): Promise<void> {
  await sql`
    insert into product_price_changes (product_id, price_pence, price_includes_vat, vat_code, changed_by, changed_at)
    values (${id}, ${values.price_pence}, ${values.price_includes_vat}, ${values.vat_code}, ${ctx.actor.id}, ${ctx.now})`.execute(
    ctx.tx,
  );
}
