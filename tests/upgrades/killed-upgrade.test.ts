import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { sql } from 'kysely';
import pg from 'pg';
import { expect, onTestFinished, test } from 'vitest';
import { listTotals } from '../../server/book-totals';
import { placeOf } from '../../server/platform/database/embedded/place';
import { findPostmaster } from '../../server/platform/database/embedded/postmaster';
import { migrationNames } from '../../server/platform/database/migrate';
import { type CounterfoilProcess, freePort, spawnCounterfoil } from '../support/counterfoil-process';
import { untilWaitingForLock } from '../support/held-transaction';
import { connectionIn, inDatabase, releasedFolder } from './released-folder';
import { releases } from './releases';

const [release] = releases;
if (!release) throw new Error('There is no release');
const stepsOf = (dataDir: string) =>
  inDatabase(dataDir, async db => {
    const { rows } = await sql<{ name: string }>`select name from kysely_migration order by name`.execute(db);
    return rows.map(({ name }) => name);
  });

async function startOn(dataDir: string): Promise<CounterfoilProcess> {
  const program = spawnCounterfoil({ DATA_DIR: dataDir, PORT: String(await freePort()), LOG_LEVEL: 'error' });
  onTestFinished(async () => {
    program.signal('SIGTERM');
    await program.ended();
  });
  return program;
}

async function kill(program: CounterfoilProcess): Promise<void> {
  program.signal('SIGKILL');
  await program.ended();
}

test('R27 an upgrade killed during its rehearsal and in the middle of its migrations is completed by the next start', async () => {
  const dataDir = await releasedFolder(release.backup);

  const first = await startOn(dataDir);
  await first.says('Rehearsing the upgrade on a copy of the database');
  await kill(first);
  const released = await stepsOf(dataDir);
  expect(released.at(-1)).toBe('0037_sums_of_orders');

  // Half of the migrations are through when one of them waits for this table.
  const reader = new pg.Client({ ...connectionIn(dataDir), application_name: 'Monthly report' });
  reader.on('error', () => undefined);
  await reader.connect();
  onTestFinished(() => reader.end().catch(() => undefined));
  await reader.query('begin; lock table audit_log in row exclusive mode');
  const second = await startOn(dataDir);
  await second.says('The upgrade works on the copy');
  await second.says('The upgrade is waiting for Monthly report');
  await inDatabase(dataDir, db => untilWaitingForLock(db));
  const postmaster = findPostmaster(placeOf(dataDir))?.process.pid ?? 0;
  process.kill(postmaster, 'SIGKILL');
  await kill(second);

  const third = await startOn(dataDir);
  await third.ready();
  expect(third.printed()).toContain('The upgrade works on the copy: 13 totals stay the same');
  expect(await stepsOf(dataDir)).toEqual(migrationNames);
  await inDatabase(dataDir, async db => {
    const totals = (await listTotals(db)).map(({ label, value }) => [label, value]);
    expect(Object.fromEntries(totals)).toMatchObject(release.figures);
    const { rows: notes } = await sql`select from audit_log where record_type = 'database'`.execute(db);
    expect(notes).toHaveLength(1);
    const { rows: databases } = await sql`select from pg_database where datname like 'counterfoil_%'`.execute(
      db,
    );
    expect(databases).toHaveLength(0);
  });
  expect(existsSync(join(dataDir, 'rehearsal.backup'))).toBe(false);
});
