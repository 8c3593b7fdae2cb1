import { setTimeout as pause } from 'node:timers/promises';
import { sql } from 'kysely';
import * as z from 'zod';
import { addDays, type CalendarDate, londonDate } from '#domain/kernel/dates';
import type { Database, Tx } from '../../platform/database/open-database';
import { sqlState } from '../../platform/database/transaction';
import { handles, job, type JobHandler } from '../../platform/jobs/job';
import { takeLock } from '../../platform/database/advisory-lock';
import { locks } from '../locks';

export const keepLedgerDays = job('keep-ledger-days', z.object({}));

/** Keeps the sums of all days that are over. By the hour, because many a shop's machine is switched off at night. */
export const keepLedgerDaysHandler = (db: Database, clock: () => Date): JobHandler =>
  handles(keepLedgerDays, async () => {
    for (const waitMs of waitsMs) {
      try {
        return await keepDaysBefore(db, londonDate(clock()));
      } catch (error) {
        // Somebody posts for long, such as an import: that is no failure, and nothing to log.
        if (sqlState(error) !== lockTimeout) throw error;
      }
      await pause(waitMs);
    }
  });

/** After the last of these it is the next hour's turn. */
const waitsMs = [1_000, 5_000, 20_000];
const lockTimeout = '55P03';

const daysAtOnce = 31;

/**
 * Adds up the ledger of all days before one that are not kept yet, a month in a transaction: who sells meanwhile waits for a few
 * hundredths of a second. Throws when others hold the books for longer than it waits; the job tries again.
 */
export async function keepDaysBefore(db: Database, today: CalendarDate): Promise<void> {
  for (let from = await firstToKeep(db, today); from < today; from = addDays(from, daysAtOnce)) {
    const last = addDays(from, daysAtOnce - 1);
    await db.transaction().execute(tx => keepThrough(tx, last < today ? last : addDays(today, -1)));
  }
  await uniteRows(db);
}

/** The first day that has something to keep; `today` when there is none. */
async function firstToKeep(db: Database, today: CalendarDate): Promise<CalendarDate> {
  const { rows } = await sql<{ first: CalendarDate | null }>`
    select min(business_date) as first from journals
    where business_date > ledger_kept_through() and business_date < ${today}`.execute(db);
  return rows[0]?.first ?? today;
}

async function keepThrough(tx: Tx, last: CalendarDate): Promise<void> {
  // Long enough for the sales that are under way; those that come meanwhile wait behind this.
  await sql`set local lock_timeout = '200ms'`.execute(tx);
  await takeLock(tx, locks.books);
  await sql`
    insert into ledger_days (account_code, business_date, debit_pence, credit_pence)
    select a.code, l.business_date, sum(l.debit_pence), sum(l.credit_pence)
    from accounts a join journal_lines l on l.account_code = a.code
    where l.business_date > ledger_kept_through() and l.business_date <= ${last} group by 1, 2`.execute(tx);
  await sql`update ledger_days_kept set kept_through = ${last} where kept_through < ${last}`.execute(tx);
}

/** What was posted late stands in rows of its own; here they become one again. */
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
