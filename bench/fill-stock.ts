import { sql } from 'kysely';
import type { Database } from '../server/platform/database/open-database';

/** Products, and the orders whose goods were received and issued: see `fillStock`. */
export type StockSize = { readonly products: number; readonly orders: number };

const linesOfOrder = 5;
/** Each receipt of ten is followed by this many issues of two, so that two of ten remain. */
const issuesOfReceipt = 4;

/**
 * Goods for the existing orders: five lines each; two orders in five were received, and those goods issued again in
 * parts, with the journals of both. It agrees with the books, so that the checks pass.
 */
export async function fillStock(
  db: Database,
  { products, orders }: StockSize,
  userId: number,
): Promise<void> {
  await sql`
    insert into products (sku, name, category_id, unit_id, vat_code, price_pence, price_includes_vat, barcode_text, reorder_level, created_at, updated_at)
    select 'SKU-' || n, md5(n::text) || ' ' || (array['mug', 'lamp', 'kettle', 'towel', 'basket'])[1 + n % 5], 1 + n % 500, 1, 'S',
      100 + n % 5000, true, '50' || lpad(n::text, 11, '0'), 5 + n % 20, now(), now()
    from generate_series(1, ${products}::int) n`.execute(db);
  await sql`
    insert into product_barcodes (product_id, code) select id, barcode_text from products`.execute(db);
  await insertPrices(db, products);
  await insertOrderLines(db, products);
  await insertReceipts(db, userId);
  await insertAdjustments(db, userId);
  await insertMovements(db, userId);
  await insertJournals(db, orders, userId);
  await insertVatEntries(db);
  await insertCounts(db, userId);
  await sql`
    insert into stock_pools (product_id, quantity, value_pence, last_unit_cost)
    select p.id, coalesce(sum(m.quantity), 0), coalesce(sum(m.value_pence), 0), 100
    from products p left join stock_movements m on m.product_id = p.id group by p.id`.execute(db);
  await sql`insert into number_series (series, last_number)
    select series, count(*) from goods_received_notes cross join (values ('GRN'), ('ADJ')) as of (series) group by series`.execute(
    db,
  );
}

/** Every tenth product has group prices and quantity breaks; promotions of the last years, a few of them current. */
async function insertPrices(db: Database, products: number): Promise<void> {
  await sql`insert into price_groups (name, percent_off, created_at, updated_at)
    select 'Group ' || n, n % 40, now(), now() from generate_series(1, 50) n`.execute(db);
  await sql`insert into price_group_prices (product_id, price_group_id, unit_price_pence)
    select n * 10, g, 50 from generate_series(1, ${products / 10}::int) n, generate_series(1, 5) g`.execute(
    db,
  );
  await sql`insert into quantity_breaks (product_id, from_quantity, unit_price_pence)
    select n * 10, f, 90 - f from generate_series(1, ${products / 10}::int) n, unnest(array[10, 20, 50]) f`.execute(
    db,
  );
  await sql`insert into promotions (name, kind, percent_off, applies_to, starts_on, ends_on, created_at, updated_at)
    select 'Promotion ' || n, 'percentage', n % 50, 'products', current_date - n, current_date - n + 14, now(), now()
    from generate_series(1, 1000) n`.execute(db);
  await sql`insert into promotion_products (promotion_id, product_id)
    select n, 1 + (n * 7 + p) % ${products}::int from generate_series(1, 1000) n, generate_series(1, 5) p`.execute(
    db,
  );
}

/** £1 each; part-received orders lack one unit of each line. */
async function insertOrderLines(db: Database, products: number): Promise<void> {
  await sql`
    insert into purchase_order_lines (purchase_order_id, line_number, product_id, description, unit, quantity, unit_price,
      vat_code, vat_percent, net_pence, vat_pence, gross_pence, received, received_net_pence)
    select po.id, k, 1 + (po.id * ${linesOfOrder}::int + k) % ${products}::int, 'Goods ' || k, 'Each', q, 1, 'S', 20, q * 100, q * 20, q * 120,
      case when po.status in ('received', 'completed') then 10 else 0 end,
      case when po.status in ('received', 'completed') then 1000 else 0 end
    from purchase_orders po cross join generate_series(1, ${linesOfOrder}::int) k
      cross join lateral (select case po.status when 'received' then 11 else 10 end as q) quantity`.execute(
    db,
  );
  await sql`
    update purchase_orders po set net_pence = l.net, vat_pence = l.vat, total_pence = l.gross
    from (select purchase_order_id, sum(net_pence)::bigint as net, sum(vat_pence)::bigint as vat, sum(gross_pence)::bigint as gross
      from purchase_order_lines group by 1) l where l.purchase_order_id = po.id`.execute(db);
}

async function insertReceipts(db: Database, userId: number): Promise<void> {
  await sql`
    insert into goods_received_notes (number, purchase_order_id, business_date, value_pence, received_by, received_at)
    select 'GRN-' || lpad(n::text, greatest(5, length(n::text)), '0'), id, order_date + 3, ${linesOfOrder * 1000}::int, ${userId}, now()
    from (select id, order_date, row_number() over (order by id) as n from purchase_orders where status in ('received', 'completed')) po
    order by n`.execute(db);
  await sql`
    insert into goods_received_lines (goods_received_note_id, line_number, purchase_order_line_id, product_id, is_stock, quantity,
      stock_quantity, value_pence, unbilled_quantity, unbilled_pence)
    select g.id, l.line_number, l.id, l.product_id, true, 10, 10, 1000, 10, 1000
    from goods_received_notes g join purchase_order_lines l on l.purchase_order_id = g.purchase_order_id`.execute(
    db,
  );
}

/** Goods received on an order were written off by one adjustment, which has the receipt's id. */
async function insertAdjustments(db: Database, userId: number): Promise<void> {
  await sql`
    insert into stock_adjustments (id, number, reason, business_date, posted_by, posted_at) overriding system value
    select id, replace(number, 'GRN', 'ADJ'), 'damaged', business_date, ${userId}, now() from goods_received_notes`.execute(
    db,
  );
  await sql`select setval(pg_get_serial_sequence('stock_adjustments', 'id'), (select max(id) from stock_adjustments))`.execute(
    db,
  );
}

/** Cancelled stocktakes, which need not agree with anything. */
async function insertCounts(db: Database, userId: number): Promise<void> {
  const counts = 500;
  await sql`
    insert into stock_counts (number, status, scope, is_blind, business_date, started_by, started_at, ended_by, ended_at)
    select 'COUNT-' || lpad(n::text, 5, '0'), 'cancelled', 'all', false, date '2024-01-01' + n, ${userId}, now(), ${userId}, now()
    from generate_series(1, ${counts}::int) n`.execute(db);
  await sql`insert into number_series (series, last_number) values ('COUNT', ${counts}::int)`.execute(db);
}

/** Goods received, and issued two at a time; balances after each row as the moves would have left them. */
async function insertMovements(db: Database, userId: number): Promise<void> {
  await sql`
    insert into stock_movements (product_id, kind, quantity, value_pence, quantity_after, value_after_pence, document_type,
      document_id, document_number, document_line, business_date, posted_by, posted_at)
    select product_id, case j when 0 then 'receipt' else 'adjustment' end, case j when 0 then 10 else -2 end,
      case j when 0 then 1000 else -200 end, (nth - 1) * 2 + 10 - j * 2, (nth - 1) * 200 + 1000 - j * 200,
      case j when 0 then 'goods_received_note' else 'stock_adjustment' end, note_id, case j when 0 then number else replace(number, 'GRN', 'ADJ') end, line_number * 10 + j, business_date,
      ${userId}, now()
    from (select l.product_id, g.id as note_id, g.number, l.line_number, g.business_date,
        row_number() over (partition by l.product_id order by g.id, l.line_number) as nth
      from goods_received_lines l join goods_received_notes g on g.id = l.goods_received_note_id) came
    cross join generate_series(0, ${issuesOfReceipt}::int) j
    order by note_id, line_number, j`.execute(db);
}

async function insertJournals(db: Database, orders: number, userId: number): Promise<void> {
  await sql`
    insert into journals (business_date, kind, narrative, document_type, document_id, document_number, posted_by, posted_at)
    select business_date, kind, 'Bench', document_type, id, replace(number, 'GRN', prefix), ${userId}, now()
    from goods_received_notes cross join (values ('goods_received', 'goods_received_note', 'GRN'), ('stock_adjustment', 'stock_adjustment', 'ADJ'))
      as of (kind, document_type, prefix)
    order by id limit ${orders * 2}::int`.execute(db);
  await sql`
    insert into journal_lines (journal_id, line_number, business_date, account_code, debit_pence, credit_pence)
    select j.id, line.number, j.business_date, line.account, line.debit, line.credit
    from journals j join (values
      ('goods_received', 1, '1200', ${linesOfOrder * 1000}::bigint, 0::bigint), ('goods_received', 2, '2110', 0, ${linesOfOrder * 1000}),
      ('stock_adjustment', 1, '5100', ${linesOfOrder * 800}, 0), ('stock_adjustment', 2, '1200', 0, ${linesOfOrder * 800}))
      as line (kind, number, account, debit, credit) on line.kind = j.kind`.execute(db);
}

/** Zero-rated, so that the VAT accounts stay at zero: one entry for each line received. */
async function insertVatEntries(db: Database): Promise<void> {
  await sql`
    insert into vat_entries (journal_id, direction, tax_point, vat_code, rate_percent, net_pence, vat_pence)
    select j.id, 'input', j.business_date, 'Z', 0, 1000, 0
    from journals j cross join generate_series(1, ${linesOfOrder}::int) where j.kind = 'goods_received'`.execute(
    db,
  );
}

const triggered = [
  'products',
  'stock_movements',
  'journals',
  'journal_lines',
  'vat_entries',
  'payments',
  'payment_allocations',
  'party_items',
  'allocations',
  'sales',
  'sale_lines',
  'sale_tenders',
  'expense_lines',
];

/** Row triggers are too slow for millions of rows; the statements keep to what they would enforce. */
export async function withoutTriggers(db: Database, work: () => Promise<void>): Promise<void> {
  for (const table of triggered) await sql`alter table ${sql.table(table)} disable trigger user`.execute(db);
  await work();
  for (const table of triggered) await sql`alter table ${sql.table(table)} enable trigger user`.execute(db);
}
