import { sql } from 'kysely';
import type { TakingsOfHour } from '#domain/dashboard/takings-by-hour';
import type { CalendarDate } from '#domain/kernel/dates';
import type { Reader } from '../../platform/database/open-database';
import { isNoteReported, isNoteValid, isSaleReported, isSaleValid } from './sales-documents';

/**
 * Net takings (rule R2) of some days by the hour of the London clock, with the part before a time of day. A sale counts
 * on its business date, so that the hours of a day add up to its takings.
 */
export async function findTakingsByHour(
  db: Reader,
  days: readonly CalendarDate[],
  time: string,
): Promise<TakingsOfHour[]> {
  const { rows } = await sql<TakingsOfHour>`
    select date, extract(hour from clock)::integer as hour, sum(amount)::bigint as net_takings,
      coalesce(sum(amount) filter (where clock < ${time}::time), 0)::bigint as by_now
    from (
      select s.business_date::text as date, (s.sold_at at time zone 'Europe/London')::time as clock, s.gross_pence as amount
      from sales s where s.business_date = any(${days}::date[]) and ${isSaleReported} and ${isSaleValid}
      union all
      select n.business_date::text, (n.refunded_at at time zone 'Europe/London')::time, -n.gross_pence
      from credit_notes n left join sales s on s.id = n.sale_id
      where n.business_date = any(${days}::date[]) and ${isNoteReported} and ${isNoteValid}
    ) documents
    group by 1, 2 order by 1, 2`.execute(db);
  return rows;
}
