import { type RawBuilder, sql } from 'kysely';
import { isAdministrator } from '#domain/kernel/access';
import { passesRecordRule } from '#domain/kernel/record-rules';
import type { QueryOf } from '#domain/kernel/call';
import { reportsOpenTo } from '#domain/reports/report-kinds';
import type { ReportRun, SavedReport, savedReports } from '#domain/reports/saved-report.contract';
import type { Reader } from '../../platform/database/open-database';
import {
  askPage,
  containing,
  inOrder,
  isAmongWords,
  pageLimit,
  where,
} from '../../platform/database/page-of';
import type { Actor } from '../../platform/http/actor';
import { ensureFound } from '../../platform/http/refusal';
import { problemsOf } from './gone-params';

type Listed = QueryOf<typeof savedReports.list>;

/** The user's own reports, shared ones, and all for administrators: limited to reports the user may open. */
const visibleTo = (actor: Actor): RawBuilder<unknown> =>
  sql`r.report = any(${reportsOpenTo(actor)}::text[])
    and (r.owner_id = ${actor.id} or r.is_shared or ${sql.lit(isAdministrator(actor))})`;

/** Whether the user may change a report, and so see its schedule and runs. */
const canChange = (actor: Actor): RawBuilder<unknown> =>
  sql`(r.owner_id = ${actor.id} or ${sql.lit(passesRecordRule('othersSavedReports', actor))})`;

/** Whether a report has a schedule that the user sees. One that is hidden is neither filtered nor sorted by. */
const hasSchedule = (actor: Actor): RawBuilder<unknown> =>
  sql`(s.saved_report_id is not null and ${canChange(actor)})`;

const conditions = (actor: Actor, { search, report, owner, scheduled }: Listed): RawBuilder<unknown> =>
  where(
    visibleTo(actor),
    search !== undefined && sql`lower(r.name) like ${containing(search.toLowerCase())}`,
    report && isAmongWords(sql`r.report`, report),
    owner !== undefined && (owner === 'me' ? sql`r.owner_id = ${actor.id}` : sql`r.owner_id <> ${actor.id}`),
    scheduled === 'yes' && hasSchedule(actor),
    scheduled === 'no' && sql`not ${hasSchedule(actor)}`,
  );

/** A run as shown: a sent report may have failed to arrive since. */
const runColumns = sql`jsonb_build_object('id', n.id, 'at', to_char(n.at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'),
  'outcome', case when e.status = 'failed' then 'failed' else n.outcome end,
  'reason', coalesce(case when e.status in ('failed', 'sent') then e.last_error end, n.reason), 'by', b.name)`;
const runTables = sql`report_runs n left join emails e on e.id = n.email_id left join users b on b.id = n.run_by`;

type TextRun = Omit<ReportRun, 'at'> & { readonly at: string };
type Row = Omit<SavedReport, 'problem' | 'last_run' | 'schedule'> & {
  readonly schedule:
    | (Omit<NonNullable<SavedReport['schedule']>, 'next_at'> & { next_at: string | null })
    | null;
  readonly last_run: TextRun | null;
};

const tables = sql`saved_reports r join users u on u.id = r.owner_id left join report_schedules s on s.saved_report_id = r.id`;

const rowsOf = (actor: Actor, rest: RawBuilder<unknown>) => sql<Row>`
    select r.id, r.report, r.name, r.params, r.is_shared, r.version, ${canChange(actor)} as may_change,
      jsonb_build_object('id', u.id, 'name', u.name) as owner,
      case when ${hasSchedule(actor)} then jsonb_build_object('every', s.every, 'weekday', s.weekday,
        'month_day', s.month_day, 'hour', s.hour, 'format', s.format, 'skip_if_empty', s.skip_if_empty, 'recipients', s.recipients,
        'state', s.state, 'stopped_because', s.stopped_because,
        'next_at', to_char(s.next_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')) end as schedule,
      case when ${canChange(actor)} then (select ${runColumns} from ${runTables}
        where n.saved_report_id = r.id order by n.id desc limit 1) end as last_run
    from ${tables} ${rest}`;

const runOf = ({ at, ...run }: TextRun): ReportRun => ({ ...run, at: new Date(at) });

async function complete(db: Reader, rows: readonly Row[]): Promise<SavedReport[]> {
  const problems = await problemsOf(db, rows);
  return rows.map(({ schedule, last_run, ...row }) => ({
    ...row,
    problem: problems.get(row.id) ?? null,
    schedule: schedule && {
      ...schedule,
      next_at: schedule.next_at === null ? null : new Date(schedule.next_at),
    },
    last_run: last_run && runOf(last_run),
  }));
}

export async function listSavedReports(db: Reader, actor: Actor, query: Listed) {
  const nextAt = sql`case when ${hasSchedule(actor)} then s.next_at end`;
  const order = inOrder({ name: sql`lower(r.name)`, next_at: nextAt }, query, sql`r.id`);
  const narrowed = conditions(actor, query);
  const found = await askPage(db, query, {
    rows: rowsOf(actor, sql`${narrowed} ${order} ${pageLimit(query)}`),
    total: sql<{ total: number }>`select count(*) as total from ${tables} ${narrowed}`,
  });
  return { ...found, data: await complete(db, found.data) };
}

/** A saved report visible to the user. 404 for someone else's, as if it did not exist. */
export async function getSavedReport(db: Reader, actor: Actor, id: number): Promise<SavedReport> {
  const { rows } = await rowsOf(actor, where(sql`r.id = ${id}`, visibleTo(actor))).execute(db);
  const [saved] = await complete(db, rows);
  return ensureFound(saved, 'Saved report');
}

export async function listRuns(db: Reader, id: number): Promise<ReportRun[]> {
  const { rows } = await sql<{ run: TextRun }>`
    select ${runColumns} as run from ${runTables} where n.saved_report_id = ${id} order by n.id desc limit 50`.execute(
    db,
  );
  return rows.map(({ run }) => runOf(run));
}
