import { sql } from 'kysely';
import type { Reader } from '../../server/platform/database/open-database';

/** Inserts one stock movement for each day in one statement, past the code. */
export const insertMovements = (db: Reader, product: number, days: readonly string[]): Promise<unknown> =>
  sql`
    insert into stock_movements (product_id, kind, quantity, value_pence, quantity_after, value_after_pence, document_type,
      document_id, document_line, business_date, posted_by, posted_at)
    select ${product}, 'adjustment', 1, 0, 1, 0, 'test', ${product}, line, day, (select min(id) from users), now()
    from unnest(${[...days]}::date[]) with ordinality as moved (day, line)`.execute(db);

/** Inserts one item of a party's ledger for each day in one statement, past the code. */
export const insertItems = (db: Reader, supplier: number, days: readonly string[]): Promise<unknown> =>
  sql`
    with balance as (insert into party_balances (supplier_id) values (${supplier}) on conflict do nothing)
    insert into party_items (supplier_id, side, kind, document_type, document_id, business_date, amount_pence, journal_id, posted_at)
    select ${supplier}, 'credit', 'bill', 'test', ${supplier}, day, 100, (select min(id) from journals), now()
    from unnest(${[...days]}::date[]) as day`.execute(db);
