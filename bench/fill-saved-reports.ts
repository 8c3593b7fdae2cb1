import { sql } from 'kysely';
import type { Database } from '../server/platform/database/open-database';

/** This many saved reports, half of them shared and a tenth emailed, each of those with a year of runs. */
export async function fillSavedReports(db: Database, count: number, ownerId: number): Promise<void> {
  await sql`insert into saved_reports (owner_id, report, name, params, is_shared, created_at, updated_at)
    select ${ownerId}, (array['sales-summary', 'profit-loss', 'product-margins', 'day-book'])[1 + n % 4], 'Saved ' || n,
      '{"period": "last_month"}', n % 2 = 0, now(), now() from generate_series(1, ${count}::int) n`.execute(
    db,
  );
  await sql`insert into report_schedules (saved_report_id, every, hour, format, recipients, skip_if_empty, state, updated_at)
    select id, 'day', 7, 'csv', array['boss@firm.example'], false, 'paused', now() from saved_reports where id % 10 = 0`.execute(
    db,
  );
  await sql`insert into report_runs (saved_report_id, due_on, outcome, at)
    select saved_report_id, current_date - n, 'sent', now() - n * interval '1 day'
    from report_schedules, generate_series(1, 365) n`.execute(db);
}
