import { existsSync, readdirSync } from 'node:fs';
import { copyFile, mkdir, rmdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { backups } from '#domain/settings/backups.contract';
import { startTestApp, type TestApp } from '../../../tests/support/test-app';
import { mountSmallDisk } from '../../../tests/support/small-disk';
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
/** As if the database had been started for the first time, or restored, at this moment. */
const installedAt = (moment: string) =>
  sql`update kysely_migration set timestamp = ${moment}`.execute(app.db);
beforeEach(async () => {
  await sql`delete from backups`.execute(app.db);
  await installedAt('2026-10-24T10:00:00Z');
});
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

test('R25 a computer that is off at the hour has its backup when it is started, from the day after installation on', async () => {
  await admin(backups.savePlan, { body: { is_on: true, hour: 2, keep: 14 } });
  await installedAt('2026-11-09T10:00:00.000Z');
  for (const moment of ['2026-11-09T10:01:00Z', '2026-11-09T18:00:00Z']) await maintainAt(moment);
  expect(await rows()).toEqual([]);
  await maintainAt('2026-11-10T08:00:00Z');
  expect(await rows()).toMatchObject([{ origin: 'scheduled', state: 'waiting' }]);
  await maintainAt('2026-11-10T08:01:00Z');
  expect(await rows()).toHaveLength(1);
});

test('R25 a backup that fails is recorded even where part of one cannot be removed', async () => {
  await maintainAt('2026-11-14T02:00:00Z');
  const { id = 0 } = (await waiting()) ?? {};
  const stuck = join(app.backupPlace.folder, 'stuck.backup.part');
  await mkdir(stuck);
  try {
    await runBackup(parts, id);
  } finally {
    await rmdir(stuck);
  }
  expect((await rows()).find(backup => backup.id === id)).toMatchObject({
    state: 'failed',
    reasons: ['Something went wrong on the server. See the server log.'],
  });
});

test('R25 without any backup the page warns two days after the first start or the restore', async () => {
  await admin(backups.savePlan, { body: { is_on: true, hour: 2, keep: 14 } });
  await installedAt('2026-11-09T10:00:00.000Z');
  const isOverdueAt = async (moment: string) => {
    now = new Date(moment);
    return (await admin(backups.list)).reply.is_overdue;
  };
  expect(await isOverdueAt('2026-11-11T09:59:00Z')).toBe(false);
  expect(await isOverdueAt('2026-11-11T10:01:00Z')).toBe(true);
  // What was found in the folder after a restore is no backup of what was restored.
  await sql`insert into backups (file_name, origin, state, requested_at, taken_at, bytes)
    values ('old.backup', 'found', 'kept', '2026-10-01T00:00:00Z', '2026-10-01T00:00:00Z', 1)`.execute(
    app.db,
  );
  expect(await isOverdueAt('2026-11-11T09:59:00Z')).toBe(false);
  expect(await isOverdueAt('2026-11-11T10:01:00Z')).toBe(true);
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

test('an older backup that is to be verified again waits for its job, and is given up only when that does not come', async () => {
  await admin(backups.start);
  const { id = 0 } = (await waiting()) ?? {};
  await kept(id, null);
  now = new Date(now.getTime() + 3 * 24 * 3600_000);
  expect((await admin(backups.verify, { params: { id } })).status).toBe(200);
  await maintainOnce(parts);
  expect((await rows())[0]).toMatchObject({ id, state: 'waiting', reasons: [] });
  now = new Date(now.getTime() + 11 * 60_000);
  await maintainOnce(parts);
  expect((await rows())[0]).toMatchObject({ id, state: 'kept' });
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

test('U6 only an administrator edits the schedule, because fewer backups to keep deletes the others', async () => {
  const editor = await app.as('view_setting', 'edit_setting');
  const body = { is_on: true, hour: 1, keep: 2 };
  expect((await editor.call(backups.savePlan, { body })).status).toBe(403);
  expect((await admin(backups.savePlan, { body })).status).toBe(200);
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
  const deleted = await sql<{ actor: string; record_name: string }>`
    select actor, record_name from audit_log where record_type = 'backup' and action = 'deleted'
    order by record_name`.execute(app.db);
  expect(deleted.rows, 'U6 each of them is in the audit log').toEqual(
    [1, 3, 4].map(day => ({ actor: 'Counterfoil', record_name: `day-${day}.backup` })),
  );
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

const disk = mountSmallDisk(4);
afterAll(() => disk?.unmount());

describe.skipIf(disk === null)('R10 (skipped where no disk can be mounted) with little room left', () => {
  const onSmallDisk = () => disk?.folder ?? '';
  const run = async (place: Partial<BackupParts['place']>) => {
    await admin(backups.start);
    const { id = 0 } = (await waiting()) ?? {};
    await runBackup({ ...parts, place: { ...parts.place, ...place } }, id);
    return (await rows()).find(backup => backup.id === id);
  };

  test('a backup ends before the disk is full, and leaves nothing of itself', async () => {
    const filler = join(onSmallDisk(), 'other-program');
    await writeFile(filler, Buffer.alloc(3_800_000));
    expect(await run({ folder: onSmallDisk() })).toMatchObject({
      state: 'failed',
      reasons: [`The disk is full. Free up space for ${onSmallDisk()}.`],
    });
    expect(readdirSync(onSmallDisk())).toEqual(['other-program']);
  });

  test('a backup is written, and not restored as a test', async () => {
    expect(await run({ databaseFolder: onSmallDisk() })).toMatchObject({
      state: 'kept',
      holds: null,
      reasons: [`There is not enough free space in ${onSmallDisk()} to restore it as a test.`],
    });
    const { rows: notices } = await sql<{ words: string }>`
      select words from notifications where kind = 'failed_backup' order by id desc limit 1`.execute(app.db);
    expect(notices[0]?.words).toBe(
      `A backup could not be verified. There is not enough free space in ${onSmallDisk()} to restore it as a test.`,
    );
  });
});

// Last: entries of the audit log stay.
test('R25 a database that was put back waits for the next time that the hour comes, like one that was restored', async () => {
  await admin(backups.savePlan, { body: { is_on: true, hour: 2, keep: 14 } });
  await sql`insert into audit_log (at, actor, action, record_type, record_name)
    values ('2026-11-12T11:00:00Z', 'Restore command', 'restored', 'backup', 'counterfoil_before_restore')`.execute(
    app.db,
  );
  const scheduled = async () => (await rows()).filter(({ origin }) => origin === 'scheduled');
  await maintainAt('2026-11-12T11:01:00Z');
  expect(await scheduled()).toEqual([]);
  await maintainAt('2026-11-13T08:00:00Z');
  expect(await scheduled()).toMatchObject([{ state: 'waiting' }]);
});
