import { sql } from 'kysely';
import type { CalendarDate } from '#domain/kernel/dates';
import { onlyRow } from '../../platform/database/only-row';
import type { Reader, Tx } from '../../platform/database/open-database';
import type { TradedBy } from './constraints';
import type { Made } from './sample-step';

/** The mark of a business with sample data. */
export type StoredSample = {
  readonly started_at: Date;
  readonly started_by: number;
  readonly steps_done: number;
  readonly made: Made;
  readonly finished_at: Date | null;
  readonly problem: string | null;
};

export async function findSample(db: Reader) {
  const { rows } = await sql<StoredSample & { name: string }>`
    select s.started_at, s.started_by, s.steps_done, s.made, s.finished_at, s.problem, u.name
    from sample_data s join users u on u.id = s.started_by`.execute(db);
  return rows[0];
}

/** Locked until the commit, so that two jobs, or a job and a removal, take turns. */
export async function lockSample(tx: Tx): Promise<StoredSample | undefined> {
  const { rows } = await sql<StoredSample>`
    select started_at, started_by, steps_done, made, finished_at, problem from sample_data for update`.execute(
    tx,
  );
  return rows[0];
}

export async function countJournals(db: Reader): Promise<number> {
  return onlyRow((await sql<{ count: number }>`select count(*) as count from journals`.execute(db)).rows)
    .count;
}

export async function hasTraded(db: Reader): Promise<boolean> {
  return onlyRow((await sql<{ traded: boolean }>`select has_traded() as traded`.execute(db)).rows).traded;
}

/** What shows that the business may have traded with the sample data, so that it stays. */
export async function findTradedBy(db: Reader): Promise<TradedBy | null> {
  const { rows } = await sql<{ traded_by: TradedBy | null }>`
    select traded_on_sample_data() as traded_by`.execute(db);
  return onlyRow(rows).traded_by;
}

/**
 * Who was put back although the audit log says that they were erased. No id is given twice, so the log is about the
 * same person.
 */
export async function listPutBackErased(tx: Tx) {
  const { rows: customers } = await sql<{ id: number; created_at: Date; reason: string }>`
    select c.id, c.created_at, coalesce(max(a.after ->> 'reason'), 'Erased earlier') as reason
    from customers c join audit_log a on a.record_type = 'customer' and a.record_id = c.id and a.action = 'erased'
    where c.erased_at is null group by c.id`.execute(tx);
  const { rows: employees } = await sql<{ id: number; created_at: Date; left_on: CalendarDate }>`
    select e.id, e.created_at, max(a.at at time zone 'Europe/London')::date as left_on
    from employees e join audit_log a on a.record_type = 'employee' and a.record_id = e.id and a.action = 'erased'
    where e.erased_at is null group by e.id`.execute(tx);
  return { customers, employees };
}

/** Sets the mark. The database copies the tables, and refuses it once there are records in the books. */
export async function insertSample(tx: Tx, userId: number, now: Date): Promise<void> {
  await sql`insert into sample_data (started_at, started_by, alive_at) values (${now}, ${userId}, ${now})`.execute(
    tx,
  );
}

export async function storeStep(tx: Tx, made: Made, now: Date): Promise<void> {
  await sql`update sample_data set steps_done = steps_done + 1, made = made || ${JSON.stringify(made)}::jsonb,
    alive_at = ${now}`.execute(tx);
}

export async function finishSample(tx: Tx, now: Date): Promise<void> {
  await sql`update sample_data set finished_at = ${now}`.execute(tx);
}

/** Whether it was still being added. */
export async function stopSample(tx: Tx, problem: string): Promise<boolean> {
  const { numAffectedRows } = await sql`
    update sample_data set problem = ${problem} where finished_at is null and problem is null`.execute(tx);
  return (numAffectedRows ?? 0n) > 0n;
}

/** Whether the job has been silent since then; it is now marked as alive. */
export async function takeSilentSample(tx: Tx, silentSince: Date, now: Date): Promise<boolean> {
  const { rows } = await sql<{ started_by: number }>`update sample_data set alive_at = ${now}
    where finished_at is null and problem is null and alive_at < ${silentSince} returning started_by`.execute(
    tx,
  );
  return rows.length > 0;
}

/** Puts every table back as it was. False if the number of journals is no longer the one that was shown. */
export async function emptySample(tx: Tx, shownJournals: number): Promise<boolean> {
  const { rows } = await sql<{ removed: boolean }>`
    select remove_sample_data(${shownJournals}) as removed`.execute(tx);
  return onlyRow(rows).removed;
}
