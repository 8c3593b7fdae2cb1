import { type RawBuilder, sql } from 'kysely';
import type { CalendarDate } from '#domain/kernel/dates';
import type { Reader } from '../../platform/database/open-database';

/** The journals that close a year, and their reversals, from a day on. They are few, and found by their kind. */
const yearEnds = (from: CalendarDate | undefined) => {
  const since = (date: RawBuilder<unknown>) => (from === undefined ? sql`` : sql`and ${date} >= ${from}`);
  return sql`(
    select c.id from journals c where c.kind = 'year_end' ${since(sql`c.business_date`)}
    union all
    select r.id from journals c join journals r on r.reverses_id = c.id
    where c.kind = 'year_end' ${since(sql`r.business_date`)}
  ) year_ends`;
};

/**
 * The ledger by day as if no year had been closed: income and expenses of a period are read here, because a year end only
 * moves their result to equity (rule L5). With `from`, only the years closed from that day on are open again.
 */
export const ledgerBeforeYearEnds = (from?: CalendarDate): RawBuilder<unknown> => sql`(
  select account_code, business_date, debit_pence, credit_pence from ledger_by_day
  union all
  select l.account_code, l.business_date, -l.debit_pence, -l.credit_pence
  from ${yearEnds(from)} join journal_lines l on l.journal_id = year_ends.id
) ledger`;

/** Whether a journal neither closes a year nor reverses such a journal: the lines behind those sums. */
export const isNoYearEnd = (journalId: RawBuilder<unknown>, from?: CalendarDate): RawBuilder<unknown> =>
  // Read once, so that the plan of the lines stays as it is.
  sql`${journalId} <> all (array(select id from ${yearEnds(from)}))`;

/** The last day within a period, except one day, that closes a year and is not reversed. */
export async function findYearEndWithin(
  db: Reader,
  {
    from,
    to,
    except,
  }: { readonly from: CalendarDate; readonly to: CalendarDate; readonly except: CalendarDate },
): Promise<CalendarDate | null> {
  const { rows } = await sql<{ last: CalendarDate | null }>`
    select max(c.business_date) as last from journals c
    where c.kind = 'year_end' and c.business_date between ${from} and ${to} and c.business_date <> ${except}
      and not exists (select from journals r where r.reverses_id = c.id)`.execute(db);
  return rows[0]?.last ?? null;
}
