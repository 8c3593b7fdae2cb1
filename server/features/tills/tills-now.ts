import { sql } from 'kysely';
import type { TillNow } from '#domain/tills/till.contract';
import { findSellingSettings, hidesCash } from '../../kernel/tills';
import type { Reader } from '../../platform/database/open-database';
import type { Actor } from '../../platform/http/actor';
import type { StoredSession } from './stored-session';

/**
 * Active registers with their open sessions. The suggested float is what the last session left, or the float
 * it started with. Amounts that tell of expected cash are hidden as in the session itself (rule T2).
 */
export async function listTillsNow(db: Reader, actor: Actor): Promise<{ data: TillNow[] }> {
  const [{ rows }, { blind_count }] = await Promise.all([tillsNow.execute(db), findSellingSettings(db)]);
  return {
    data: rows.map(row => tillOf(row, row.session_id !== null && hidesCash(row, blind_count, actor))),
  };
}

const tillsNow = sql<Row>`
    select r.id, r.code, r.name, r.paper, s.id as session_id, s.status, s.counted_pence as counted, s.counting_by,
      u.name as opened_by, s.opened_at,
      (select l.id from till_sessions l
        where l.register_id = r.id and l.status <> 'closed' and l.late_of_id is not null) as late_session_id,
      coalesce((select coalesce(c.left_pence, c.opening_float_pence) from till_sessions c
        where c.register_id = r.id and c.status = 'closed' and c.late_of_id is null order by c.id desc limit 1), 0) as suggested_float,
      (select coalesce(jsonb_agg(jsonb_build_object('device', e.prefix, 'sales', u.sales, 'amount', u.amount_pence,
          'last_seen_at', d.last_seen_at) order by e.prefix), '[]')
        from (select device_id, sum(u.sales)::integer as sales, sum(u.amount_pence)::bigint as amount_pence
          from unsent_sales u join till_sessions t on t.id = u.session_id where t.register_id = r.id group by 1) u
          join till_devices d on d.id = u.device_id join receipt_series e on e.device_id = d.id and e.register_id = r.id and e.retired_at is null) as unsent
    from registers r
      left join till_sessions s on s.register_id = r.id and s.status <> 'closed' and s.late_of_id is null
      left join users u on u.id = s.opened_by
    where r.status = 'active' order by r.name, r.id`;

/** The session's own columns are only meaningful where there is a `session_id`. */
type Row = Omit<TillNow, 'session' | 'unsent'> &
  Pick<StoredSession, 'status' | 'counted' | 'counting_by'> & {
    readonly unsent: (Omit<TillNow['unsent'][number], 'last_seen_at'> & { last_seen_at: string })[];
    readonly session_id: number | null;
    readonly opened_by: string;
    readonly opened_at: Date;
  };

const tillOf = (
  { session_id, status, counted: _counted, counting_by: _by, opened_by, opened_at, unsent, ...register }: Row,
  isBlind: boolean,
): TillNow => ({
  ...register,
  unsent: unsent.map(row => ({
    ...row,
    amount: isBlind ? null : row.amount,
    last_seen_at: new Date(row.last_seen_at),
  })),
  session: session_id === null ? null : { id: session_id, status, opened_by, opened_at },
});
