import { sql } from 'kysely';
import type { Database } from '../server/platform/database/open-database';

/** One to five lines each, so that there are three times as many lines as sales. */
export type SalesSize = { readonly sales: number; readonly customers: number };

const days = 900;
/** A line is one unit at £2.40 including 20% VAT, at a cost of £1, as in all benchmark data. */
const [net, vat, gross, cost] = [200, 40, 240, 100];
/** Of the device at which all sales at a till were made, one after the other. */
export const receiptSeries = 'C1-A';
/** The stock left of each product, for the sales that are measured. */
const leftOver = 1_000;

/**
 * Sales of the last years, paid by card: one in ten to a named customer, and one in ten of those still unpaid. All
 * goods were received before the first sale. It agrees with the books, so that the checks pass.
 */
export async function fillSales(
  db: Database,
  { sales, customers }: SalesSize,
  userId: number,
): Promise<void> {
  await insertSales(db, { sales, customers }, userId);
  await sql`
    insert into sale_lines (sale_id, line_number, product_id, sku, description, unit, quantity, list_price_pence, unit_price_pence,
      amount_pence, vat_code, vat_rate, net_pence, vat_pence, gross_pence, cost_pence, is_stock)
    select s.id, k, p.id, p.sku, p.name, 'Each', 1, ${gross}, ${gross}, ${gross}, 'S', 20, ${net}, ${vat}, ${gross}, ${cost}, true
    from sales s cross join lateral generate_series(1, s.line_count) k
      join products p on p.id = 1 + (s.id * 5 + k) % (select count(*) from products)`.execute(db);
  await sql`
    insert into sale_tenders (sale_id, line_number, method, tendered_pence, applied_pence)
    select id, 1, 'credit_card', gross_pence, gross_pence from sales where on_account_pence = 0`.execute(db);
  await sql`analyze sales, sale_lines`.execute(db);
  await insertMovements(db, userId);
  await insertJournals(db, userId);
  await insertLedgers(db, userId);
  await sql`insert into number_series (series, last_number) values ('INV', ${sales}::int)`.execute(db);
}

async function insertSales(db: Database, { sales, customers }: SalesSize, userId: number): Promise<void> {
  await sql`
    insert into sales (number, client_id, client_hash, channel, customer_id, customer_name, customer_reference, seller, price_mode,
      business_date, tax_point, due_on, line_count, units, cost_pence, net_pence, vat_pence, gross_pence, on_account_pence, receipt_number, sold_by, sold_at, recorded_at)
    select 'INV-' || lpad(n::text, greatest(5, length(n::text)), '0'), gen_random_uuid(), '', case when n % 5 = 0 then 'desk' else 'till' end,
      c.id, c.name, case when n % 20 = 0 then 'PO ' || n end, '{"name": "Bench", "lines": [], "vat_number": null}', 'inclusive',
      d.day, d.day, d.day + 30, l.lines, l.lines, l.lines * ${cost}::int, l.lines * ${net}::int, l.lines * ${vat}::int, l.lines * ${gross}::int,
      case when n % 100 = 0 then l.lines * ${gross}::int else 0 end,
      case when n % 5 <> 0 then ${receiptSeries} || '-' || lpad((n - n / 5)::text, greatest(6, length(n::text)), '0') end, ${userId}, d.day + time '12:00', now()
    from generate_series(1, ${sales}::int) n
      cross join lateral (select 1 + n % 5 as lines) l
      cross join lateral (select current_date - ${days}::int + (n::bigint * ${days}::int / ${sales}::int)::int as day) d
      join customers c on c.id = case when n % 10 = 0 then 2 + (n / 10) % (${customers}::int - 1)
        else (select id from customers where is_walk_in) end
    order by n`.execute(db);
}

/**
 * Goods were received on one day and sold one by one, with the stock after each row as the moves would have left it.
 */
async function insertMovements(db: Database, userId: number): Promise<void> {
  const columns = sql`product_id, kind, quantity, value_pence, quantity_after, value_after_pence, document_type, document_id,
    document_number, document_line, business_date, posted_by, posted_at`;
  await sql`
    insert into stock_movements (${columns})
    select s.product_id, 'opening', came.pieces, came.pieces * ${cost}::int, s.quantity + came.pieces,
      s.value_pence + came.pieces * ${cost}::int, 'bench', 0, null, 1, current_date - ${days + 1}::int, ${userId}, now()
    from stock_pools s left join (select product_id, count(*) as sold from sale_lines group by 1) l using (product_id)
      cross join lateral (select coalesce(l.sold, 0) + ${leftOver}::int as pieces) came`.execute(db);
  await sql`
    insert into stock_movements (${columns})
    select l.product_id, 'sale', -1, -${cost}::int, o.quantity_after - l.nth, o.value_after_pence - l.nth * ${cost}::int, 'sale', l.sale_id,
      s.number, l.line_number, s.business_date, ${userId}, now()
    from (select sale_id, line_number, product_id, row_number() over (partition by product_id order by sale_id, line_number) as nth
      from sale_lines) l
      join stock_movements o on o.product_id = l.product_id and o.kind = 'opening' and o.document_type = 'bench'
      join sales s on s.id = l.sale_id
    order by l.sale_id, l.line_number`.execute(db);
  await sql`
    update stock_pools set quantity = quantity + ${leftOver}::int, value_pence = value_pence + ${leftOver * cost}::int`.execute(
    db,
  );
}

async function insertJournals(db: Database, userId: number): Promise<void> {
  await sql`
    with opening as (
      insert into journals (business_date, kind, narrative, document_type, document_id, posted_by, posted_at)
      values (current_date - ${days + 1}::int, 'opening', 'Bench', 'bench', 0, ${userId}, now()) returning id, business_date
    ), worth as (select sum(value_pence)::bigint as pence from stock_movements where kind = 'opening' and document_type = 'bench')
    insert into journal_lines (journal_id, line_number, business_date, account_code, debit_pence, credit_pence)
    select id, line.number, business_date, line.account, line.debit, line.credit
    from opening, worth, lateral (values (1, '1200', pence, 0), (2, '3900', 0, pence)) as line (number, account, debit, credit)`.execute(
    db,
  );
  await sql`
    insert into journals (business_date, kind, narrative, document_type, document_id, document_number, posted_by, posted_at)
    select business_date, 'sale', 'Sale to ' || customer_name, 'sale', id, number, ${userId}, now() from sales order by id`.execute(
    db,
  );
  await sql`
    insert into journal_lines (journal_id, line_number, business_date, account_code, debit_pence, credit_pence, customer_id, vat_code)
    select j.id, line.number, j.business_date, line.account, line.debit, line.credit,
      case line.account when '1100' then s.customer_id end, case when line.account in ('4000', '2200') then 'S' end
    from journals j join sales s on s.id = j.document_id join customers c on c.id = s.customer_id
      cross join lateral (values
        (1, '1100', s.gross_pence, 0::bigint, not c.is_walk_in),
        (2, '1030', s.gross_pence, 0, s.on_account_pence = 0), (3, '1100', 0, s.gross_pence, not c.is_walk_in and s.on_account_pence = 0),
        (4, '4000', 0, s.net_pence, true), (5, '2200', 0, s.vat_pence, true),
        (6, '5000', s.line_count * ${cost}::int, 0, true), (7, '1200', 0, s.line_count * ${cost}::int, true))
        as line (number, account, debit, credit, stands)
    where j.document_type = 'sale' and line.stands`.execute(db);
  await sql`
    insert into vat_entries (journal_id, direction, tax_point, vat_code, rate_percent, net_pence, vat_pence)
    select j.id, 'output', s.tax_point, 'S', 20, s.net_pence, s.vat_pence
    from journals j join sales s on s.id = j.document_id where j.document_type = 'sale'`.execute(db);
}

/** Invoices of named customers, and the receipts allocated to them at the till. */
async function insertLedgers(db: Database, userId: number): Promise<void> {
  await sql`
    insert into party_balances (customer_id, balance_pence)
    select s.customer_id, sum(s.on_account_pence) from sales s join customers c on c.id = s.customer_id
    where not c.is_walk_in group by 1
    on conflict (customer_id) do update set balance_pence = party_balances.balance_pence + excluded.balance_pence`.execute(
    db,
  );
  await sql`
    insert into party_items (customer_id, side, kind, document_type, document_id, document_number, business_date, due_on, amount_pence,
      allocated_pence, journal_id, posted_at)
    select s.customer_id, item.side, item.kind, 'sale', s.id, s.number, s.business_date, s.due_on, s.gross_pence,
      s.gross_pence - s.on_account_pence, j.id, now()
    from sales s join customers c on c.id = s.customer_id join journals j on j.document_type = 'sale' and j.document_id = s.id
      cross join (values ('debit', 'invoice'), ('credit', 'receipt')) as item (side, kind)
    where not c.is_walk_in and (item.kind = 'invoice' or s.on_account_pence = 0)`.execute(db);
  // Without statistics, both sides of each sale are found by scanning all items.
  await sql`analyze party_items`.execute(db);
  await sql`
    insert into allocations (debit_item_id, credit_item_id, amount_pence, business_date, made_by, made_at)
    select i.id, r.id, i.amount_pence, i.business_date, ${userId}, now()
    from party_items i join party_items r on r.document_type = 'sale' and r.document_id = i.document_id and r.kind = 'receipt'
    where i.document_type = 'sale' and i.kind = 'invoice'`.execute(db);
}
