import { setTimeout as pause } from 'node:timers/promises';
import { sql } from 'kysely';
import * as z from 'zod';
import { addDays, type CalendarDate, londonDate } from '#domain/kernel/dates';
import type { Database, Tx } from '../../platform/database/open-database';
import { sqlState } from '../../platform/database/database-errors';
import { handles, job, type JobHandler } from '../../platform/jobs/job';
import { lockBooks } from '../locks';

export const maintainDailyTotals = job('keep-ledger-days', z.object({}));

/**
 * Maintains the daily totals of past days. Runs hourly, because many shops switch off their machine at
 * night.
 */
export const maintainDailyTotalsHandler = (db: Database, clock: () => Date): JobHandler =>
  handles(maintainDailyTotals, async () => {
    for (const waitMs of waitsMs) {
      try {
        return await rebuildDailyTotals(db, londonDate(clock()));
      } catch (error) {
        // A long posting such as an import holds the lock, which is not an error and needs no log entry.
        if (sqlState(error) !== lockTimeout) throw error;
      }
      await pause(waitMs);
    }
  });

/** After the last of these, the next hourly run tries again. */
const waitsMs = [1_000, 5_000, 20_000];
const lockTimeout = '55P03';

const daysAtOnce = 31;

/**
 * Totals the ledger of unprocessed days before a day, one month per transaction, so that sales only wait for
 * a few hundredths of a second. Throws if the lock is held for too long; the job tries again.
 */
export async function rebuildDailyTotals(db: Database, today: CalendarDate): Promise<void> {
  for (let from = await firstDayWithoutTotals(db, today); from < today; from = addDays(from, daysAtOnce)) {
    const last = addDays(from, daysAtOnce - 1);
    await db.transaction().execute(tx => storeTotalsThrough(tx, last < today ? last : addDays(today, -1)));
  }
  await uniteRows(db);
}

/** The first day without totals; `today` if there is none. */
async function firstDayWithoutTotals(db: Database, today: CalendarDate): Promise<CalendarDate> {
  const { rows } = await sql<{ first: CalendarDate | null }>`
    select min(business_date) as first from journals
    where business_date > ledger_kept_through() and business_date < ${today}`.execute(db);
  return rows[0]?.first ?? today;
}

async function storeTotalsThrough(tx: Tx, last: CalendarDate): Promise<void> {
  // Long enough for sales in progress; new ones wait behind this.
  await sql`set local lock_timeout = '200ms'`.execute(tx);
  await lockBooks(tx);
  await sql`
    insert into ledger_days (account_code, business_date, debit_pence, credit_pence)
    select a.code, l.business_date, sum(l.debit_pence), sum(l.credit_pence)
    from accounts a join journal_lines l on l.account_code = a.code
    where l.business_date > ledger_kept_through() and l.business_date <= ${last} group by 1, 2`.execute(tx);
  await sql`update ledger_days_kept set kept_through = ${last} where kept_through < ${last}`.execute(tx);
}

/** Late postings are in rows of their own; here they are combined. */
async function uniteRows(db: Database): Promise<void> {
  await sql`
    with several as (
      select account_code, business_date from ledger_days group by 1, 2 having count(*) > 1
    ), taken as (
      delete from ledger_days d using several s
      where d.account_code = s.account_code and d.business_date = s.business_date returning d.*
    )
    insert into ledger_days (account_code, business_date, debit_pence, credit_pence)
    select account_code, business_date, sum(debit_pence), sum(credit_pence) from taken group by 1, 2`.execute(
    db,
  );
}
