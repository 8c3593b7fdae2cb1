import { sql } from 'kysely';
import type { TillNow } from '#domain/tills/till.contract';
import type { Reader } from '../../platform/database/open-database';

/**
 * The active registers with who has them open. The suggested float is what the last session left in the drawer; before
 * that, what it was opened with.
 */
export async function listTillsNow(db: Reader): Promise<{ data: TillNow[] }> {
  const { rows } = await sql<TillNow>`
    select r.id, r.code, r.name, r.paper,
      (select jsonb_build_object('id', s.id, 'status', s.status, 'opened_by', u.name, 'opened_at', s.opened_at)
        from till_sessions s join users u on u.id = s.opened_by
        where s.register_id = r.id and s.status <> 'closed' and s.late_of_id is null) as session,
      (select s.id from till_sessions s
        where s.register_id = r.id and s.status <> 'closed' and s.late_of_id is not null) as late_session_id,
      coalesce((select coalesce(s.left_pence, s.opening_float_pence) from till_sessions s
        where s.register_id = r.id and s.status = 'closed' and s.late_of_id is null order by s.id desc limit 1), 0) as suggested_float
    from registers r where r.status = 'active' order by r.name, r.id`.execute(db);
  return { data: rows };
}
