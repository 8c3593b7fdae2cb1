import { sql } from 'kysely';
import type { CalendarDate } from '#domain/kernel/dates';
import { nextRun, type SchedulePlan } from '#domain/reports/report-schedule';
import type { Tx } from '../../platform/database/open-database';
import { writeRun } from './send-report';

type Due = SchedulePlan & { readonly id: number; readonly next_on: CalendarDate };

const reason = 'It was due before a restore, and may have been sent. It is not sent again automatically.';

/**
 * After a restore, leaves out what is due: most of it was sent after the backup. Each report is next sent when it is due
 * again. Returns how many were left out.
 */
export async function skipDueReports(tx: Tx, now: Date): Promise<number> {
  const { rows } = await sql<Due>`
    select saved_report_id as id, every, weekday, month_day, hour, next_on from report_schedules
    where next_at <= ${now} order by saved_report_id for update`.execute(tx);
  for (const due of rows) {
    await writeRun(tx, due, {
      result: { kind: 'skipped', reason },
      emailId: null,
      dueOn: due.next_on,
      by: null,
      now,
    });
    const next = nextRun(due, now, due.next_on);
    await sql`
      update report_schedules set next_on = ${next.on}, next_at = ${next.at}, retries = 0 where saved_report_id = ${due.id}`.execute(
      tx,
    );
  }
  return rows.length;
}
