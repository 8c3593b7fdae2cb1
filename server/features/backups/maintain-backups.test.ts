import { existsSync } from 'node:fs';
import { copyFile, mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { backups } from '#domain/settings/backups.contract';
import { startTestApp, type TestApp } from '../../../tests/support/test-app';
import { createScratch } from '../../platform/database/databases';
import { unlessBackupRuns, writeBackup } from '../../kernel/backups';
import type { BackupParts } from './backup-parts';
import { maintainOnce } from './maintain-backups';
import { runBackup, deleteExpired } from './work-on-backup';

let now = new Date('2026-10-24T12:00:00Z');
const clock = () => now;
let app: TestApp;
let parts: BackupParts;
beforeAll(async () => {
  app = await startTestApp({ clock });
  const log = { error: () => undefined };
  parts = { place: app.backupPlace, db: app.runtimeDb, files: app.files, clock, log, invariants: [] };
  await mkdir(app.backupPlace.folder, { recursive: true });
});
beforeEach(() => sql`delete from backups`.execute(app.db));
afterAll(() => app.close());

// The clock moves on past the end of sessions, so sign in again for each call.
const admin: TestApp['anonymous']['call'] = async (call, request) =>
  (await app.as('admin')).call(call, request);
const rows = async () => (await admin(backups.list)).reply.data;
/** Adds a backup as if the job had made it. */
const kept = (id: number, holds: boolean | null = true) =>
  sql`
    update backups set state = 'kept', bytes = 1, holds = ${holds}, taken_at = ${now}, finished_at = ${now},
      checked_at = ${holds === null ? null : now} where id = ${id}`.execute(app.db);
const maintainAt = async (moment: string) => {
  now = new Date(moment);
  await maintainOnce(parts);
};
const waiting = async () => (await rows()).find(({ state }) => state === 'waiting');

test('makes one backup a day at its hour in London, also in the night that has that hour twice', async () => {
  await admin(backups.savePlan, { body: { is_on: true, hour: 1, keep: 14 } });
  await maintainAt('2026-10-24T12:00:00Z');
  expect(await rows()).toEqual([]);
  await maintainAt('2026-10-24T23:59:00Z');
  expect(await rows()).toEqual([]);
  await maintainAt('2026-10-25T00:00:00Z');
  const first = await waiting();
  expect(first).toMatchObject({
    origin: 'scheduled',
    asked_by: null,
    file_name: 'counterfoil-2026-10-25-0100.backup',
  });
  expect((await app.audits())[0]).toMatchObject({ action: 'started', record_type: 'backup' });
  await maintainAt('2026-10-25T00:01:00Z');
  expect(await rows()).toHaveLength(1);
  await kept(first?.id ?? 0);
  // One o'clock occurs twice that day; then the rest of the day.
  for (const again of ['2026-10-25T01:00:00Z', '2026-10-25T23:59:00Z']) await maintainAt(again);
  expect(await rows()).toHaveLength(1);
  expect((await admin(backups.list)).reply).toMatchObject({
    next_at: new Date('2026-10-26T01:00:00Z'),
    is_overdue: false,
  });
  // The server was off at one o'clock.
  await maintainAt('2026-10-26T08:30:00Z');
  expect(await rows()).toHaveLength(2);
  await kept((await waiting())?.id ?? 0, null);
  await admin(backups.savePlan, { body: { is_on: false, hour: 1, keep: 14 } });
  await maintainAt('2026-10-27T08:30:00Z');
  expect(await rows()).toHaveLength(2);
  expect((await admin(backups.list)).reply).toMatchObject({ next_at: null, is_overdue: false });
  await admin(backups.savePlan, { body: { is_on: true, hour: 23, keep: 14 } });
  expect((await admin(backups.list)).reply.is_overdue).toBe(true);
});

test('removes and reports what a killed process left half done, and never lists it as a backup', async () => {
  await admin(backups.savePlan, { body: { is_on: false, hour: 1, keep: 14 } });
  expect((await admin(backups.start)).status).toBe(200);
  const half = `${(await waiting())?.file_name}.part`;
  await sql`update backups set state = 'writing'`.execute(app.db);
  await writeFile(join(app.backupPlace.folder, half), 'half');
  const scratch = await createScratch(app.backupPlace.server);
  // The lock is held, so the backup is still being made.
  await unlessBackupRuns(app.db, () => maintainOnce(parts));
  expect((await rows())[0]?.state).toBe('writing');
  await maintainOnce(parts);
  expect(await rows()).toMatchObject([
    { state: 'failed', reasons: ['The server stopped before it was finished.'] },
  ]);
  expect(existsSync(join(app.backupPlace.folder, half))).toBe(false);
  expect((await sql`select from pg_database where datname = ${scratch}`.execute(app.db)).rows).toEqual([]);
});

test('a job that runs after its backup was given up does nothing', async () => {
  await admin(backups.start);
  const backup = await waiting();
  now = new Date(now.getTime() + 11 * 60_000);
  await maintainOnce(parts);
  expect((await rows())[0]?.state).toBe('failed');
  await runBackup(parts, backup?.id ?? 0);
  expect((await rows())[0]?.state).toBe('failed');
});

test('lists backup files found in the folder, and reports invalid ones', async () => {
  const path = join(app.backupPlace.folder, 'counterfoil-elsewhere.backup');
  const takenAt = new Date('2026-10-20T10:00:00Z');
  await writeBackup(path, {
    connection: app.connection,
    files: app.files,
    version: '9.9',
    takenAt,
    onProgress: () => undefined,
  });
  await writeFile(join(app.backupPlace.folder, 'photo.backup'), 'no backup');
  await copyFile(path, join(app.backupPlace.folder, 'notes.txt'));
  await maintainOnce(parts);
  await maintainOnce(parts);
  const found = await rows();
  expect(found).toHaveLength(2);
  expect(found.find(({ file_name }) => file_name.includes('elsewhere'))).toMatchObject({
    origin: 'found',
    taken_at: takenAt,
    product_version: '9.9',
    holds: null,
    reasons: [],
  });
  expect(found.find(({ file_name }) => file_name === 'photo.backup')?.reasons[0]).toContain('damaged');
});

test('keeps the newest scheduled backups, and the newest verified one whatever its age; manual ones stay', async () => {
  await admin(backups.savePlan, { body: { is_on: true, hour: 1, keep: 2 } });
  await sql`
    insert into backups (file_name, origin, scheduled_for, state, requested_at, taken_at, bytes, holds, checked_at)
    select 'day-' || day || '.backup', 'scheduled', '2026-10-01'::date + day, 'kept', '2026-10-01T00:00:00Z'::timestamptz + day * interval '1 day',
      '2026-10-01T00:00:00Z'::timestamptz + day * interval '1 day', 1, day = 2, now()
    from generate_series(1, 6) as day
    union all select 'asked.backup', 'asked', null, 'kept', '2026-09-01', '2026-09-01', 1, true, now()`.execute(
    app.db,
  );
  await deleteExpired(parts);
  expect((await rows()).map(({ file_name }) => file_name).sort()).toEqual([
    'asked.backup',
    'day-2.backup',
    'day-5.backup',
    'day-6.backup',
  ]);
  expect((await rows()).find(({ is_last_good }) => is_last_good)?.file_name).toBe('day-2.backup');
});

test('the database refuses two backups at once, a result without a time, and a file name outside the folder', async () => {
  const add = (values: string) =>
    sql
      .raw(`insert into backups (file_name, origin, requested_at, state, bytes, holds) values ${values}`)
      .execute(app.db);
  await add("('one.backup', 'asked', now(), 'waiting', null, null)");
  await expect(add("('two.backup', 'asked', now(), 'writing', null, null)")).rejects.toThrow(
    'backups_one_at_a_time',
  );
  await expect(add("('three.backup', 'asked', now(), 'kept', 1, true)")).rejects.toThrow(
    'backups_verdict_has_its_time',
  );
  await expect(add("('../four', 'asked', now(), 'failed', null, null)")).rejects.toThrow(
    'backups_file_is_a_plain_name',
  );
});
