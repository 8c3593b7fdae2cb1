import { sql } from 'kysely';
import { pino } from 'pino';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import type { BodySent } from '#domain/kernel/call';
import { audit } from '#domain/audit/audit.contract';
import { categories } from '#domain/masters/master.contract';
import { savedReports } from '#domain/reports/saved-report.contract';
import { arrivedOf, attachedTo, notifiedOf, runsOf, shownReport } from '../../../tests/support/saved-reports';
import { type SmtpSink, startSmtpSink } from '../../../tests/support/smtp-sink';
import { type Caller, startTestApp, type TestApp } from '../../../tests/support/test-app';
import { sellOnTwoDays } from '../../../tests/support/two-days';
import { sendDueReportsHandler } from '.';

type Person = Caller & { readonly userId: number };
type Plan = BodySent<typeof savedReports.schedule>;

let app: TestApp;
let sink: SmtpSink;
let owner: Person;
let now = new Date();
const goTo = (moment: string) => (now = new Date(moment));
const seller = ['view_dashboard', 'export_data', 'create_email', 'create_note'] as const;

beforeAll(async () => {
  sink = await startSmtpSink();
  app = await startTestApp({ clock: () => now, jobs: true, smtpUrl: sink.url });
  await sellOnTwoDays(app, day => goTo(`${day}T12:00:00Z`), ['2031-03-01', '2031-03-02']);
});
afterAll(async () => {
  await app.close();
  await sink.close();
});
beforeEach(async () => {
  await sql`delete from saved_reports`.execute(app.db);
  goTo('2031-03-03T12:00:00Z');
  owner = await app.as(...seller);
});
let names = 0;
const save = async (body: Partial<BodySent<typeof savedReports.create>> = {}, by: Caller = owner) => {
  const { reply, refusal } = await by.call(savedReports.create, {
    body: { report: 'sales-summary', name: `Takings ${++names}`, params: { period: 'last_month' }, ...body },
  });
  if (!reply) throw new Error(JSON.stringify(refusal));
  return reply;
};
const daily: Plan = {
  every: 'day',
  hour: 7,
  format: 'csv',
  skip_if_empty: false,
  recipients: ['boss@firm.example', 'books@firm.example'],
};
const schedule = (id: number, plan: Partial<Plan> = {}, by: Caller = owner) =>
  by.call(savedReports.schedule, { params: { id }, body: { ...daily, ...plan } });
const runJob = () =>
  sendDueReportsHandler({
    db: app.runtimeDb,
    files: app.files,
    clock: () => now,
    publicUrl: 'http://localhost:3000',
    log: pino({ level: 'silent' }),
  }).run({});
test('a report is saved with its parameters, a named period by its name; opened, renamed, replaced and deleted', async () => {
  const saved = await save({ name: 'Last  month', params: { period: 'last_month', group: 'category' } });
  expect(saved).toMatchObject({ name: 'Last month', params: { period: 'last_month', group: 'category' } });
  const renamed = await owner.call(savedReports.update, {
    params: { id: saved.id },
    body: {
      name: 'Takings by day',
      is_shared: false,
      params: { period: 'this_week' },
      version: saved.version,
    },
  });
  expect(renamed.reply).toMatchObject({ name: 'Takings by day', params: { period: 'this_week' } });
  const stale = await owner.call(savedReports.update, {
    params: { id: saved.id },
    body: { name: 'Other', is_shared: false, version: saved.version },
  });
  expect(stale.status).toBe(409);
  expect((await owner.call(savedReports.remove, { params: { id: saved.id } })).status).toBe(200);
  expect(await shownReport(app, saved.id)).toBeUndefined();
  expect((await app.audits(4)).map(({ action, record_type }) => `${record_type} ${action}`)).toEqual(
    expect.arrayContaining(['saved_report created', 'saved_report edited', 'saved_report deleted']),
  );
});

test('the audit log says filters in the words of the report, with the names of records', async () => {
  const { reply: tea } = await (await app.as('create_master')).call(categories.create, {
    body: { name: 'Loose tea' },
  });
  const params = { period: 'last_month', category_id: `${tea.id},none` };
  const saved = await save({ name: 'Margins', report: 'product-margins', params });
  const auditor = await app.as('view_audit');
  const { data } = (await auditor.call(audit.list, { query: { record_id: String(saved.id) } })).reply;
  expect(data[0]?.changes.map(({ words }) => words)).toEqual([
    'Period: Last month',
    'Report: Product Margins',
    'Shared: No',
    'Category: Loose tea or None',
  ]);
});

test('a name is unique per user and report; invalid filters are refused', async () => {
  await save({ name: 'Weekly' });
  const again = await owner.call(savedReports.create, {
    body: { report: 'sales-summary', name: 'WEEKLY', params: {} },
  });
  expect(again).toMatchObject({ status: 422 });
  expect(again.refusal?.errors).toHaveProperty('name');
  await save({ name: 'Weekly', report: 'profit-loss' });
  await save({ name: 'Weekly' }, await app.as(...seller));
  for (const params of [{ period: 'never' }, { colour: 'red' }, { from: '2031-02-31' }] as Record<
    string,
    string
  >[]) {
    const refused = await owner.call(savedReports.create, {
      body: { report: 'sales-summary', name: 'Wrong', params },
    });
    expect(refused.status, JSON.stringify(params)).toBe(422);
  }
  const sheet = await owner.call(savedReports.create, {
    body: { report: 'balance-sheet', name: 'Not mine to open', params: {} },
  });
  expect(sheet.status).toBe(403);
});

test('shared reports are visible with permission for the report, and changed by their owner only', async () => {
  const [own, shared] = [await save(), await save({ is_shared: true })];
  const colleague = await app.as('view_dashboard');
  expect(await shownReport(app, own.id, colleague)).toBeUndefined();
  expect(await shownReport(app, shared.id, colleague)).toMatchObject({ may_change: false, schedule: null });
  const refused = await colleague.call(savedReports.remove, { params: { id: shared.id } });
  expect(refused.status).toBe(403);
  expect((await colleague.call(savedReports.remove, { params: { id: own.id } })).status).toBe(404);
  expect(await shownReport(app, shared.id, await app.as('view_stock'))).toBeUndefined();
  expect(await shownReport(app, own.id, await app.as('admin'))).toMatchObject({ may_change: true });
});

test('a filter whose record is deleted says so, and its schedule stops with the reason', async () => {
  const admin = await app.as('admin');
  const { id: category } = (await admin.call(categories.create, { body: { name: 'Short-lived' } })).reply;
  const saved = await save({ report: 'product-margins', params: { category_id: String(category) } });
  expect(saved.problem).toBeNull();
  expect((await schedule(saved.id)).status).toBe(200);
  await sql`delete from categories where id = ${category}`.execute(app.db);
  expect(await shownReport(app, saved.id)).toMatchObject({
    problem: 'The category used as a filter no longer exists.',
  });
  goTo('2031-03-04T07:01:00Z');
  await runJob();
  expect(await shownReport(app, saved.id)).toMatchObject({
    schedule: {
      state: 'stopped',
      stopped_because: 'The category used as a filter no longer exists.',
      next_at: null,
    },
    last_run: { outcome: 'failed' },
  });
});

test('a due report is emailed once, to all of its addresses, with the same file as on screen', async () => {
  const saved = await save({ name: 'Two days', params: { from: '2031-03-01', to: '2031-03-02' } });
  const { reply } = await schedule(saved.id);
  expect(reply.schedule).toMatchObject({ state: 'active', next_at: new Date('2031-03-04T07:00:00Z') });
  goTo('2031-03-04T06:59:00Z');
  await runJob();
  expect(await runsOf(app, saved.id)).toEqual([]);
  goTo('2031-03-04T07:00:00Z');
  await Promise.all([runJob(), runJob(), runJob()]);
  await runJob();
  await expect.poll(() => arrivedOf(sink, saved).length).toBe(1);
  const [message] = arrivedOf(sink, saved);
  expect(message?.to).toEqual(['boss@firm.example', 'books@firm.example']);
  const rows = attachedTo(message?.content ?? '')
    .trim()
    .split('\n');
  expect(rows).toHaveLength(3);
  expect(rows[0]).toContain('Net takings');
  const again = await shownReport(app, saved.id);
  expect(again?.schedule?.next_at).toEqual(new Date('2031-03-05T07:00:00Z'));
  await expect
    .poll(async () => (await runsOf(app, saved.id)).map(({ outcome }) => outcome))
    .toEqual(['sent']);
});

test('a report due during downtime is sent once; a schedule changed on its day waits for another', async () => {
  const saved = await save();
  await schedule(saved.id);
  goTo('2031-03-07T09:00:00Z');
  await runJob();
  await runJob();
  expect(await runsOf(app, saved.id)).toHaveLength(1);
  expect((await shownReport(app, saved.id))?.schedule?.next_at).toEqual(new Date('2031-03-08T07:00:00Z'));
  // It was due on the 4th; there is no run for the 7th yet.
  const later = await schedule(saved.id, { hour: 18 }, await app.as('admin'));
  expect(later.reply.schedule?.next_at).toEqual(new Date('2031-03-07T18:00:00Z'));
  goTo('2031-03-07T18:00:00Z');
  await runJob();
  const keeper = await app.as('admin');
  const latest = await schedule(saved.id, { hour: 20 }, keeper);
  expect(latest.reply.schedule?.next_at).toEqual(new Date('2031-03-08T20:00:00Z'));
  expect((await schedule(saved.id, { is_paused: true }, keeper)).reply.schedule).toMatchObject({
    state: 'paused',
    next_at: null,
  });
  goTo('2031-03-12T20:00:00Z');
  await runJob();
  expect(await runsOf(app, saved.id)).toHaveLength(2);
});

test('an empty report is skipped if requested, and says so; sent manually it is sent all the same', async () => {
  const saved = await save({ params: { period: 'yesterday' } });
  await schedule(saved.id, { skip_if_empty: true });
  goTo('2031-03-06T07:00:00Z');
  await runJob();
  expect((await runsOf(app, saved.id))[0]).toMatchObject({
    outcome: 'skipped',
    reason: 'The report was empty.',
  });
  expect(arrivedOf(sink, saved)).toEqual([]);
  const sent = await (await app.as('admin')).call(savedReports.send, { params: { id: saved.id } });
  expect(sent.reply.message).toContain('boss@firm.example and 1 other');
  await expect.poll(() => arrivedOf(sink, saved).length).toBe(1);
  expect((await runsOf(app, saved.id))[0]).toMatchObject({ outcome: 'sent', by: expect.any(String) });
});

test('it is created with the current permissions of its owner: without cost, not at all, never after deactivation', async () => {
  const keeper = await app.as('view_dashboard', 'view_cost', 'export_data', 'create_email');
  const saved = await save(
    { report: 'profit-loss', params: { from: '2031-03-01', to: '2031-03-02' } },
    keeper,
  );
  await schedule(saved.id, {}, keeper);
  const file = async (day: string) => {
    const before = arrivedOf(sink, saved).length;
    goTo(`${day}T07:00:00Z`);
    await runJob();
    await expect.poll(() => arrivedOf(sink, saved).length).toBe(before + 1);
    return attachedTo(arrivedOf(sink, saved).at(-1)?.content ?? '');
  };
  const revoke = (right: string) =>
    sql`delete from role_permissions where permission = ${right}
      and role_id in (select role_id from user_roles where user_id = ${keeper.userId})`.execute(app.db);
  expect(await file('2031-03-04')).toContain('Cost of sales');
  await revoke('view_cost');
  const poorer = await file('2031-03-05');
  expect(poorer).toContain('Revenue');
  expect(poorer).not.toMatch(/cost of/i);
  await revoke('view_dashboard');
  goTo('2031-03-06T07:00:00Z');
  await runJob();
  expect((await shownReport(app, saved.id))?.schedule).toMatchObject({
    state: 'stopped',
    stopped_because: expect.stringContaining('no longer has permission to open Profit & Loss'),
  });
  expect(await notifiedOf(app.db, saved.id)).toMatchObject([
    {
      kind: 'own_failed_report',
      words: expect.stringMatching(
        /is no longer sent\. .* no longer has permission to open Profit & Loss\.$/,
      ),
      user_id: keeper.userId,
    },
  ]);

  const leaver = await app.as(...seller);
  const left = await save({}, leaver);
  await schedule(left.id, {}, leaver);
  await sql`update users set status = 'inactive' where id = ${leaver.userId}`.execute(app.db);
  goTo('2031-03-07T07:00:00Z');
  await runJob();
  expect((await shownReport(app, left.id))?.schedule).toMatchObject({
    state: 'stopped',
    stopped_because: 'The account of its owner is deactivated.',
  });
  const administrators = await notifiedOf(app.db, left.id);
  expect(new Set(administrators.map(({ kind }) => kind))).toEqual(new Set(['failed_report']));
  expect(administrators.map(({ user_id }) => user_id)).not.toContain(leaver.userId);
  expect([arrivedOf(sink, saved).length, arrivedOf(sink, left).length]).toEqual([2, 0]);
});

test('a schedule needs a day, up to ten addresses, an available format, and both permissions', async () => {
  const saved = await save();
  const wrong: readonly (readonly [Partial<Plan>, string])[] = [
    [{ every: 'week' }, 'weekday'],
    [{ every: 'day', month_day: 3 }, 'month_day'],
    [{ recipients: [] }, 'recipients'],
    [{ recipients: Array.from({ length: 11 }, (_, at) => `p${at}@firm.example`) }, 'recipients'],
    [{ recipients: ['no address'] }, 'recipients'],
    [{ hour: 24 }, 'hour'],
  ];
  for (const [plan, field] of wrong) {
    const { status, refusal } = await schedule(saved.id, plan);
    expect(status, field).toBe(422);
    expect(Object.keys(refusal?.errors ?? {}).join(' ')).toContain(field);
  }
  const buying = await save({ report: 'reorder', params: {} }, await app.as('admin'));
  expect((await schedule(buying.id, { format: 'pdf' }, await app.as('admin'))).status).toBe(422);
  const twice = await schedule(saved.id, { recipients: ['a@b.example', 'A@B.example'] });
  expect(twice.reply.schedule?.recipients).toEqual(['a@b.example']);
  const poor = await app.as('view_dashboard', 'export_data');
  const own = await save({}, poor);
  expect((await schedule(own.id, {}, poor)).status).toBe(403);
  const never = await save();
  expect((await owner.call(savedReports.send, { params: { id: never.id } })).status).toBe(409);
});

test('a report with as many filter values as the filter takes is saved, and each is checked', async () => {
  const { rows } = await sql<{ id: number }>`
    insert into categories (id, name, created_at, updated_at) overriding system value
    select 1000000 + n, 'Shelf ' || n, now(), now() from generate_series(1, 100) n returning id`.execute(
    app.db,
  );
  const ids = rows.map(({ id }) => id);
  const saved = await save({
    report: 'product-margins',
    params: { category_id: ids.join(','), brand_id: 'none' },
  });
  expect(saved.problem).toBeNull();
  await sql`delete from categories where id = ${ids[57]}`.execute(app.db);
  expect(await shownReport(app, saved.id)).toMatchObject({
    problem: 'The filter by category includes one that no longer exists.',
  });
  const again = await owner.call(savedReports.create, {
    body: { report: 'product-margins', name: 'Shelves', params: { category_id: `none,${ids[57]}` } },
  });
  expect(again.status).toBe(422);
});

test('a schedule hidden from a user is neither filtered nor sorted by', async () => {
  const [weekly, monthly] = [await save({ is_shared: true }), await save({ is_shared: true })];
  await schedule(weekly.id, { every: 'week', weekday: 5 });
  await schedule(monthly.id, { every: 'month', month_day: 4 });
  const never = await save({ is_shared: true });
  const listed = async (by: Caller, query: Record<string, string>) =>
    (await by.call(savedReports.list, { query })).reply.data.map(({ id }) => id);
  const soonest = { sort_by: 'next_at', sort_order: 'asc' };
  expect(await listed(owner, { scheduled: 'yes', ...soonest })).toEqual([monthly.id, weekly.id]);
  expect(await listed(owner, { scheduled: 'no' })).toEqual([never.id]);
  const colleague = await app.as('view_dashboard');
  expect(await listed(colleague, { scheduled: 'yes' })).toEqual([]);
  expect(await listed(colleague, { scheduled: 'no', ...soonest })).toEqual([weekly.id, monthly.id, never.id]);
});
