import { sql } from 'kysely';
import type { UnitCost } from '#domain/kernel/unit-cost';
import { unitCostWithin } from '../../platform/database/unit-cost-text';
import type { Holder } from '#domain/kernel/access';
import type { CalendarDate } from '#domain/kernel/dates';
import type { Pence } from '#domain/kernel/money';
import { quantityFromText } from '#domain/kernel/quantity';
import type { VatCode } from '#domain/kernel/vat';
import type { ProductChoice } from '#domain/products/product.contract';
import type { ProductStatus } from '#domain/products/product.status';
import type { Reader } from '../../platform/database/open-database';
import { containing } from '../../platform/database/page-of';
import { canSeeCost } from './product-reply';
import { lastPrice } from './last-price';

const maxChoices = 20;

type Row = {
  id: number;
  sku: string;
  name: string;
  unit: string;
  buying_unit: string | null;
  buying_factor: string;
  vat_code: VatCode;
  price: Pence;
  price_includes_vat: boolean;
  status: ProductStatus;
  quantity: string;
  is_cost_known: boolean;
  scanned_factor: string | null;
  supplier_code: string | null;
  is_exact: boolean;
  last_cost: UnitCost | null;
  last_price: UnitCost | null;
  last_discount_percent: number | null;
};

const offered = {
  active: sql`p.status = 'active'`,
  adjustable: sql`(p.status <> 'archived'
    or exists (select from stock_pools o where o.product_id = p.id and o.quantity <> 0))`,
  any: sql`true`,
};

/**
 * Active products for a form or till, or any for goods that are on a document already: an exact barcode comes first and
 * alone counts as scanned, then the SKU, then a supplier's code, then names that start with the text, then names that
 * contain it. Twenty at most. A supplier's code is on its price list, or on an order to it. The given supplier's is as good
 * as a SKU if it stands for one product; that of another supplier is not looked for then. The cost is the price for one buying unit that an order proposes: agreed with the given
 * supplier, else the last one on a bill or later order, from that supplier or from any.
 */
export async function searchProducts(
  db: Reader,
  {
    text,
    supplier_id = null,
    status,
  }: { text: string; supplier_id?: number | null | undefined; status?: 'any' | 'adjustable' | undefined },
  { actor, today }: { actor: Holder; today: CalendarDate },
): Promise<{ data: ProductChoice[] }> {
  const search = text.normalize('NFC').trim();
  if (search === '' || search.includes('\u0000') || !search.isWellFormed()) return { data: [] };
  const lower = search.toLowerCase();
  const isOffered = offered[status ?? 'active'];
  const { rows } = await sql<Row>`
    with called as (
      select sp.product_id, sp.supplier_code from supplier_products sp
      where lower(sp.supplier_code) = ${lower} and (${supplier_id}::bigint is null or sp.supplier_id = ${supplier_id})
      union select l.product_id, l.supplier_code
      from purchase_order_lines l join purchase_orders o on o.id = l.purchase_order_id
      where lower(l.supplier_code) = ${lower} and l.supplier_code is not null and l.product_id is not null
        and o.status in ('sent', 'received', 'completed') and (${supplier_id}::bigint is null or o.supplier_id = ${supplier_id})
    ), matches as (
      select p.id, 0 as rank, pb.factor as scanned_factor, null as supplier_code from product_barcodes pb join products p on p.id = pb.product_id
        where pb.code = ${search} and ${isOffered}
      union all select p.id, 1, null, null from products p where lower(p.sku) = ${lower} and ${isOffered}
      union all select p.id, 2, null, called.supplier_code from called join products p on p.id = called.product_id
        where ${isOffered}
      union all (select p.id, 3, null, null from products p
        where lower(p.name) collate "C" like ${containing(lower).slice(1)} and ${isOffered}
        order by p.name, p.id limit ${sql.lit(maxChoices)})
      union all (select p.id, 4, null, null from products p
        where p.search_text like ${containing(lower)} and ${isOffered}
        order by p.name, p.id limit ${sql.lit(maxChoices)})
    ), best as (
      select distinct on (id) id, rank, scanned_factor, max(supplier_code) over (partition by id) as supplier_code
      from matches order by id, rank
    )
    select p.id, p.sku, p.name, u.name as unit, bu.name as buying_unit, p.buying_factor::text, p.vat_code,
      p.price_pence as price, p.price_includes_vat, p.status, s.quantity::text,
      (s.quantity > 0 or s.last_unit_cost is not null) as is_cost_known, best.scanned_factor::text,
      best.rank <= 1 or (best.rank = 2 and ${supplier_id}::bigint is not null
        and count(*) filter (where best.rank = 2) over () = 1) as is_exact,
      coalesce(best.supplier_code,
        (select supplier_code from supplier_products where supplier_id = ${supplier_id} and product_id = p.id)) as supplier_code,
      ${unitCostWithin(sql`coalesce(last.price, p.standard_cost) * p.buying_factor`)} as last_cost,
      ${unitCostWithin(sql`coalesce(last.list_price, p.standard_cost) * p.buying_factor`)} as last_price,
      last.discount_hundredths as last_discount_percent
    from best join products p using (id) join stock_pools s on s.product_id = p.id join units u on u.id = p.unit_id
      left join units bu on bu.id = p.buying_unit_id
      left join lateral ${lastPrice(sql`p.id`, sql`${supplier_id}`, today)} last on true
    order by best.rank, p.name, p.id limit ${sql.lit(maxChoices)}`.execute(db);
  const withCost = canSeeCost(actor);
  return {
    data: rows.map(({ last_cost, last_price, last_discount_percent, ...row }) => ({
      ...row,
      buying_factor: quantityFromText(row.buying_factor),
      quantity: quantityFromText(row.quantity),
      scanned_factor: quantityFromText(row.scanned_factor ?? '1'),
      ...(withCost ? { last_cost, last_price, last_discount_percent } : {}),
    })),
  };
}
