import { type RawBuilder, sql } from 'kysely';
import type { Pence } from '#domain/kernel/money';
import type { UnsentSales } from '#domain/tills/unsent-sales';
import type { Reader } from '../../platform/database/open-database';
import type { WriteContext } from '../../platform/http/context';
import { receiptDigits as digits } from './receipt-series';

/** As many as a device can report. */
const mostMissing = 1_000_000;

/**
 * The receipt numbers of a series between two numbers, both as text of the same number of digits, so that the index on
 * text finds them: ordered as text, numbers with more digits stand between them, and are left out.
 */
const receiptsOf = (
  table: 'sales' | 'unbooked_sales',
  span: { readonly from: RawBuilder<unknown>; readonly to: RawBuilder<unknown> },
  order = sql``,
) => sql`
      (select receipt_number from ${sql.table(table)} a
       where receipt_number ~>=~ (s.prefix || '-' || ${span.from}) and receipt_number ~<=~ (s.prefix || '-' || ${span.to})
         and char_length(receipt_number) = char_length(s.prefix) + 1 + w.digits and not receipt_is_out_of_series ${order})`;

/** The largest number of its length before the session's first: the first match, walking back from there. */
const newestBefore = (table: 'sales' | 'unbooked_sales') =>
  receiptsOf(
    table,
    {
      from: sql`case when w.digits = ${digits.fewest}::int then repeat('0', w.digits) else rpad('1', w.digits, '0') end`,
      to: sql`case when w.digits < length(s.first::text) then repeat('9', w.digits) else lpad((s.first - 1)::text, w.digits, '0') end`,
    },
    sql`order by receipt_number using ~>~ limit 1`,
  );

const betweenFirstAndLast = (table: 'sales' | 'unbooked_sales') =>
  receiptsOf(table, {
    from: sql`lpad((before.last + 1)::text, w.digits, '0')`,
    to: sql`case when w.digits < length(s.last::text) then repeat('9', w.digits) else lpad(s.last::text, w.digits, '0') end`,
  });

const numberOf = sql`substring(a.receipt_number from '[0-9]+$')::bigint`;

/**
 * A session's unsent sales: those reported by devices, and gaps in the receipt numbers received. A device that could not
 * report is found by its next receipt. Numbers out of their series count for nothing. Only the session's own receipts and the one before are read: a till is closed with
 * its register locked, after years of receipts.
 */
export async function findUnsentOfSession(db: Reader, sessionId: number): Promise<UnsentSales[]> {
  const { rows } = await sql<UnsentSales>`
    with arrived as (
      select receipt_number from sales where session_id = ${sessionId} and receipt_number is not null
        and not receipt_is_out_of_series
      union select receipt_number from unbooked_sales where session_id = ${sessionId} and receipt_number is not null
        and not receipt_is_out_of_series
    ), numbered as (
      select regexp_replace(receipt_number, '-[0-9]+$', '') as prefix, substring(receipt_number from '[0-9]+$')::bigint as number
      from arrived
    ), spans as (
      select prefix, min(number) as first, max(number) as last from numbered group by 1
    ), gaps as (
      select s.prefix, r.device_id, least(s.last - before.last - found.numbers, ${mostMissing}) as missing
      from spans s left join receipt_series r on r.prefix = s.prefix
        cross join lateral (select coalesce(
          (select ${numberOf}
            from generate_series(${digits.fewest}::int, greatest(${digits.fewest}::int, length(s.first::text))) as w (digits)
              cross join lateral (${newestBefore('sales')} union all ${newestBefore('unbooked_sales')}) a
            order by 1 desc nulls last limit 1),
          case when r.prefix is not null and r.retired_at is null then 0 else s.first - 1 end) as last) before
        cross join lateral (select count(distinct ${numberOf}) as numbers
          from generate_series(greatest(${digits.fewest}::int, length((before.last + 1)::text)), ${digits.most}::int) as w (digits)
            cross join lateral (${betweenFirstAndLast('sales')} union all ${betweenFirstAndLast('unbooked_sales')}) a) found
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

type Arrived = {
  readonly clientId: string;
  readonly deviceId: string | null | undefined;
  readonly sessionId: number | null | undefined;
  readonly amount: Pence;
};

/**
 * A paid sale that has arrived is no longer unsent, whether or not its device checks in again. One sent again is taken
 * off only if the device has reported it as unsent since it first arrived. Called once the sale is recorded.
 */
export async function noteArrived(
  ctx: WriteContext,
  { clientId, deviceId, sessionId, amount }: Arrived,
): Promise<void> {
  if (deviceId == null) return;
  const isReported = sql`device_id = ${deviceId} and session_id is not distinct from ${sessionId ?? null}::bigint
    and exists (select from (select min(at) as at from (
        select recorded_at as at from sales where client_id = ${clientId}
        union all select received_at from unbooked_sales where client_id = ${clientId}) arrivals) first
      where first.at = ${ctx.now} or told_at > first.at)`;
  await sql`
    with all_arrived as (delete from unsent_sales where ${isReported} and sales = 1)
    update unsent_sales set sales = sales - 1, amount_pence = greatest(amount_pence - ${amount}, 0)
    where ${isReported} and sales > 1`.execute(ctx.tx);
}
