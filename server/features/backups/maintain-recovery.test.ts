import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { notifications } from '#domain/notifications/notification.contract';
import { backups } from '#domain/settings/backups.contract';
import { systems } from '#domain/settings/system.contract';
import { type Caller, startTestApp, type TestApp } from '../../../tests/support/test-app';
import { temporaryFolder } from '../../../tests/support/temporary-folder';
import { openRecovery, type Recovery } from '../../platform/database/recovery';
import type { BackupParts } from './backup-parts';
import { maintainRecoveryOnce } from './maintain-recovery';

const failedAt = new Date('2026-11-22T14:03:10Z');
let now = failedAt;
let app: TestApp;
let recovery: Recovery;
let parts: BackupParts;
let folder: string;
let admin: Caller;
beforeAll(async () => {
  // A file is in the place of the folder, as where a network drive is not mounted.
  folder = join(temporaryFolder(), 'recovery');
  writeFileSync(folder, '');
  const log = { error: () => undefined };
  const clock = () => now;
  recovery = openRecovery({
    server: inject('testServer').superuser,
    folder,
    dataDir: temporaryFolder(),
    log,
    clock,
  });
  app = await startTestApp({ recovery, clock });
  parts = { place: app.backupPlace, db: app.runtimeDb, files: app.files, clock, log, invariants: [] };
  admin = await app.as('admin');
});
afterAll(async () => {
  await recovery.stop();
  await app.close();
});

const maintain = () => maintainRecoveryOnce(parts, recovery, { lastFailedAt: null });
const bell = async () => {
  const { data } = (await admin.call(notifications.list)).reply;
  return data.map(({ words, link }) => ({ words, link }));
};
const words = () => `Recovery to any second is interrupted. The folder ${folder} is not available.`;

test('R26 an archive that cannot be written is on the page of backups and of the system, and in the bell once it lasts', async () => {
  await maintain();
  expect((await admin.call(backups.list)).reply.recovery).toEqual({
    is_on: true,
    from: null,
    to: null,
    failing_since: failedAt,
    failing_reason: `The folder ${folder} is not available.`,
  });
  expect((await admin.call(systems.show)).reply.findings).toContainEqual({
    kind: 'recovery',
    state: 'bad',
    words: words(),
  });
  expect(await bell()).toEqual([]);

  now = new Date('2026-11-22T14:04:30Z');
  await maintain();
  await maintain();
  expect(await bell()).toEqual([{ words: words(), link: '/settings/backups' }]);
});

test('R26 without scheduled backups there is no archive, and nothing to report', async () => {
  await (await app.as('admin')).call(backups.savePlan, { body: { is_on: false, hour: 2, keep: 14 } });
  await maintain();
  expect((await admin.call(backups.list)).reply.recovery).toMatchObject({
    is_on: false,
    failing_since: null,
  });
  expect((await admin.call(systems.show)).reply.findings).toContainEqual({
    kind: 'recovery',
    state: 'attention',
    words: 'Recovery to any second is off, as are scheduled backups.',
  });
});
