import { sql } from 'kysely';
import type { Database } from '../server/platform/database/open-database';

/** An entry for each sale, as the product writes one, and some of suppliers. So the log is the longest list of all. */
export async function fillAudit(db: Database, userId: number): Promise<void> {
  await sql`
    insert into audit_log (at, actor, actor_id, action, record_type, record_id, record_name, after)
    select sold_at, 'Bench', sold_by, 'sold', 'sale', id, number, jsonb_build_object('customer', customer_name,
      'gross_pence', gross_pence, 'lines', line_count, 'tenders', jsonb_build_array('credit_card'), 'on_account_pence', on_account_pence)
    from sales order by id`.execute(db);
  await sql`insert into audit_log (at, actor, actor_id, action, record_type, record_id, record_name)
    select now(), 'Bench', ${userId}, 'created', 'supplier', id, name from suppliers order by id limit 2000`.execute(
    db,
  );
}
