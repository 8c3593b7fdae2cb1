import { sql } from 'kysely';
import type { CalendarDate } from '#domain/kernel/dates';
import type { Pence } from '#domain/kernel/money';
import type { Reader } from '../../platform/database/open-database';

export type YearEnd = { readonly id: number; readonly business_date: CalendarDate };

/** The journal that closed the latest year, unless it is reversed. */
export async function findLastYearEnd(db: Reader): Promise<YearEnd | undefined> {
  const { rows } = await sql<YearEnd>`
    select y.id, y.business_date from journals y
    where y.kind = 'year_end' and not exists (select from journals r where r.reverses_id = y.id)
    order by y.business_date desc, y.id desc limit 1`.execute(db);
  return rows[0];
}

/** The balance of an income or expense account: debits less credits. */
export type ResultBalance = {
  readonly code: string;
  readonly kind: 'income' | 'expense';
  readonly balance: Pence;
};

/** What a year end on a day has to close: every income and expense account that is not at zero (rule L5). */
export async function balancesToClose(db: Reader, asAt: CalendarDate): Promise<ResultBalance[]> {
  const { rows } = await sql<ResultBalance>`
    select a.code, a.kind, sum(l.debit_pence - l.credit_pence)::bigint as balance
    from accounts a join ledger_by_day l on l.account_code = a.code
    where a.kind in ('income', 'expense') and l.business_date <= ${asAt}
    group by a.code having sum(l.debit_pence - l.credit_pence) <> 0 order by a.code`.execute(db);
  return rows;
}

/** The day of the earliest journal. */
export async function findFirstDay(db: Reader): Promise<CalendarDate | null> {
  const { rows } = await sql<{ first: CalendarDate | null }>`
    select min(business_date) as first from journals`.execute(db);
  return rows[0]?.first ?? null;
}

/** What income and expense accounts moved by between some days, each up to the day before the next. */
export async function movementsByYear(
  db: Reader,
  starts: readonly CalendarDate[],
  through: CalendarDate,
): Promise<(ResultBalance & { readonly year: number })[]> {
  const { rows } = await sql<ResultBalance & { year: number }>`
    select a.code, a.kind, greatest(width_bucket(l.business_date, ${starts}::date[]) - 1, 0) as year,
      sum(l.debit_pence - l.credit_pence)::bigint as balance
    from accounts a join ledger_by_day l on l.account_code = a.code
    where a.kind in ('income', 'expense') and l.business_date <= ${through} group by 1, 2, 3`.execute(db);
  return rows;
}
