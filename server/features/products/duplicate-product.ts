import { sql } from 'kysely';
import { maxSku, type ProductDetail } from '#domain/products/product.contract';
import { recordAudit } from '../../kernel/audit';
import type { WriteContext } from '../../platform/http/context';
import { ensureFound } from '../../platform/http/refusal';
import { getProduct } from './get-product';
import { lockProduct } from './product-detail.queries';

/** Duplicates a product: inactive, under the next free SKU, without barcodes, pictures or stock. */
export async function duplicateProduct(ctx: WriteContext, id: number): Promise<ProductDetail> {
  const original = ensureFound(await lockProduct(ctx.tx, id), 'Product');
  const { rows } = await sql<{ id: number; sku: string }>`
    insert into products (sku, name, category_id, sub_category_id, brand_id, unit_id, buying_unit_id, buying_factor, vat_code,
      price_pence, price_includes_vat, standard_cost, is_stocked, stock_policy, reorder_level, reorder_quantity, notes,
      status, created_at, updated_at)
    select (select left(p.sku, ${maxSku} - 1 - length(n::text)) || '-' || n from generate_series(2, 10000) n
        where not exists (select from products taken
          where lower(taken.sku) = lower(left(p.sku, ${maxSku} - 1 - length(n::text)) || '-' || n))
        order by n limit 1),
      p.name, category_id, sub_category_id, brand_id, unit_id, buying_unit_id, buying_factor, vat_code,
      price_pence, price_includes_vat, standard_cost, is_stocked, stock_policy, reorder_level, reorder_quantity, notes,
      'inactive', ${ctx.now}, ${ctx.now}
    from products p where p.id = ${id} returning id, sku`.execute(ctx.tx);
  const [copy] = rows;
  if (!copy) throw new Error('The copy was not written');
  await sql`
    insert into product_price_changes (product_id, price_pence, price_includes_vat, vat_code, changed_by, changed_at)
    select id, price_pence, price_includes_vat, vat_code, ${ctx.actor.id}, ${ctx.now} from products where id = ${copy.id}`.execute(
    ctx.tx,
  );
  recordAudit(ctx, {
    action: 'created',
    recordType: 'product',
    recordId: copy.id,
    recordName: original.name,
    after: { sku: copy.sku, copied_from: original.sku },
  });
  return getProduct(ctx.tx, copy.id, ctx);
}
