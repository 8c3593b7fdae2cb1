import { sql } from 'kysely';
import type { Database } from '../server/platform/database/open-database';

const registers = 20;
const sessionsOfEach = 500;

/** Twenty registers with some years of closed sessions, and one open at each. */
export async function fillTills(db: Database, userId: number): Promise<void> {
  await sql`insert into registers (name, code, last_z_number, created_at, updated_at)
    select 'Counter ' || n, 'C' || n, ${sessionsOfEach}, now(), now() from generate_series(1, ${registers}::int) n`.execute(
    db,
  );
  await sql`insert into till_sessions (register_id, status, opened_by, opened_at, business_date, opening_float_pence, z_number,
      closed_by, closed_at, counted_pence, expected_pence, left_pence, needs_approval, z_report)
    select r.id, 'closed', ${userId}, d.at, d.at::date, 10000, n, ${userId}, d.at + interval '8 hours', 0, 0, 0, n % 50 = 0,
      jsonb_build_object('number', 'Z-' || r.code || '-' || lpad(n::text, 5, '0'),
        'sales', jsonb_build_object('gross', '1250.00'), 'refunds', jsonb_build_object('gross', '12.50'))
    from registers r, generate_series(1, ${sessionsOfEach}::int) n,
      lateral (select now() - (${sessionsOfEach}::int - n + 1) * interval '1 day' as at) d
    where r.code <> 'T1'`.execute(db);
  await sql`insert into till_sessions (register_id, opened_by, opened_at, business_date, opening_float_pence)
    select id, ${userId}, now(), current_date, 0 from registers where code <> 'T1'`.execute(db);
}
