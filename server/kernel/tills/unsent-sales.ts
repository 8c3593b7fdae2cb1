import { sql } from 'kysely';
import type { UnsentSales } from '#domain/tills/unsent-sales';
import type { Reader } from '../../platform/database/open-database';

/**
 * A session's unsent sales: those reported by devices, and gaps in the receipt numbers received. A device
 * that could not report is found by its next receipt.
 */
export async function findUnsentOfSession(db: Reader, sessionId: number): Promise<UnsentSales[]> {
  const { rows } = await sql<UnsentSales>`
    with arrived as (
      select receipt_number from sales where session_id = ${sessionId} and receipt_number is not null
      union select receipt_number from unbooked_sales where session_id = ${sessionId} and receipt_number is not null
    ), numbered as (
      select regexp_replace(receipt_number, '-[0-9]+$', '') as prefix, substring(receipt_number from '[0-9]+$')::bigint as number
      from arrived
    ), spans as (
      select prefix, min(number) as first, max(number) as last from numbered group by 1
    ), everywhere as (
      select s.prefix, s.last, substring(a.receipt_number from '[0-9]+$')::bigint as number
      from spans s join (
        select receipt_number from sales union select receipt_number from unbooked_sales
      ) a on a.receipt_number like s.prefix || '-%' and a.receipt_number ~ '-[0-9]+$'
    ), gaps as (
      select s.prefix, r.device_id, (s.last - before.last - count(distinct e.number))::integer as missing
      from spans s
        cross join lateral (
          select coalesce(max(number), case when exists (select from receipt_series where prefix = s.prefix and retired_at is null) then 0 else s.first - 1 end) as last
          from everywhere where prefix = s.prefix and number < s.first) before
        left join everywhere e on e.prefix = s.prefix and e.number > before.last and e.number <= s.last
        left join receipt_series r on r.prefix = s.prefix
      group by s.prefix, s.last, before.last, r.device_id
    ), announced as (
      select coalesce(r.prefix, left(u.device_id::text, 8)) as prefix, u.device_id, u.sales, u.amount_pence
      from unsent_sales u join till_sessions s on s.id = u.session_id
        left join receipt_series r on r.device_id = u.device_id and r.register_id = s.register_id and r.retired_at is null
      where u.session_id = ${sessionId}
    )
    select coalesce(a.prefix, g.prefix) as device, greatest(coalesce(a.sales, 0), coalesce(g.missing, 0)) as sales,
      case when coalesce(a.sales, 0) >= coalesce(g.missing, 0) then a.amount_pence end as amount, d.last_seen_at
    from announced a full join (select * from gaps where missing > 0) g on g.prefix = a.prefix
      left join till_devices d on d.id = coalesce(a.device_id, g.device_id)
    order by 1`.execute(db);
  return rows;
}
