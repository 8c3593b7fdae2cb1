import { sql } from 'kysely';
import * as z from 'zod';
import { countOf } from '#domain/kernel/count-of';
import type { CalendarDate } from '#domain/kernel/dates';
import { reportKind } from '#domain/reports/report-kinds';
import { nextRun, planWords, type SchedulePlan } from '#domain/reports/report-schedule';
import { recordAudit, writeAudits } from '../../kernel/audit';
import { findCompany } from '../../kernel/company';
import { raiseNotifications } from '../../kernel/notifications';
import { queueEmail, type StoredDocument, writeMailBody } from '../../kernel/outbox';
import type { Database, Reader, Tx } from '../../platform/database/open-database';
import { inTransaction } from '../../platform/database/transaction';
import { sqlState } from '../../platform/database/database-errors';
import type { FileStore } from '../../platform/files/file-store';
import { anonymousActor, type WriteContext } from '../../platform/http/context';
import { isTransient } from '../../platform/http/error-reply';
import type { BeforeWrite } from '../../platform/http/route';
import { conflict } from '../../platform/http/refusal';
import { PdfFailed } from '../../platform/pdf/pdf-drawer';
import { handles, job, type JobHandler } from '../../platform/jobs/job';
import { findActor } from '../session';
import { type ReportResult, makeReport, type ReportRequest } from './make-report';
import { getSavedReport } from './saved-reports.queries';

export const sendDueReports = job('send-due-reports', z.object({}), 'exports');

export type ReportJobParts = {
  readonly db: Database;
  readonly files: FileStore;
  readonly clock: () => Date;
  readonly publicUrl: string;
  readonly log: { readonly error: (facts: object, message: string) => void };
};

type Scheduled = ReportRequest &
  SchedulePlan & {
    readonly name: string;
    readonly version: number;
    readonly owner_id: number;
    readonly owner_name: string;
    readonly owner_email: string;
    readonly is_owner_active: boolean;
    readonly recipients: string[];
    readonly next_on: CalendarDate;
    readonly next_at: Date;
    readonly retries: number;
  };
type Context = Pick<WriteContext, 'tx' | 'actor' | 'now' | 'audits'>;

const scheduled = sql`
  select r.id, r.report, r.params, r.name, r.version, r.owner_id, u.name as owner_name, u.email as owner_email,
    u.status = 'active' as is_owner_active, s.every,
    s.weekday, s.month_day, s.hour, s.format, s.recipients, s.skip_if_empty, s.next_on, s.next_at, s.retries
  from report_schedules s join saved_reports r on r.id = s.saved_report_id join users u on u.id = r.owner_id`;

/**
 * Sends due reports, each once for its day, however many servers run this. Reports that fell due during
 * downtime are sent once.
 */
export const sendDueReportsHandler = (parts: ReportJobParts): JobHandler =>
  handles(sendDueReports, async () => {
    const now = parts.clock();
    const { rows } = await sql<Scheduled>`
      ${scheduled} where s.next_at <= ${now} order by s.next_at, r.id limit 500`.execute(parts.db);
    for (const due of rows)
      try {
        await sendDue(parts, due, now);
      } catch (error) {
        // It stays due, and the others do not wait for it.
        parts.log.error({ err: error, savedReport: due.id }, 'a scheduled report could not be sent');
      }
  });

/** The job runs every five minutes, so a report that the server is too busy for is tried again for three hours. */
const maxRetries = 36;

async function sendDue(parts: ReportJobParts, due: Scheduled, now: Date): Promise<void> {
  const result = await makeDue(parts, due, now);
  if (result === 'again') return countTry(parts, due);
  try {
    await inTransaction(parts.db, tx => settle(parts, tx, due, result, now));
  } catch (error) {
    await countTry(parts, due);
    throw error;
  }
}

async function countTry(parts: ReportJobParts, due: Scheduled): Promise<void> {
  // Another server may have counted this try, or sent it.
  await sql`
    update report_schedules set retries = retries + 1
    where saved_report_id = ${due.id} and next_at = ${due.next_at} and retries = ${due.retries}`.execute(
    parts.db,
  );
}

async function makeDue(parts: ReportJobParts, due: Scheduled, now: Date): Promise<ReportResult | 'again'> {
  try {
    return await makeReport(parts, await findActor(parts.db, due.owner_id), due, now);
  } catch (error) {
    parts.log.error({ err: error, savedReport: due.id }, 'a scheduled report could not be made');
    if (mayPass(error) && due.retries < maxRetries) return 'again';
    return { kind: 'failed', reason: 'The server could not create the report.', isFinal: false };
  }
}

/** A statement that took too long may be quick at another hour; a document that is too large stays so. */
const mayPass = (error: unknown): boolean =>
  (isTransient(error) || sqlState(error) === '57014') &&
  !(error instanceof PdfFailed && error.reason === 'too large');

/** Records the outcome, the email if there is one, and the next due time, all in one transaction. */
async function settle(
  { publicUrl }: ReportJobParts,
  tx: Tx,
  due: Scheduled,
  result: ReportResult,
  now: Date,
): Promise<void> {
  const { rows } = await sql`
    select from report_schedules s join saved_reports r on r.id = s.saved_report_id
    where r.id = ${due.id} and r.version = ${due.version} and s.next_at = ${due.next_at} and s.state = 'active'
    for update`.execute(tx);
  // Another server was faster, or the report changed and will be retried.
  if (rows.length === 0) return;
  const ctx: Context = { tx, actor: { ...anonymousActor, name: 'Counterfoil' }, now, audits: [] };
  const emailId = result.kind === 'file' ? await queueReport(ctx, due, result.document, publicUrl) : null;
  if (result.kind === 'failed') await notifyFailure(tx, due, result, now);
  await writeRun(tx, due, { result, emailId, dueOn: due.next_on, by: null, now });
  const next = nextRun(due, now, due.next_on);
  if (result.kind === 'failed' && result.isFinal)
    await sql`update report_schedules set state = 'stopped', stopped_because = ${result.reason}, next_on = null, next_at = null,
      retries = 0, updated_at = ${now} where saved_report_id = ${due.id}`.execute(tx);
  else
    await sql`update report_schedules set next_on = ${next.on}, next_at = ${next.at}, retries = 0
      where saved_report_id = ${due.id}`.execute(tx);
  recordAudit(ctx, auditOf(due, result));
  await writeAudits(tx, { actor: ctx.actor, now, requestId: '', address: '' }, ctx.audits);
}

/**
 * Tells the owner that a schedule stopped, and of the first of several failures in a row; for an owner whose account is
 * deactivated, the administrators.
 */
async function notifyFailure(
  tx: Tx,
  { id, name, owner_id, owner_name, is_owner_active, next_on }: Scheduled,
  { reason, isFinal }: Extract<ReportResult, { kind: 'failed' }>,
  now: Date,
): Promise<void> {
  const { rows } = await sql<{ outcome: string }>`
    select outcome from report_runs where saved_report_id = ${id} order by id desc limit 1`.execute(tx);
  if (!isFinal && rows[0]?.outcome === 'failed') return;
  const outcome = isFinal ? 'is no longer sent' : 'could not be sent';
  const which = is_owner_active ? `“${name}”` : `“${name}” of ${owner_name}`;
  await raiseNotifications(tx, now, [
    {
      kind: is_owner_active ? 'own_failed_report' : 'failed_report',
      key: `${id} ${next_on}`,
      words: `The scheduled report ${which} ${outcome}. ${reason}`,
      link: '/reports/saved',
      ...(is_owner_active ? { person: owner_id } : {}),
    },
  ]);
}

const auditOf = ({ id, name, recipients }: Scheduled, result: ReportResult) => ({
  action:
    result.kind === 'file' ? 'sent' : result.kind === 'failed' && result.isFinal ? 'stopped' : result.kind,
  recordType: 'saved_report',
  recordId: id,
  recordName: name,
  after: result.kind === 'file' ? { recipients: recipients.join(', ') } : { reason: result.reason },
});

type Run = {
  readonly result: ReportResult;
  readonly emailId: number | null;
  readonly dueOn: CalendarDate | null;
  readonly by: number | null;
  readonly now: Date;
};

export async function writeRun(tx: Tx, { id }: { id: number }, { result, emailId, dueOn, by, now }: Run) {
  await sql`
    insert into report_runs (saved_report_id, due_on, outcome, reason, email_id, run_by, at)
    values (${id}, ${dueOn}, ${result.kind === 'file' ? 'sent' : result.kind}, ${result.kind === 'file' ? null : result.reason},
      ${emailId}, ${by}, ${now})`.execute(tx);
}

/** Queues one email to all recipients; replies go to the owner. */
async function queueReport(
  ctx: Context,
  report: Scheduled,
  document: StoredDocument,
  publicUrl: string,
): Promise<number> {
  const { title, path } = reportKind(report.report);
  const [to = '', ...moreTo] = report.recipients;
  const company = await findCompany(ctx.tx);
  const search = new URLSearchParams(report.params).toString();
  return queueEmail(ctx, {
    purpose: 'scheduled-report',
    to,
    subject: `${report.name} (${title})`,
    body: writeMailBody([
      `The report “${report.name}” is attached.`,
      {
        facts: [
          ['Report', title],
          ['Sent', planWords(report)],
          ['From', report.owner_name],
        ],
      },
      { link: `${publicUrl}${path}${search && `?${search}`}`, label: 'View on screen' },
      [company.name, ...company.lines].join('\n'),
    ]),
    about: null,
    letter: {
      moreTo,
      cc: [],
      bcc: [],
      senderName: `${report.owner_name}, ${company.name}`,
      replyTo: report.owner_email,
      inReplyTo: null,
      references: [],
      threadKey: null,
    },
    attachments: [document],
  });
}

export type PreparedReport = { readonly report: Scheduled; readonly document: StoredDocument };

/** Sends a scheduled report now, even if it is empty. 409 with the reason if it cannot be created. */
export async function prepareReport(
  { db, files, actor, now }: BeforeWrite,
  id: number,
): Promise<PreparedReport> {
  const report = await findScheduled(db, id);
  const saved = await getSavedReport(db, actor, id);
  if (!report || !saved.may_change) throw conflict(`Schedule “${saved.name}” first.`);
  const request = { ...report, skip_if_empty: false };
  const result = await makeReport({ db, files }, await findActor(db, report.owner_id), request, now);
  if (result.kind !== 'file') throw conflict(result.reason);
  return { report, document: result.document };
}

async function findScheduled(db: Reader, id: number): Promise<Scheduled | undefined> {
  return (await sql<Scheduled>`${scheduled} where r.id = ${id}`.execute(db)).rows[0];
}

export async function sendReportNow(
  ctx: WriteContext,
  { report, document }: PreparedReport,
  publicUrl: string,
): Promise<{ message: string }> {
  await sql`select from saved_reports where id = ${report.id} for update`.execute(ctx.tx);
  const now = await findScheduled(ctx.tx, report.id);
  if (now?.version !== report.version)
    throw conflict(`“${report.name}” changed in the meantime. Review it and send it again.`);
  const emailId = await queueReport(ctx, report, document, publicUrl);
  const result = { kind: 'file', document } as const;
  await writeRun(ctx.tx, report, { result, emailId, dueOn: null, by: ctx.actor.id, now: ctx.now });
  recordAudit(ctx, auditOf(report, result));
  const [first, ...others] = report.recipients;
  return {
    message: `“${report.name}” is being sent to ${first}${others.length > 0 ? ` and ${countOf(others.length, 'other')}` : ''}.`,
  };
}
