import { sql } from 'kysely';
import { hasPermission, isAllowed } from '#domain/kernel/access';
import type { BodyOf } from '#domain/kernel/call';
import type { CalendarDate } from '#domain/kernel/dates';
import { reportKind } from '#domain/reports/report-kinds';
import { nextRun, planWords, type SchedulePlan } from '#domain/reports/report-schedule';
import type { SavedReport, savedReports } from '#domain/reports/saved-report.contract';
import { recordAudit, recordEdit } from '../../kernel/audit';
import { violatedConstraint } from '../../platform/database/database-errors';
import type { WriteContext } from '../../platform/http/context';
import { ensureCurrent } from '../../platform/http/ensure-current';
import { conflict, forbidden, invalid } from '../../platform/http/refusal';
import { problemsOf } from './gone-params';
import { getSavedReport } from './saved-reports.queries';

const maxSaved = 200;

/** Saves the parameters of a report under a name. 422 for invalid filters. */
export async function createSavedReport(
  ctx: WriteContext,
  body: BodyOf<typeof savedReports.create>,
): Promise<SavedReport> {
  const { report, name, params, is_shared } = body;
  const { title, access } = reportKind(report);
  if (!isAllowed(access, ctx.actor)) throw forbidden(`You do not have permission to open ${title}.`);
  ensureCanShare(ctx, is_shared, false);
  await ensureValid(ctx, { id: 0, report, params });
  const { rows: saved } = await sql<{ count: number }>`
    select count(*) as count from saved_reports where owner_id = ${ctx.actor.id}`.execute(ctx.tx);
  if ((saved[0]?.count ?? 0) >= maxSaved)
    throw conflict(`You have ${maxSaved} saved reports. Delete one that you no longer need.`);
  const { id } = await named(title, () =>
    ctx.tx
      .insertInto('saved_reports')
      .values({
        owner_id: ctx.actor.id,
        report,
        name,
        params: JSON.stringify(params),
        is_shared,
        created_at: ctx.now,
        updated_at: ctx.now,
      })
      .returning('id')
      .executeTakeFirstOrThrow(),
  );
  recordAudit(ctx, { ...about({ id, name }), action: 'created', after: { report, ...params, is_shared } });
  return getSavedReport(ctx.tx, ctx.actor, id);
}

/** Renames, shares or updates a saved report. 404 for someone else's, 409 if it changed in the meantime. */
export async function updateSavedReport(
  ctx: WriteContext,
  id: number,
  body: BodyOf<typeof savedReports.update>,
): Promise<SavedReport> {
  const before = await lockOwn(ctx, id, body.version);
  const { name, is_shared, params = before.params } = body;
  ensureCanShare(ctx, is_shared, before.is_shared);
  if (body.params) await ensureValid(ctx, { ...before, params });
  await named(reportKind(before.report).title, () =>
    ctx.tx
      .updateTable('saved_reports')
      .set({
        name,
        is_shared,
        params: JSON.stringify(params),
        version: before.version + 1,
        updated_at: ctx.now,
      })
      .where('id', '=', id)
      .execute(),
  );
  recordEdit(ctx, { type: 'saved_report', id, name }, before, { name, is_shared, params });
  return getSavedReport(ctx.tx, ctx.actor, id);
}

/** Shared reports appear in other users' lists, so sharing needs its own permission. */
function ensureCanShare({ actor }: WriteContext, isShared: boolean, wasShared: boolean): void {
  if (isShared && !wasShared && !hasPermission(actor, 'create_note'))
    throw forbidden('You do not have permission to share saved reports. Save it without sharing.');
}

export async function removeSavedReport(ctx: WriteContext, id: number): Promise<{ message: string }> {
  const before = await lockOwn(ctx, id);
  await ctx.tx.deleteFrom('saved_reports').where('id', '=', id).execute();
  const { name, report, params, schedule } = before;
  recordAudit(ctx, {
    ...about(before),
    action: 'deleted',
    before: { report, ...params, recipients: schedule?.recipients ?? [] },
  });
  return { message: `“${name}” deleted.` };
}

/** Sets when, how and to whom a report is sent. Clears the reason it was stopped for. */
export async function scheduleReport(
  ctx: WriteContext,
  id: number,
  body: BodyOf<typeof savedReports.schedule>,
): Promise<SavedReport> {
  const before = await lockOwn(ctx, id, body.version);
  const { title, files } = reportKind(before.report);
  if (!files[body.format]) throw invalid({ format: `${title} is not made as PDF. Choose XLSX or CSV.` });
  const plan = planOf(body);
  const next = body.is_paused ? null : nextRun(plan, ctx.now, await lastRunOf(ctx, id));
  await sql`
    insert into report_schedules (saved_report_id, every, weekday, month_day, hour, format, recipients, skip_if_empty, state,
      next_on, next_at, updated_at)
    values (${id}, ${plan.every}, ${plan.weekday}, ${plan.month_day}, ${plan.hour}, ${body.format}, ${[...body.recipients]}::text[],
      ${body.skip_if_empty}, ${body.is_paused ? 'paused' : 'active'}, ${next?.on ?? null}, ${next?.at ?? null}, ${ctx.now})
    on conflict (saved_report_id) do update set every = excluded.every, weekday = excluded.weekday, month_day = excluded.month_day,
      hour = excluded.hour, format = excluded.format, recipients = excluded.recipients, skip_if_empty = excluded.skip_if_empty,
      state = excluded.state, stopped_because = null, retries = 0, next_on = excluded.next_on, next_at = excluded.next_at,
      updated_at = excluded.updated_at`.execute(ctx.tx);
  await touch(ctx, before);
  const { recipients, format, skip_if_empty, is_paused } = body;
  recordAudit(ctx, {
    ...about(before),
    action: 'scheduled',
    before: before.schedule && scheduleFacts(before.schedule, before.schedule),
    after: { ...scheduleFacts(plan, { recipients, format, skip_if_empty }), is_paused },
  });
  return getSavedReport(ctx.tx, ctx.actor, id);
}

export async function unscheduleReport(ctx: WriteContext, id: number): Promise<SavedReport> {
  const before = await lockOwn(ctx, id);
  if (!before.schedule) throw conflict(`“${before.name}” is not scheduled.`);
  await ctx.tx.deleteFrom('report_schedules').where('saved_report_id', '=', id).execute();
  await touch(ctx, before);
  recordAudit(ctx, {
    ...about(before),
    action: 'unscheduled',
    before: scheduleFacts(before.schedule, before.schedule),
  });
  return getSavedReport(ctx.tx, ctx.actor, id);
}

type Terms = Pick<NonNullable<SavedReport['schedule']>, 'recipients' | 'format' | 'skip_if_empty'>;
const scheduleFacts = (plan: SchedulePlan, { recipients, format, skip_if_empty }: Terms) => ({
  sent: planWords(plan),
  format,
  recipients: recipients.join(', '),
  skip_if_empty,
});

const planOf = (body: BodyOf<typeof savedReports.schedule>): SchedulePlan => ({
  every: body.every,
  weekday: body.weekday ?? null,
  month_day: body.month_day ?? null,
  hour: body.hour,
});

const about = ({ id, name }: { id: number; name: string }) => ({
  recordType: 'saved_report',
  recordId: id,
  recordName: name,
});

/** The last day it ran for; each day has at most one run. */
async function lastRunOf(ctx: WriteContext, id: number): Promise<CalendarDate | null> {
  const { rows } = await sql<{ due_on: CalendarDate | null }>`
    select max(due_on) as due_on from report_runs where saved_report_id = ${id}`.execute(ctx.tx);
  return rows[0]?.due_on ?? null;
}

/** Locks a saved report that the user may change. */
async function lockOwn(ctx: WriteContext, id: number, version?: number): Promise<SavedReport> {
  await sql`select from saved_reports where id = ${id} for update`.execute(ctx.tx);
  const saved = await getSavedReport(ctx.tx, ctx.actor, id);
  if (!saved.may_change)
    throw forbidden(`“${saved.name}” belongs to ${saved.owner.name}. Save a copy under a name of your own.`);
  return ensureCurrent(saved, version, 'Saved report');
}

const touch = (ctx: WriteContext, { id, version }: SavedReport) =>
  ctx.tx
    .updateTable('saved_reports')
    .set({ version: version + 1, updated_at: ctx.now })
    .where('id', '=', id)
    .execute();

async function ensureValid(
  ctx: WriteContext,
  report: Pick<SavedReport, 'id' | 'report' | 'params'>,
): Promise<void> {
  const problem = (await problemsOf(ctx.tx, [report])).get(report.id);
  if (problem) throw invalid({ params: problem });
}

async function named<T>(title: string, save: () => Promise<T>): Promise<T> {
  try {
    return await save();
  } catch (error) {
    if (violatedConstraint(error) === 'saved_reports_name_is_taken')
      throw invalid({
        name: `A saved ${title} with this name already exists. Choose another name, or replace it.`,
      });
    throw error;
  }
}
