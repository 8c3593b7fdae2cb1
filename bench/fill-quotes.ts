import { sql } from 'kysely';
import type { Database, Tx } from '../server/platform/database/open-database';

/** One line of one unit at £2.40 including 20% VAT, as in all benchmark data. */
const [net, vat, gross] = [200, 40, 240];

/**
 * A quote for each sale to a named customer, one in four of them invoiced. One in ten is in its second revision; nearly
 * all of the open ones have expired, as in a shop that never tidies up.
 */
export const fillQuotes = (db: Database, sales: number, userId: number): Promise<void> =>
  // In one transaction: at the commit every quote must have its revision.
  db.transaction().execute(tx => insertQuotes(tx, sales, userId));

async function insertQuotes(db: Tx, sales: number, userId: number): Promise<void> {
  await sql`
    insert into quotes (number, status, revision, customer_id, customer_name, customer_reference, quoted_on, valid_until,
      gross_pence, sale_id, created_by, created_at, updated_at)
    select 'QUO-' || lpad(n::text, greatest(5, length(n::text)), '0'), (array['open', 'accepted', 'declined', 'invoiced'])[1 + n % 4],
      case when n % 10 = 0 then 2 else 1 end, s.customer_id, s.customer_name, case when n % 5 = 0 then 'RFQ ' || n end,
      s.business_date, s.business_date + 30, ${gross}, case when n % 4 = 3 then s.id end, ${userId}, now(), now()
    from generate_series(1, ${sales}::int / 10) n join sales s on s.id = n * 10 order by n`.execute(db);
  await sql`
    insert into quote_revisions (quote_id, revision, client_id, client_hash, quoted_on, valid_until, customer_id, customer_name,
      seller, price_mode, line_count, line_discount_pence, cart_discount_pence, net_pence, vat_pence, gross_pence, saved_by, saved_at)
    select q.id, r, gen_random_uuid(), '', q.quoted_on, q.valid_until, q.customer_id, q.customer_name,
      '{"name": "Bench", "lines": [], "vat_number": null}', 'inclusive', 1, 0, 0, ${net}, ${vat}, ${gross}, ${userId}, now()
    from quotes q cross join lateral generate_series(1, q.revision) r`.execute(db);
  await sql`
    insert into quote_lines (quote_id, revision, line_number, product_id, sku, description, unit, quantity, list_price_pence,
      unit_price_pence, has_typed_price, has_typed_discount, amount_pence, line_discount_pence, cart_discount_pence, vat_code,
      vat_rate, net_pence, vat_pence, gross_pence)
    select r.quote_id, r.revision, 1, p.id, p.sku, p.name, 'Each', 1, ${gross}, ${gross}, false, false, ${gross}, 0, 0, 'S', 20,
      ${net}, ${vat}, ${gross}
    from quote_revisions r join products p on p.id = 1 + r.quote_id % (select count(*) from products)`.execute(
    db,
  );
  await sql`update sales s set quote_id = q.id from quotes q where q.sale_id = s.id`.execute(db);
  await sql`
    insert into number_series (series, last_number) select 'QUO', count(*) from quotes having count(*) > 0`.execute(
    db,
  );
}
