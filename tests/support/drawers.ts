import { sql } from 'kysely';
import type { Database } from '../../server/platform/database/open-database';

/** Opens a till session without a float on the first register; answers its id. */
export async function openDrawer(db: Database): Promise<number> {
  const { rows } = await sql<{ id: number }>`
    insert into till_sessions (register_id, opened_by, opened_at, business_date, opening_float_pence)
    select (select min(id) from registers), (select min(id) from users), now(), current_date, 0 returning id`.execute(
    db,
  );
  return rows[0]?.id ?? 0;
}
