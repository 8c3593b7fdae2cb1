import type { UnitCost } from '#domain/kernel/unit-cost';
import { unitCostWithin } from '../../platform/database/unit-cost-text';
import { type RawBuilder, sql } from 'kysely';
import * as z from 'zod';
import type { BodyOf, ReplyOf } from '#domain/kernel/call';
import { type CalendarDate, londonDate } from '#domain/kernel/dates';
import { type Quantity, quantityFromText, textFromQuantity } from '#domain/kernel/quantity';
import { type SupplierPrice, supplierPrices } from '#domain/suppliers/supplier-price.contract';
import { recordEdit } from '../../kernel/audit';
import type { Reader } from '../../platform/database/open-database';
import { containing } from '../../platform/database/page-of';
import type { WriteContext } from '../../platform/http/context';
import { ensureCurrent } from '../../platform/http/ensure-current';
import { conflict, ensureFound } from '../../platform/http/refusal';
import { discountedUnitPrice, lastPrice, measuredLeadDays } from '../products';

const maxRows = 200;

/** A supplier's products with agreed and recent prices, by name; two hundred at most. 404 when the supplier is gone. */
export async function listSupplierPrices(
  db: Reader,
  supplierId: number,
  { text, today }: { text: string; today: CalendarDate },
): Promise<{ data: SupplierPrice[]; total: number }> {
  await ensureSupplier(db, supplierId);
  const search = text.normalize('NFC').trim().toLowerCase();
  if (search.includes('\u0000') || !search.isWellFormed()) return { data: [], total: 0 };
  const { rows } = await pricesOf(
    supplierId,
    sql`(lower(p.name) like ${containing(search)} or lower(p.sku) like ${containing(search)}
      or lower(coalesce(sp.supplier_code, last.supplier_code)) like ${containing(search)})`,
    today,
  ).execute(db);
  return { data: rows.map(reply), total: rows[0]?.total ?? 0 };
}

/** The minimum order quantities of a supplier. 404 when it is gone. */
export async function listMinimums(
  db: Reader,
  supplierId: number,
): Promise<ReplyOf<typeof supplierPrices.minimums>> {
  await ensureSupplier(db, supplierId);
  const { rows } = await sql<{ product_id: number; minimum: string; factor: string }>`
    select sp.product_id, sp.minimum::text, p.buying_factor::text as factor
    from supplier_products sp join products p on p.id = sp.product_id
    where sp.supplier_id = ${supplierId} and sp.minimum is not null order by sp.product_id`.execute(db);
  return {
    data: rows.map(({ product_id, minimum, factor }) => ({
      product_id,
      minimum: quantityFromText(minimum),
      factor: quantityFromText(factor),
    })),
  };
}

/** Saves a supplier's terms for a product; omitted values become blank. 404, 409. */
export async function saveSupplierPrice(
  ctx: WriteContext,
  supplierId: number,
  productId: number,
  { version, buying_factor, ...terms }: BodyOf<typeof supplierPrices.save>,
): Promise<SupplierPrice> {
  const supplier = await ensureSupplier(ctx.tx, supplierId);
  // The product's row is locked for the pair, which may not exist yet.
  const product = await ctx.tx
    .selectFrom('products')
    .select(['name', 'buying_factor'])
    .where('id', '=', productId)
    .forUpdate()
    .executeTakeFirst();
  const { buying_factor: factor } = ensureFound(product, 'Product');
  const today = londonDate(ctx.now);
  const before = await findPrice(ctx.tx, { supplierId, productId, today });
  if (before && before.version !== null) {
    const current = {
      ...z.encode(supplierPrices.save.reply, before),
      id: productId,
      version: before.version,
    };
    ensureCurrent(current, version, 'Price');
  }
  if (buying_factor !== undefined && buying_factor !== quantityFromText(factor))
    throw conflict(
      'The buying unit of this product was changed while you were editing. Reload the page and check the price.',
    );
  const minimum: Quantity | null = terms.minimum ?? null;
  const price = terms.agreed_price ?? null;
  await sql`
    insert into supplier_products (supplier_id, product_id, supplier_code, agreed_cost, agreed_cost_factor, agreed_cost_from, minimum,
      lead_time_days, updated_at)
    values (${supplierId}, ${productId}, ${terms.supplier_code ?? null}, ${price}, ${price === null ? null : factor},
      ${terms.agreed_from ?? null}, ${minimum === null ? null : textFromQuantity(minimum)}, ${terms.lead_time_days ?? null}, ${ctx.now})
    on conflict (supplier_id, product_id) do update set supplier_code = excluded.supplier_code,
      agreed_cost = excluded.agreed_cost, agreed_cost_factor = excluded.agreed_cost_factor,
      agreed_cost_from = excluded.agreed_cost_from,
      minimum = excluded.minimum, lead_time_days = excluded.lead_time_days, version = supplier_products.version + 1, updated_at = excluded.updated_at`.execute(
    ctx.tx,
  );
  const after = ensureFound(await findPrice(ctx.tx, { supplierId, productId, today }), 'Price');
  recordEdit(
    ctx,
    { type: 'supplier', id: supplierId, name: supplier.name },
    before ? factsOf(before) : {},
    factsOf(after),
  );
  return after;
}

const factsOf = ({
  product,
  supplier_code,
  agreed_price,
  agreed_from,
  minimum,
  lead_time_days,
}: SupplierPrice) => ({
  product: product.sku,
  supplier_code,
  // Named as costs, which the log hides from users who may not see them.
  agreed_cost: agreed_price,
  agreed_cost_from: agreed_from,
  minimum: minimum === null ? null : textFromQuantity(minimum),
  lead_time_days,
});

async function ensureSupplier(db: Reader, id: number): Promise<{ name: string }> {
  return ensureFound(
    await db.selectFrom('suppliers').select('name').where('id', '=', id).executeTakeFirst(),
    'Supplier',
  );
}

async function findPrice(
  db: Reader,
  { supplierId, productId, today }: { supplierId: number; productId: number; today: CalendarDate },
): Promise<SupplierPrice | undefined> {
  const { rows } = await pricesOf(supplierId, sql`p.id = ${productId}`, today).execute(db);
  return rows[0] && reply(rows[0]);
}

type Row = Omit<SupplierPrice, 'factor' | 'buying_factor' | 'minimum' | 'prices'> & {
  factor: string;
  buying_factor: string;
  minimum: string | null;
  prices: { on: string; price: UnitCost; factor: string }[];
  total: number;
};

const reply = ({ total: _total, factor, buying_factor, minimum, prices, ...row }: Row): SupplierPrice => ({
  ...row,
  factor: quantityFromText(factor),
  buying_factor: quantityFromText(buying_factor),
  minimum: minimum === null ? null : quantityFromText(minimum),
  prices: prices.map(({ on, price, factor: held }) => ({
    on,
    price,
    factor: quantityFromText(held),
  })),
});

/**
 * Everything ordered from a supplier or entered for it, one row per product. Cut to the rows shown first: bills, receipts and
 * the last price are looked up for these only.
 */
const pricesOf = (supplierId: number, condition: RawBuilder<unknown>, today: CalendarDate) => sql<Row>`
  with bought as (
    select l.id, l.product_id, l.unit, l.factor, ${discountedUnitPrice('l')} as ordered_price, l.supplier_code, po.order_date,
      row_number() over (partition by l.product_id order by po.order_date desc, l.id desc) as back
    from purchase_orders po join purchase_order_lines l on l.purchase_order_id = po.id
    where po.supplier_id = ${supplierId} and po.status in ('sent', 'received', 'completed') and l.product_id is not null
  ), shown as materialized (
    select p.id, p.sku, p.name, p.unit_id, p.buying_unit_id, p.buying_factor, sp.minimum, sp.lead_time_days, sp.version,
      sp.agreed_cost / sp.agreed_cost_factor * p.buying_factor as agreed_price, sp.agreed_cost_from as agreed_from,
      coalesce(sp.supplier_code, last.supplier_code) as supplier_code, last.unit as last_unit,
      coalesce(last.factor, p.buying_factor) as factor, last.order_date as last_ordered_on, count(*) over () as total
    from products p left join supplier_products sp on sp.product_id = p.id and sp.supplier_id = ${supplierId}
      left join bought last on last.product_id = p.id and last.back = 1
    where (sp.product_id is not null or last.product_id is not null) and ${condition}
    order by p.name, p.id limit ${sql.lit(maxRows)}
  ), listed as (
    select b.* from bought b where b.product_id in (select id from shown)
  ), measured as (
    ${measuredLeadDays(sql`l.id in (select id from listed)`)}
  ), billed as (
    select b.id, sum(bl.net_pence) / 100.0 / sum(bl.quantity) as price
    from listed b join supplier_bill_lines bl on bl.purchase_order_line_id = b.id and bl.quantity > 0
      join supplier_bills bill on bill.id = bl.supplier_bill_id and bill.reversed_at is null
    where b.back <= 12 group by b.id
  ), paid as (
    select known.product_id, jsonb_agg(jsonb_build_object('on', known.order_date, 'price', ${unitCostWithin(sql`known.price`)},
        'factor', known.factor::text) order by known.back desc) as prices
    from (select b.*, coalesce(billed.price, b.ordered_price) as price from listed b left join billed on billed.id = b.id
      where b.back <= 12) known
    where known.price > 0 group by known.product_id
  )
  select jsonb_build_object('id', s.id, 'sku', s.sku, 'name', s.name) as product, s.supplier_code,
    coalesce(s.last_unit, bu.name, u.name) as unit, s.factor::text as factor, coalesce(bu.name, u.name) as buying_unit,
    s.buying_factor::text as buying_factor, s.minimum::text, s.lead_time_days,
    ${unitCostWithin(sql`s.agreed_price`)} as agreed_price, s.agreed_from,
    ${unitCostWithin(sql`proposed.price * s.factor`)} as last_price, s.last_ordered_on,
    measured.days as measured_lead_days, coalesce(paid.prices, '[]') as prices, s.version, s.total
  from shown s
    left join paid on paid.product_id = s.id left join measured on measured.product_id = s.id
    join units u on u.id = s.unit_id left join units bu on bu.id = s.buying_unit_id
    left join lateral ${lastPrice(sql`s.id`, sql`${supplierId}`, today)} proposed on true
  order by s.name, s.id`;
