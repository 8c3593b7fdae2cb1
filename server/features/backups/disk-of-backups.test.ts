import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { backups } from '#domain/settings/backups.contract';
import { startTestApp, type TestApp } from '../../../tests/support/test-app';
import { describeFolder } from './disk-of-backups';

const databaseFolder = mkdtempSync(join(tmpdir(), 'counterfoil-disk-'));
let app: TestApp;
beforeAll(async () => {
  app = await startTestApp();
});
afterAll(async () => {
  await app.close();
  rmSync(databaseFolder, { recursive: true });
});

const made = join(databaseFolder, 'backups');
const unused = { wasUsed: false };

test('a folder of backups is on the disk of the data or on another one, also before it is made', async () => {
  const notMade = join(databaseFolder, 'not', 'made', 'yet');
  expect(await describeFolder({ folder: notMade, databaseFolder }, unused)).toEqual({
    folder: notMade,
    is_reachable: true,
    is_on_data_disk: true,
  });
  // A file system of its own on every Linux.
  expect(await describeFolder({ folder: '/dev/shm', databaseFolder }, unused)).toMatchObject({
    is_reachable: true,
    is_on_data_disk: false,
  });
  expect(await describeFolder({ folder: made }, unused)).toMatchObject({
    is_reachable: true,
    is_on_data_disk: null,
  });
});

test('a folder that had backups and is missing cannot be reached, nor can one that cannot be made', async () => {
  const missing = { is_reachable: false, is_on_data_disk: null };
  const used = { wasUsed: true };
  expect(await describeFolder({ folder: made, databaseFolder }, used)).toMatchObject(missing);
  mkdirSync(made);
  expect(await describeFolder({ folder: made, databaseFolder }, used)).toMatchObject({
    is_reachable: true,
    is_on_data_disk: true,
  });
  // Below a file there are no folders.
  const below = join(import.meta.filename, 'backups');
  expect(await describeFolder({ folder: below, databaseFolder }, unused)).toMatchObject(missing);
});

test('only administrators are told the folder of the backups', async () => {
  const admin = await app.as('admin');
  const { folder } = app.backupPlace;
  expect((await admin.call(backups.list)).reply.place).toEqual({
    folder,
    is_reachable: true,
    is_on_data_disk: null,
  });
  const reader = await app.as('view_setting', 'edit_setting');
  expect((await reader.call(backups.list)).reply.place).toBeNull();
});
