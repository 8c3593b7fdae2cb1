import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { backups } from '#domain/settings/backups.contract';
import { startTestApp, type TestApp } from '../../../tests/support/test-app';
import { isOnDataDisk } from './disk-of-backups';

const databaseFolder = mkdtempSync(join(tmpdir(), 'counterfoil-disk-'));
let app: TestApp;
beforeAll(async () => {
  app = await startTestApp();
});
afterAll(async () => {
  await app.close();
  rmSync(databaseFolder, { recursive: true });
});

test('a folder of backups is on the disk of the data or on another one, also before it is made', async () => {
  expect(await isOnDataDisk({ folder: join(databaseFolder, 'not', 'made', 'yet'), databaseFolder })).toBe(
    true,
  );
  // A file system of its own on every Linux.
  expect(await isOnDataDisk({ folder: '/proc/self', databaseFolder })).toBe(false);
  expect(await isOnDataDisk({ folder: databaseFolder })).toBeNull();
});

test('only administrators are told the folder of the backups', async () => {
  const admin = await app.as('admin');
  const { folder } = app.backupPlace;
  expect((await admin.call(backups.list)).reply.place).toEqual({ folder, is_on_data_disk: null });
  const reader = await app.as('view_setting', 'edit_setting');
  expect((await reader.call(backups.list)).reply.place).toBeNull();
});
