import { sql } from 'kysely';
import { pino } from 'pino';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { BodySent } from '#domain/kernel/call';
import { reportKind, reportNames } from '#domain/reports/report-kinds';
import { type ReportFormat, reportFormats } from '#domain/reports/report-query';
import { savedReports } from '#domain/reports/saved-report.contract';
import { arrivedOf, attachedTo, runsOf } from '../../../tests/support/saved-reports';
import { openTill } from '../../../tests/support/shop';
import { type SmtpSink, startSmtpSink } from '../../../tests/support/smtp-sink';
import { type Caller, startTestApp, type TestApp } from '../../../tests/support/test-app';
import { sendDueReportsHandler } from '.';

type Body = BodySent<typeof savedReports.create>;

let app: TestApp;
let sink: SmtpSink;
let now = new Date('2031-03-03T06:00:00Z');

beforeAll(async () => {
  sink = await startSmtpSink();
  app = await startTestApp({ clock: () => now, jobs: true, smtpUrl: sink.url });
  const session = await openTill(app.db);
  await sql`update till_sessions set business_date = '2031-03-02' where id = ${session}`.execute(app.db);
});
afterAll(async () => {
  await app.close();
  await sink.close();
});

const runAt = async (moment: string) => {
  now = new Date(moment);
  await sendDueReportsHandler({
    db: app.runtimeDb,
    files: app.files,
    clock: () => now,
    publicUrl: 'http://localhost:3000',
    log: pino({ level: 'silent' }),
  }).run({});
};

/** Saved by `by`, and sent every day at seven. */
async function scheduled(
  by: Caller,
  report: Pick<Body, 'report' | 'name' | 'params'>,
  plan: { format: ReportFormat; skip_if_empty: boolean },
) {
  const { reply: saved } = await by.call(savedReports.create, { body: report });
  const { status, refusal } = await by.call(savedReports.schedule, {
    params: { id: saved.id },
    body: { every: 'day', hour: 7, recipients: ['boss@firm.example'], ...plan },
  });
  expect(status, JSON.stringify(refusal)).toBe(200);
  return saved;
}

test.each(reportNames)('the report %s can be created in each of its formats', async report => {
  const admin = await app.as('admin');
  for (const format of reportFormats.filter(one => reportKind(report).files[one])) {
    const name = `${report} as ${format}`;
    const saved = await scheduled(admin, { report, name, params: {} }, { format, skip_if_empty: false });
    const sent = await admin.call(savedReports.send, { params: { id: saved.id } });
    expect(sent.status, `${name} ${JSON.stringify(sent.refusal)}`).toBe(200);
    await admin.call(savedReports.remove, { params: { id: saved.id } });
  }
});

test('a list is sent with its relative days, and skipped if requested when nothing is listed', async () => {
  const keeper = await app.as('view_dashboard', 'view_pos', 'export_data', 'create_email');
  const saved = await scheduled(
    keeper,
    { report: 'till-sessions', name: 'Tills of yesterday', params: { period: 'yesterday' } },
    { format: 'csv', skip_if_empty: true },
  );
  await runAt('2031-03-03T07:00:00Z');
  await expect.poll(() => arrivedOf(sink, saved).length).toBe(1);
  expect(attachedTo(arrivedOf(sink, saved)[0]?.content ?? '')).toContain('2031-03-02');
  // Yesterday is a day later, and no till was opened.
  await runAt('2031-03-04T07:00:00Z');
  expect((await runsOf(app, saved.id))[0]).toMatchObject({
    outcome: 'skipped',
    reason: 'The report was empty.',
  });
  expect(arrivedOf(sink, saved)).toHaveLength(1);
});
