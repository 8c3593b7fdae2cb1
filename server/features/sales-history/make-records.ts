import { sql } from 'kysely';
import { insertedId } from '../../platform/database/inserted-id';
import type { HistoryPrices } from '#domain/sales-history/treatment';
import { copyAudits, recordAudit } from '../../kernel/audit';
import { type ImportContext, takeIds } from '../../kernel/imports';
import { assumeCosts } from '../../kernel/stock';
import { addNamedCustomers } from '../customers';
import { insertPrices, insertProducts } from '../products';

/**
 * Adds the products and customers that planned lines name and that are not there yet. Answers how they are written to the
 * audit log: whoever posts in the same transaction does that last, as everybody does (`lockOrder`).
 */
export async function makeRecords(ctx: ImportContext): Promise<() => Promise<void>> {
  const products = await makeProducts(ctx);
  const customers = await makeCustomers(ctx);
  return async () => {
    if (products.length > 0) await auditNew(ctx, 'product', 'products', products);
    if (customers.length > 0) await auditNew(ctx, 'customer', 'customers', customers);
  };
}

type NewProduct = {
  readonly sku: string;
  readonly name: string | null;
  readonly price: number | null;
  readonly is_charge: boolean;
};

/** By code without regard to letter case: the words and the price that most of its lines have. */
async function makeProducts(ctx: ImportContext): Promise<readonly number[]> {
  const { rows } = await sql<NewProduct>`
    select (array_agg(l.sku order by l.row_number))[1] as sku,
      mode() within group (order by l.description)
        filter (where l.description <> '' and (l.price_millipence > 0 or l.treatment = 'given')) as name,
      (mode() within group (order by l.price_millipence / 1000) filter (where l.price_millipence > 0)) as price,
      bool_or(coalesce(l.code_treatment in ('charge', 'discount'), false)) as is_charge
    from sales_history_lines l
    where l.import_id = ${ctx.importId} and l.outcome = 'planned' and l.treatment <> 'account'
      and not exists (select from products p where lower(p.sku) = lower(l.sku))
    group by lower(l.sku) order by min(l.row_number)`.execute(ctx.tx);
  if (rows.length === 0) return [];
  const prices: HistoryPrices = ctx.options.prices;
  const ids = await takeIds(ctx.tx, 'products', rows.length);
  const unitId = await findUnit(ctx);
  const share = BigInt(ctx.options.cost_percent);
  const added = rows.map(({ sku, name, price, is_charge }, index) => ({
    id: ids[index] ?? 0,
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
      // What a history sells was there, though nothing here says so (rule I9).
      stock_policy: 'allow' as const,
      reorder_level: null,
      reorder_quantity: null,
      notes: null,
      status: 'active',
    },
  }));
  await insertProducts(ctx, added);
  await insertPrices(ctx, ids);
  // Without a share nothing is known of what they cost, and nothing is made up.
  await assumeCosts(
    ctx.tx,
    added
      .filter(({ values }) => values.is_stocked && share > 0n)
      .map(({ id, values }) => ({
        productId: id,
        // Millionths of a penny for one: so many per cent of the price.
        unitCost: BigInt(values.price_pence) * share * 10_000n,
      })),
  );
  return ids;
}

/** The unit that was chosen, else Each, which is added where it is missing. */
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

async function makeCustomers(ctx: ImportContext): Promise<readonly number[]> {
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
  const ids = await addNamedCustomers(
    ctx,
    rows.map(({ number, country }) => ({
      name: `Customer ${number}`,
      address: country,
      tag: 'Sales history',
      notes: `Number ${number} in the sales history that was imported.`,
    })),
  );
  const known = rows.map(({ number }, index) => ({ number, customer_id: ids[index] ?? 0 }));
  await sql`
    insert into sales_history_customers (number, customer_id)
    select number, customer_id from jsonb_to_recordset(${JSON.stringify(known)}::jsonb) as row (number text, customer_id bigint)
    on conflict (number) do update set customer_id = excluded.customer_id`.execute(ctx.tx);
  return ids;
}

/** One entry for each record, as a form would have left it. */
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
