import { join } from 'node:path';
import { sql } from 'kysely';
import { pino } from 'pino';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { bulkChanges } from '#domain/bulk-changes/bulk-change.contract';
import { imports } from '#domain/imports/import.contract';
import { productBulk } from '#domain/products/product-bulk.contract';
import { saleBulkEmail } from '#domain/sales/sale-bulk-email.contract';
import { savedReports } from '#domain/reports/saved-report.contract';
import { startChange, workOff, workOnce } from '../../tests/support/bulk-changes';
import { startBulkEmail, useMailRoom } from '../../tests/support/bulk-emails';
import { checkTable, csvOf, uploadTable } from '../../tests/support/imports';
import { type FreshDatabase, freshDatabase } from '../../tests/support/postgres-for-tests';
import { startTestJobs } from '../../tests/support/test-app';
import { temporaryFolder } from '../../tests/support/temporary-folder';
import { emailNext } from '../features/bulk-emails/work-on-bulk-email';
import { stateAfter } from '../features/imports/state-after';
import { allJobs } from '../jobs';
import { writeBackup } from '../kernel/backups';
import { queueEmail } from '../kernel/outbox';
import { inTransaction } from '../platform/database/transaction';
import { type Database, openDatabase, openPool } from '../platform/database/open-database';
import { anonymousActor } from '../platform/http/context';
import { migrateJobs } from '../platform/jobs/start-jobs';
import { restoreBackup } from './restore-backup';

const room = useMailRoom();
let target: FreshDatabase;
let restored: Database;
let held: readonly string[];
const backupAt = new Date();
/** After everything in the backup has become due. */
const restoredAt = new Date(backupAt.getTime() + 3_600_000);

/** An email in one of the states in which nothing has been sent yet. */
async function waitingEmail(status: 'queued' | 'retrying' | 'sending'): Promise<void> {
  const { db } = room.app();
  const id = await inTransaction(db, tx =>
    queueEmail(
      { tx, actor: anonymousActor, now: backupAt, audits: [] },
      {
        purpose: 'test',
        to: `${status}@waiting.example`,
        subject: 'Hello',
        body: { text: 'Hello', html: '<p>Hello</p>' },
        about: null,
      },
    ),
  );
  await sql`update emails set status = ${status},
    next_attempt_at = case ${status} when 'retrying' then ${backupAt}::timestamptz end where id = ${id}`.execute(
    db,
  );
}

async function committingImport(): Promise<void> {
  const app = room.app();
  const clerk = await app.as('view_supplier', 'create_supplier', 'edit_supplier', 'delete_supplier');
  const jobs = await startTestJobs(
    app.runtime,
    { db: app.runtimeDb, files: app.files, clock: () => new Date(), log: pino({ level: 'silent' }) },
    {},
  );
  const content = csvOf([['Name'], ['Alder & Sons'], ['Cedar']]);
  const read = await uploadTable(clerk, 'suppliers', { name: 'firms.csv', content });
  await checkTable(clerk, read);
  await jobs.stop();
  const { status } = await clerk.call(imports.commit, { params: { id: read.id }, body: {} });
  expect(status).toBe(200);
}

/** Half of one bulk change is done, and half of another is undone. */
async function bulkChangesUnderWay(): Promise<void> {
  const app = room.app();
  const keeper = await app.as('view_product', 'create_product', 'edit_product');
  await sql`insert into products (sku, name, unit_id, vat_code, price_pence, price_includes_vat, created_at, updated_at)
    select 'Tin-' || n, 'Tin ' || n, (select min(id) from units), 'S', 200, true, now(), now()
    from generate_series(1, 150) n`.execute(app.db);
  const change = (status: string) => startChange(keeper, productBulk, { search: 'tin' }, { status });
  const done = await change('inactive');
  await workOff(app.db, done.id);
  await keeper.call(bulkChanges.undo, { params: { id: done.id } });
  await workOnce(app.db, done.id);
  const running = await startChange(keeper, productBulk, { search: 'tin' }, { reorder_level: '5' });
  await workOnce(app.db, running.id);
}

async function dueReport(): Promise<void> {
  const app = room.app();
  const owner = await app.as('view_dashboard', 'export_data', 'create_email', 'create_note');
  const saved = await owner.call(savedReports.create, {
    body: { report: 'sales-summary', name: 'Takings', params: { period: 'last_month' } },
  });
  const scheduled = await owner.call(savedReports.schedule, {
    params: { id: saved.reply.id },
    body: { every: 'day', hour: 7, format: 'csv', skip_if_empty: false, recipients: ['boss@firm.example'] },
  });
  expect(scheduled.status).toBe(200);
  await sql`update report_schedules set next_on = ${backupAt}::date, next_at = ${backupAt}`.execute(app.db);
}

async function otherWork(): Promise<void> {
  const { db } = room.app();
  const { userId } = room.clerk();
  await sql`insert into exports (path, query, created_by, created_at, alive_at)
    values ('/sales/export', '{}', ${userId}, ${backupAt}, ${backupAt})`.execute(db);
  await sql`insert into files (sha256, bytes, content_type, created_at)
    values (repeat('ab', 32), 1, 'application/pdf', ${backupAt})`.execute(db);
  await sql`
    with someone as (
      insert into employees (number, name, status, started_on, created_at, updated_at)
      values ('E-1', 'Quentin Vale', 'active', '2025-01-06', ${backupAt}, ${backupAt}) returning id
    )
    insert into employee_documents (employee_id, file_name, sha256, expires_on, added_by, added_at)
    select id, 'passport.pdf', repeat('ab', 32), ${backupAt}::date, ${userId}, ${backupAt} from someone`.execute(
    db,
  );
}

beforeAll(async () => {
  const app = room.app();
  await committingImport();
  await bulkChangesUnderWay();
  const { filter } = await room.invoicesTo('Held', 'one@held.example', 'two@held.example');
  const { id } = await startBulkEmail(room.clerk(), saleBulkEmail, filter);
  await emailNext(room.parts(), id);
  await dueReport();
  await otherWork();
  for (const status of ['queued', 'retrying', 'sending'] as const) await waitingEmail(status);
  const path = join(temporaryFolder(), 'night.backup');
  const { connection, files } = app;
  await writeBackup(path, {
    connection,
    files,
    version: '1',
    takenAt: backupAt,
    onProgress: () => undefined,
  });
  target = await freshDatabase();
  const result = await restoreBackup({
    server: { connection: target.connection, maintenance: inject('testServer').superuser },
    files,
    path,
    acceptBreaches: true,
    clock: () => restoredAt,
    say: () => undefined,
  });
  held = result.held;
  restored = openDatabase(openPool(target.connection, 4));
  await migrateJobs(target.connection);
});
afterAll(async () => {
  await restored.destroy();
  await target.drop();
});

const rowsOf = async <Row>(question: ReturnType<typeof sql<Row>>) => (await question.execute(restored)).rows;

test('R25 R19 INV-6 after a restore nothing is sent and nothing goes on by itself', async () => {
  const log = { error: () => undefined };
  // A quarter of an hour after the start every sweep finds what has been silent.
  const clock = () => new Date(restoredAt.getTime() + 15 * 60_000);
  const sent: unknown[] = [];
  const mailer = {
    send: async (message: unknown) => (sent.push(message), { kind: 'accepted' as const, refused: [] }),
  };
  const { files } = room.app();
  const jobs = allJobs({
    db: restored,
    files,
    clock,
    log,
    mailer,
    isMailConfigured: async () => true,
    publicUrl: 'http://books.example',
  });
  const scheduled = new Set(jobs.periodic.map(({ job }) => job.name));
  const sweeps = [
    'sweep-outbox',
    'sweep-imports',
    'sweep-bulk-changes',
    'sweep-bulk-emails',
    'sweep-sample-data',
    'tend-exports',
    'send-due-reports',
    'remind-of-documents',
    'send-digests',
  ];
  expect(sweeps.filter(name => !scheduled.has(name))).toEqual([]);
  for (const { name, run } of jobs.handlers) if (sweeps.includes(name)) await run({});
  expect(await rowsOf(sql`select task_identifier, key from graphile_worker.jobs`)).toEqual([]);
  expect(sent).toEqual([]);
});

test('R25 waiting emails are left to a user, with the reason', async () => {
  const emails = await rowsOf(
    sql<{ to: string; status: string; last_error: string }>`
      select to_address as "to", status, last_error from emails where to_address like '%example' order by id`,
  );
  expect(emails.map(({ to, status }) => [to, status])).toEqual([
    ['one@held.example', 'unconfirmed'],
    ['queued@waiting.example', 'unconfirmed'],
    ['retrying@waiting.example', 'unconfirmed'],
    ['sending@waiting.example', 'unconfirmed'],
  ]);
  expect(new Set(emails.map(email => email.last_error))).toEqual(
    new Set([
      'This message was waiting when Counterfoil was restored. It may have been sent since, so it is not sent again automatically.',
    ]),
  );
});

test('R25 bulk emails, bulk changes, imports, exports and due reports are stopped, and say why', async () => {
  expect(await rowsOf(sql`select state, queued_count, left_out_count, problem from bulk_emails`)).toEqual([
    {
      state: 'stopped',
      queued_count: 1,
      left_out_count: 1,
      problem:
        'Stopped by a restore. The remaining emails may have been sent since, so they are not sent again automatically.',
    },
  ]);
  expect(
    await rowsOf(
      sql`select state, changed_count, refused_count, undone_count, problem from bulk_changes order by id`,
    ),
  ).toEqual([
    {
      state: 'done',
      changed_count: 150,
      refused_count: 0,
      undone_count: 100,
      problem: 'Undoing was stopped by a restore. Choose Undo to continue.',
    },
    {
      state: 'done',
      changed_count: 100,
      refused_count: 50,
      undone_count: 0,
      problem: 'Stopped by a restore. The remaining records were not changed.',
    },
  ]);
  expect(await rowsOf(sql`select state, problem from imports`)).toEqual([
    { state: 'checked', problem: 'Stopped by a restore. Nothing was imported or undone by this step.' },
  ]);
  expect(await rowsOf(sql`select name from suppliers`)).toEqual([]);
  expect(await rowsOf(sql`select state, problem from exports`)).toEqual([
    { state: 'failed', problem: 'Stopped by a restore. Export again.' },
  ]);
  expect(await rowsOf(sql`select next_at > ${restoredAt} as is_later, state from report_schedules`)).toEqual([
    { is_later: true, state: 'active' },
  ]);
  expect(await rowsOf(sql`select outcome, reason from report_runs`)).toEqual([
    {
      outcome: 'skipped',
      reason: 'It was due before a restore, and may have been sent. It is not sent again automatically.',
    },
  ]);
});

test('R25 the counts are reported, and kept in the audit log', async () => {
  const words = [
    '4 emails held',
    '1 bulk email stopped',
    '2 bulk changes stopped',
    '1 import stopped',
    '1 export stopped',
    '1 scheduled report not sent',
    '1 reminder of an expiring document not sent',
  ];
  expect(held).toEqual(words);
  const [entry] = await rowsOf(
    sql<{ after: { held: string[] } }>`select after from audit_log where action = 'restored'`,
  );
  expect(entry?.after.held).toEqual(words);
});

test('R25 a history that is partly posted or undone is paused; anything else returns to the step before', () => {
  const at = (kind: 'sales_history' | 'suppliers', document_cursor: number, progress: number) => ({
    kind,
    document_cursor,
    progress,
  });
  expect(stateAfter('committing', at('sales_history', 3, 9)).back).toBe('paused');
  expect(stateAfter('committing', at('sales_history', 0, 0)).back).toBe('checked');
  expect(stateAfter('undoing', at('sales_history', 3, 9)).back).toBe('undo_stopped');
  expect(stateAfter('undoing', at('sales_history', 3, 0)).back).toBe('done');
  expect(stateAfter('committing', at('suppliers', 0, 9)).back).toBe('checked');
  expect(stateAfter('undoing', at('suppliers', 0, 9)).back).toBe('done');
});
