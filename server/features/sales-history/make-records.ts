import { sql } from 'kysely';
import { insertedId } from '../../platform/database/inserted-id';
import { countryOf, homeCountry } from '#domain/countries/country';
import { withReservedIds } from '../../platform/database/reserve-ids';
import type { HistoryPrices } from '#domain/sales-history/treatment';
import { copyAudits, recordAudit } from '../../kernel/audit';
import type { ImportContext } from '../../kernel/imports';
import { assumeCosts } from '../../kernel/stock';
import { addNamedCustomers } from '../customers';
import { insertPrices, insertProducts } from '../products';
import { noteAdded } from './known-costs';

/**
 * Adds missing products and customers named in planned lines. Returns their audit entries, which the caller writes
 * last, as every posting does (`lockOrder`).
 */
export async function createRecords(ctx: ImportContext): Promise<() => Promise<void>> {
  const products = await makeProducts(ctx);
  const customers = await makeCustomers(ctx);
  return async () => {
    if (products.length > 0) await auditNew(ctx, 'product', 'products', products);
    if (customers.length > 0) await auditNew(ctx, 'customer', 'customers', customers);
  };
}

type NewProduct = {
  /** The id of a product that an undone import had added: it is restored as if it were new. */
  readonly known_id: number | null;
  readonly sku: string;
  readonly name: string | null;
  readonly price: number | null;
  readonly is_charge: boolean;
};

/** By code, ignoring letter case: the most frequent name and price among its lines. */
async function makeProducts(ctx: ImportContext): Promise<readonly number[]> {
  const { rows } = await sql<NewProduct>`
    select known.id as known_id, (array_agg(l.sku order by l.row_number))[1] as sku,
      mode() within group (order by l.description)
        filter (where l.description <> '' and (l.price_millipence > 0 or l.treatment = 'given')) as name,
      (mode() within group (order by l.price_millipence / 1000) filter (where l.price_millipence > 0)) as price,
      bool_or(coalesce(l.code_treatment in ('charge', 'discount'), false)) as is_charge
    from sales_history_lines l left join ${undoneProducts} known on known.sku = lower(l.sku)
    where l.import_id = ${ctx.importId} and l.outcome = 'planned' and l.treatment <> 'account'
      and (known.id is not null or not exists (select from products p where lower(p.sku) = lower(l.sku)))
    group by lower(l.sku), known.id order by min(l.row_number)`.execute(ctx.tx);
  if (rows.length === 0) return [];
  const unitId = await findUnit(ctx);
  const share = BigInt(ctx.options.cost_percent);
  const created = await withReservedIds(
    ctx.tx,
    'products',
    rows.filter(({ known_id }) => known_id === null).map(row => plannedProduct(ctx, row, unitId)),
  );
  const restored = rows.flatMap(row =>
    row.known_id === null ? [] : [{ ...plannedProduct(ctx, row, unitId), id: row.known_id }],
  );
  await insertProducts(ctx, created);
  await reactivateProducts(ctx, restored);
  const added = [...created, ...restored];
  const ids = added.map(({ id }) => id);
  await insertPrices(ctx, ids);
  await noteAdded(ctx, ids);
  // Without a cost share the cost is unknown, and none is assumed.
  await assumeCosts(
    ctx.tx,
    added
      .filter(({ values }) => values.is_stocked && share > 0n)
      .map(({ id, values }) => ({
        productId: id,
        // Millionths of a penny per unit: the chosen percentage of the price.
        unitCost: BigInt(values.price_pence) * share * 10_000n,
      })),
  );
  return ids;
}

function plannedProduct(
  { options }: ImportContext,
  { sku, name, price, is_charge }: NewProduct,
  unitId: number,
) {
  const prices: HistoryPrices = options.prices;
  return {
    newCodes: [],
    values: {
      sku,
      name: name ?? sku,
      category_id: null,
      sub_category_id: null,
      brand_id: null,
      unit_id: unitId,
      buying_unit_id: null,
      buying_factor: '1',
      vat_code: prices === 'no_vat' ? ('O' as const) : ('S' as const),
      price_pence: price ?? 0,
      price_includes_vat: prices === 'inclusive',
      standard_cost: null,
      is_stocked: !is_charge,
      // Goods in a history were in stock when sold, although no receipt shows it (rule I9).
      stock_policy: 'allow' as const,
      reorder_level: null,
      reorder_quantity: null,
      notes: null,
      status: 'active',
    },
  };
}

/** Products that an undone import had added and that are still archived. */
const undoneProducts = sql`(
  select distinct p.id, lower(p.sku) as sku from products p join sales_history_products h on h.product_id = p.id and h.is_added
  join imports i on i.id = h.import_id where p.status = 'archived' and i.state = 'undone')`;

type ReactivatedProduct = {
  readonly id: number;
  readonly values: {
    readonly name: string;
    readonly vat_code: string;
    readonly price_pence: number;
    readonly price_includes_vat: boolean;
    readonly is_stocked: boolean;
  };
};

async function reactivateProducts(
  { tx, now }: ImportContext,
  products: readonly ReactivatedProduct[],
): Promise<void> {
  if (products.length === 0) return;
  const rows = products.map(({ id, values }) => ({ id, ...values }));
  await sql`
    update products p set status = 'active', name = new.name, vat_code = new.vat_code, price_pence = new.price_pence,
      price_includes_vat = new.price_includes_vat, is_stocked = new.is_stocked, stock_policy = 'allow', version = p.version + 1,
      updated_at = ${now}
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as new (id bigint, name text, vat_code text, price_pence bigint,
      price_includes_vat boolean, is_stocked boolean)
    where p.id = new.id`.execute(tx);
}

/** The selected unit, else Each, which is added if missing. */
async function findUnit(ctx: ImportContext): Promise<number> {
  if (ctx.options.default_unit_id != null) return ctx.options.default_unit_id;
  const { rows: found } = await sql<{ id: number }>`
    select id from units where lower(name) = 'each'`.execute(ctx.tx);
  if (found[0]) return found[0].id;
  const { rows } = await sql<{ id: number }>`
    insert into units (name, created_at, updated_at) values ('Each', ${ctx.now}, ${ctx.now}) returning id`.execute(
    ctx.tx,
  );
  const id = insertedId(rows);
  recordAudit(ctx, { action: 'created', recordType: 'unit', recordId: id, recordName: 'Each' });
  return id;
}

/** Reactivates customers that an undone import had added, once they are named again. */
const reactivateCustomers = ({ tx, importId, now }: ImportContext) =>
  sql`
  with named as (
    select distinct lower(d.customer_number) as number from sales_history_documents d
    where d.import_id = ${importId} and d.customer_number is not null and exists (select from sales_history_lines l
      where l.import_id = d.import_id and l.number_key = d.number_key and l.outcome = 'planned')
  ), taken as (
    update customers c set status = 'active', version = c.version + 1, updated_at = ${now}
    from named join sales_history_customers h on h.number = named.number join imports i on i.id = h.added_by
    where c.id = h.customer_id and i.state = 'undone' and c.status = 'inactive' and c.merged_into_id is null and c.erased_at is null
    returning c.id
  )
  update sales_history_customers h set added_by = ${importId} from taken where h.customer_id = taken.id`.execute(
    tx,
  );

async function makeCustomers(ctx: ImportContext): Promise<readonly number[]> {
  await reactivateCustomers(ctx);
  const { rows } = await sql<{ number: string; country: string | null }>`
    select lower(d.customer_number) as number, (array_agg(d.country order by d.position desc)
      filter (where d.country is not null))[1] as country
    from sales_history_documents d
    where d.import_id = ${ctx.importId} and d.customer_number is not null
      and exists (select from sales_history_lines l where l.import_id = d.import_id and l.number_key = d.number_key
        and l.outcome = 'planned')
      and not exists (select from sales_history_customers h join customers c on c.id = h.customer_id
        where h.number = lower(d.customer_number) and c.erased_at is null)
    group by 1 order by min(d.position)`.execute(ctx.tx);
  if (rows.length === 0) return [];
  const customers = await addNamedCustomers(
    ctx,
    rows.map(({ number, country }) => ({
      number,
      name: `Customer ${number}`,
      address: country,
      country: countryOf(country ?? '') ?? homeCountry,
      tag: 'Sales history',
      notes: `Number ${number} in the imported sales history.`,
    })),
  );
  const numbered = customers.map(({ number, id }) => ({ number, customer_id: id }));
  await sql`
    insert into sales_history_customers (number, customer_id, added_by)
    select number, customer_id, ${ctx.importId} from jsonb_to_recordset(${JSON.stringify(numbered)}::jsonb) as row (number text, customer_id bigint)
    on conflict (number) do update set customer_id = excluded.customer_id, added_by = excluded.added_by`.execute(
    ctx.tx,
  );
  return customers.map(({ id }) => id);
}

/** One audit entry per record, as a form would write it. */
const auditNew = (
  ctx: ImportContext,
  recordType: string,
  table: 'products' | 'customers',
  ids: readonly number[],
): Promise<void> =>
  copyAudits(
    ctx.tx,
    ctx,
    sql`select id as position, 'created' as action, ${recordType}::text as record_type, id as record_id,
      name::text as record_name, null::jsonb as before,
      ${table === 'products' ? sql`jsonb_build_object('sku', sku, 'price_pence', price_pence)` : sql`jsonb_build_object('name', name, 'tags', tags)`} as after
      from ${sql.table(table)} where id = any(${[...ids]}::bigint[])`,
  );
