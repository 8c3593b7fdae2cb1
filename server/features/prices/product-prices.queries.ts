import { sql } from 'kysely';
import { quantityFromText, textFromQuantity } from '#domain/kernel/quantity';
import type { ProductPrices, ProductPricesWrite } from '#domain/pricing/product-prices.contract';
import type { Reader, Tx } from '../../platform/database/open-database';
import type { WriteContext } from '../../platform/http/context';

type Product = Pick<ProductPrices, 'id' | 'price' | 'price_includes_vat' | 'version'> & {
  name: string;
  vat_code: string;
};
type BreakRow = Omit<ProductPrices['breaks'][number], 'from_quantity'> & { from_quantity: string };

export type StoredPrices = ProductPrices & Pick<Product, 'name' | 'vat_code'>;

/** The prices of a product besides its list price: groups by name, quantity breaks by group and quantity. */
export async function findProductPrices(db: Reader, productId: number): Promise<StoredPrices | undefined> {
  const { rows: products } = await sql<Product>`
    select id, name, price_pence as price, price_includes_vat, vat_code, version from products
    where id = ${productId}`.execute(db);
  if (!products[0]) return undefined;
  const { rows: groupPrices } = await sql<ProductPrices['group_prices'][number]>`
    select jsonb_build_object('id', g.id, 'name', g.name) as "group", p.unit_price_pence as unit_price
    from price_group_prices p join price_groups g on g.id = p.price_group_id
    where p.product_id = ${productId} order by g.name, g.id`.execute(db);
  const { rows: breaks } = await sql<BreakRow>`
    select case when g.id is not null then jsonb_build_object('id', g.id, 'name', g.name) end as "group",
      b.from_quantity::text, b.unit_price_pence as unit_price
    from quantity_breaks b left join price_groups g on g.id = b.price_group_id
    where b.product_id = ${productId} order by g.name nulls first, b.from_quantity`.execute(db);
  return {
    ...products[0],
    group_prices: groupPrices,
    breaks: breaks.map(row => ({ ...row, from_quantity: quantityFromText(row.from_quantity) })),
  };
}

export async function lockProductPrices(tx: Tx, productId: number): Promise<StoredPrices | undefined> {
  await sql`select from products where id = ${productId} for update`.execute(tx);
  return findProductPrices(tx, productId);
}

/** Replaces the prices of a product and increments its version. */
export async function replaceProductPrices(
  ctx: WriteContext,
  productId: number,
  { group_prices, breaks }: ProductPricesWrite,
): Promise<void> {
  const { tx, now } = ctx;
  await sql`delete from price_group_prices where product_id = ${productId}`.execute(tx);
  await sql`delete from quantity_breaks where product_id = ${productId}`.execute(tx);
  await sql`
    insert into price_group_prices (product_id, price_group_id, unit_price_pence)
    select ${productId}, row.price_group_id, row.unit_price
    from jsonb_to_recordset(${JSON.stringify(group_prices)}::jsonb) as row (price_group_id bigint, unit_price bigint)
    order by row.price_group_id`.execute(tx);
  const rows = breaks.map(entry => ({ ...entry, from_quantity: textFromQuantity(entry.from_quantity) }));
  await sql`
    insert into quantity_breaks (product_id, price_group_id, from_quantity, unit_price_pence)
    select ${productId}, row.price_group_id, row.from_quantity, row.unit_price
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as row
      (price_group_id bigint, from_quantity numeric, unit_price bigint)
    order by row.price_group_id, row.from_quantity`.execute(tx);
  await sql`update products set version = version + 1, updated_at = ${now} where id = ${productId}`.execute(
    tx,
  );
}

/** A price in the history; null when it was removed. */
export type SpecialPrice = {
  readonly price_group: string | null;
  readonly from_quantity: string | null;
  readonly price: number | null;
};

/** Records changes of group prices and quantity breaks in the product's price history. */
export async function insertSpecialPriceChanges(
  ctx: WriteContext,
  { id, price_includes_vat, vat_code }: StoredPrices,
  changes: readonly SpecialPrice[],
): Promise<void> {
  await sql`
    insert into product_price_changes
      (product_id, price_pence, price_includes_vat, vat_code, price_group, from_quantity, changed_by, changed_at)
    select ${id}, row.price, ${price_includes_vat}, ${vat_code}, row.price_group, row.from_quantity, ${ctx.actor.id}, ${ctx.now}
    from jsonb_to_recordset(${JSON.stringify(changes)}::jsonb) as row (price bigint, price_group text, from_quantity numeric)`.execute(
    ctx.tx,
  );
}
