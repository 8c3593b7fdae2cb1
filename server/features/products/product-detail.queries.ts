import { sql } from 'kysely';
import type { Pence } from '#domain/kernel/money';
import { type Quantity, quantityFromText } from '#domain/kernel/quantity';
import type { VatCode } from '#domain/kernel/vat';
import type { StockPolicy } from '#domain/products/product.status';
import type { Reader, Tx } from '../../platform/database/open-database';
import { preparedStatement } from '../../platform/database/prepared-statement';
import type { StoredProduct } from './product-reply';
import { productColumns, productJoins } from './products.queries';

export type StoredDetail = StoredProduct & {
  readonly buying_unit: { id: number; name: string } | null;
  readonly buying_factor: string;
  readonly reorder_quantity: string | null;
  readonly stock_policy: StockPolicy;
  readonly is_stocked: boolean;
  readonly notes: string | null;
  readonly barcodes: { id: number; code: string; factor: string }[];
  readonly images: { id: number; width: number; height: number }[];
};

/** One product with all its details. */
export async function findProduct(db: Reader, id: number): Promise<StoredDetail | undefined> {
  const { rows } = await sql<StoredDetail>`${preparedStatement}
    select ${productColumns}, p.buying_factor::text, p.reorder_quantity::text, p.stock_policy, p.is_stocked, p.notes,
      case when bu.id is not null then jsonb_build_object('id', bu.id, 'name', bu.name) end as buying_unit,
      coalesce((select jsonb_agg(jsonb_build_object('id', pb.id, 'code', pb.code, 'factor', pb.factor::text) order by pb.id)
        from product_barcodes pb where pb.product_id = p.id), '[]') as barcodes,
      coalesce((select jsonb_agg(jsonb_build_object('id', i.id, 'width', i.width, 'height', i.height) order by i.position, i.id)
        from product_images i where i.product_id = p.id), '[]') as images
    from products p ${productJoins} left join units bu on bu.id = p.buying_unit_id
    where p.id = ${id}`.execute(db);
  return rows[0];
}

/** Locks a product's row until the commit and loads its details. */
export async function lockProduct(tx: Tx, id: number): Promise<StoredDetail | undefined> {
  await sql`${preparedStatement} select from products where id = ${id} for update`.execute(tx);
  return findProduct(tx, id);
}

export type PriceChange = {
  readonly price: Pence | null;
  readonly price_includes_vat: boolean;
  readonly vat_code: VatCode;
  readonly price_group: string | null;
  readonly from_quantity: Quantity | null;
  readonly changed_by: string;
  readonly changed_at: Date;
};

/** Years of weekly changes, with the prices of groups; more would make each reply slow. */
const maxPriceChanges = 1000;

/** A product's selling prices, including groups and quantity breaks, newest first, and how many there are in all. */
export async function listPriceChanges(
  db: Reader,
  id: number,
): Promise<{ changes: PriceChange[]; total: number }> {
  const { rows } = await sql<
    Omit<PriceChange, 'from_quantity'> & { from_quantity: string | null; total: number }
  >`${preparedStatement}
    select c.price_pence as price, c.price_includes_vat, c.vat_code, c.price_group, c.from_quantity::text,
      u.name as changed_by, c.changed_at, count(*) over () as total
    from product_price_changes c join users u on u.id = c.changed_by
    where c.product_id = ${id} order by c.id desc limit ${sql.lit(maxPriceChanges)}`.execute(db);
  const changes = rows.map(({ total: _total, ...row }) => ({
    ...row,
    from_quantity: row.from_quantity === null ? null : quantityFromText(row.from_quantity),
  }));
  return { changes, total: rows[0]?.total ?? 0 };
}

/** Whether documents or movements prevent a product's deletion (rule P12), a paid sale that waits to be posted included. */
export async function isUsed(db: Reader, id: number): Promise<boolean> {
  const { rows } = await sql<{ used: boolean }>`${preparedStatement}
    select exists (select from stock_movements where product_id = ${id})
      or exists (select from purchase_order_lines where product_id = ${id})
      or exists (select from stock_count_lines where product_id = ${id})
      or exists (select from quote_lines where product_id = ${id})
      or exists (select from sale_lines where product_id = ${id})
      or exists (select from credit_note_lines where product_id = ${id})
      or is_in_waiting_sale(${id}) as used`.execute(db);
  return rows[0]?.used ?? false;
}
