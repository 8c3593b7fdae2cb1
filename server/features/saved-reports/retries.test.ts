import { sql } from 'kysely';
import { pino } from 'pino';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { savedReports } from '#domain/reports/saved-report.contract';
import { notifiedOf } from '../../../tests/support/saved-reports';
import { type Caller, startTestApp, type TestApp } from '../../../tests/support/test-app';
import { PdfFailed } from '../../platform/pdf/pdf-drawer';
import { sendDueReportsHandler } from '.';

let app: TestApp;
let owner: Caller & { readonly userId: number };
let now = new Date();
const goTo = (moment: string) => (now = new Date(moment));

beforeAll(async () => {
  app = await startTestApp({ clock: () => now });
});
afterAll(() => app.close());
beforeEach(async () => {
  goTo('2031-03-03T12:00:00Z');
  owner = await app.as('view_dashboard', 'export_data', 'create_email');
});

let names = 0;
const save = async (more: object = {}) =>
  (
    await owner.call(savedReports.create, {
      body: {
        report: 'sales-summary',
        name: `Takings ${++names}`,
        params: { period: 'last_month' },
        ...more,
      },
    })
  ).reply;
const schedule = (id: number) =>
  owner.call(savedReports.schedule, {
    params: { id },
    body: {
      every: 'day',
      hour: 7,
      format: 'csv',
      skip_if_empty: false,
      recipients: ['boss@firm.example'],
    },
  });
const runJob = (files: TestApp['files'] = app.files) =>
  sendDueReportsHandler({
    db: app.runtimeDb,
    files,
    clock: () => now,
    publicUrl: 'http://localhost:3000',
    log: pino({ level: 'silent' }),
  }).run({});
const runs = async (id: number) =>
  (
    await sql<{ outcome: string }>`
      select outcome from report_runs where saved_report_id = ${id} order by id`.execute(app.db)
  ).rows.map(({ outcome }) => outcome);
const scheduleOf = async (id: number) =>
  (
    await sql<{ state: string; next_at: Date }>`
      select state, next_at from report_schedules where saved_report_id = ${id}`.execute(app.db)
  ).rows[0];

test('a report that the server is too busy for stays due, and keeps no other from being sent', async () => {
  const [saved, other] = [await save(), await save()];
  for (const { id } of [saved, other]) await schedule(id);
  goTo('2031-03-04T07:00:00Z');
  let puts = 0;
  const busyOnce = {
    ...app.files,
    put: (...given: Parameters<typeof app.files.put>) =>
      ++puts === 1 ? Promise.reject(new PdfFailed('busy')) : app.files.put(...given),
  };
  await runJob(busyOnce);
  expect([await runs(saved.id), await runs(other.id)]).toEqual([[], ['sent']]);
  expect(await scheduleOf(saved.id)).toMatchObject({
    state: 'active',
    next_at: new Date('2031-03-04T07:00:00Z'),
  });
  goTo('2031-03-04T07:05:00Z');
  await runJob();
  expect([await runs(saved.id), await runs(other.id)]).toEqual([['sent'], ['sent']]);
  expect((await scheduleOf(saved.id))?.next_at).toEqual(new Date('2031-03-05T07:00:00Z'));
  expect(await notifiedOf(app.db, saved.id)).toEqual([]);
});

test('after three hours it has failed, and its owner is notified of the first of several failures', async () => {
  const saved = await save({ name: 'Too much' });
  await schedule(saved.id);
  const busy = { ...app.files, put: () => Promise.reject(new PdfFailed('busy')) };
  for (const [failures, day] of ['2031-03-04', '2031-03-05'].entries()) {
    goTo(`${day}T07:00:00Z`);
    for (let tries = 0; tries < 36; tries++) await runJob(busy);
    expect(await runs(saved.id)).toHaveLength(failures);
    await runJob(busy);
    expect(await runs(saved.id)).toEqual(['failed', ...(failures === 0 ? [] : ['failed'])]);
  }
  expect(await notifiedOf(app.db, saved.id)).toEqual([
    {
      kind: 'own_failed_report',
      words: 'The scheduled report “Too much” could not be sent. The server could not create the report.',
      link: '/reports/saved',
      user_id: owner.userId,
    },
  ]);
});
