import { sql } from 'kysely';
import type { TillNow } from '#domain/tills/till.contract';
import type { TillSessionStatus } from '#domain/tills/till-state';
import type { Reader } from '../../platform/database/open-database';

/**
 * The active registers with who has them open. The suggested float is what the last session left in the drawer; before
 * that, what it was opened with.
 */
export async function listTillsNow(db: Reader): Promise<{ data: TillNow[] }> {
  const { rows } = await sql<Row>`
    select r.id, r.code, r.name, r.paper, s.id as session_id, s.status, u.name as opened_by, s.opened_at,
      (select l.id from till_sessions l
        where l.register_id = r.id and l.status <> 'closed' and l.late_of_id is not null) as late_session_id,
      coalesce((select coalesce(c.left_pence, c.opening_float_pence) from till_sessions c
        where c.register_id = r.id and c.status = 'closed' and c.late_of_id is null order by c.id desc limit 1), 0) as suggested_float
    from registers r
      left join till_sessions s on s.register_id = r.id and s.status <> 'closed' and s.late_of_id is null
      left join users u on u.id = s.opened_by
    where r.status = 'active' order by r.name, r.id`.execute(db);
  return { data: rows.map(tillOf) };
}

type Row = Omit<TillNow, 'session'> & {
  readonly session_id: number | null;
  readonly status: TillSessionStatus;
  readonly opened_by: string;
  readonly opened_at: Date;
};

const tillOf = ({ session_id, status, opened_by, opened_at, ...register }: Row): TillNow => ({
  ...register,
  session: session_id === null ? null : { id: session_id, status, opened_by, opened_at },
});
