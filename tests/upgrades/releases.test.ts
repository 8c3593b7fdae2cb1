import { createHash } from 'node:crypto';
import { copyFileSync, readFileSync, statSync, truncateSync } from 'node:fs';
import { join } from 'node:path';
import { sql } from 'kysely';
import { afterEach, describe, expect, inject, onTestFinished, test, vi } from 'vitest';
import { listTotals } from '../../server/book-totals';
import { allInvariants } from '../../server/invariants';
import { findBreaches } from '../../server/kernel/backups';
import { loadBackup } from '../../server/kernel/backups/load-backup';
import { databaseOf } from '../../server/platform/database/databases';
import { migrationNames } from '../../server/platform/database/migrate';
import {
  type Connection,
  type Database,
  openDatabase,
  openPool,
} from '../../server/platform/database/open-database';
import { readConfig } from '../../server/platform/config';
import { StartRefused } from '../../server/platform/start-refused';
import { prepareDatabase } from '../../server/prepare-database';
import { rehearseUpgrade } from '../../server/rehearse-upgrade';
import { measureBooks } from '../../server/upgrade-measures';
import { emptyDatabase } from '../support/postgres-for-tests';
import { temporaryFolder } from '../support/temporary-folder';
import { releases, type Release } from './releases';

const clock = () => new Date('2026-11-27T09:00:00Z');

type Installed = { readonly connection: Connection; readonly db: Database };

/** A database as a release left it. */
async function installed({ backup }: Release): Promise<Installed> {
  const connection = await emptyDatabase();
  await loadBackup(backup, { connection, onRead: () => undefined });
  const db = openDatabase(openPool(connection, 1));
  onTestFinished(() => db.destroy());
  return { connection, db };
}

const serverOf = (connection: Connection) => ({
  connection,
  runtime: { ...inject('testServer').runtime, database: databaseOf(connection) },
  maintenance: inject('testServer').superuser,
});
const stepsOf = async (db: Database) =>
  (await sql<{ name: string }>`select name from kysely_migration order by name`.execute(db)).rows.map(
    ({ name }) => name,
  );
const copiesBeside = async ({ connection, db }: Installed) =>
  (
    await sql<{ datname: string }>`
      select datname from pg_database where starts_with(datname, ${databaseOf(connection)} || '_')`.execute(
      db,
    )
  ).rows;
const totalsOf = async (db: Database) =>
  Object.fromEntries((await listTotals(db)).map(({ label, value }) => [label, value]));

function upgrade(
  { connection }: Installed,
  { skipRehearsal = false, backupDir = temporaryFolder() } = {},
): Promise<void> {
  const config = readConfig({ DATA_DIR: temporaryFolder(), BACKUP_DIR: backupDir });
  return prepareDatabase(serverOf(connection), config, { skipRehearsal, fill: async () => undefined });
}
const noteOf = async (db: Database) =>
  (
    await sql<{ action: string; actor: string; after: Record<string, unknown> }>`
      select action, actor, after from audit_log where record_type = 'database' order by id`.execute(db)
  ).rows;

describe.each(releases)('R27 the database of $version', release => {
  test('is small, and its migrations are as they were released', () => {
    expect(statSync(release.backup).size).toBeLessThan(1024 * 1024);
    const released = JSON.parse(readFileSync(release.migrations, 'utf8')) as Record<string, string>;
    for (const [name, hash] of Object.entries(released)) {
      const text = readFileSync(join(import.meta.dirname, '../../server/migrations', name));
      expect(createHash('sha256').update(text).digest('hex'), name).toBe(hash);
    }
  });

  test('is upgraded after a rehearsal on a copy; every total stays, and the checks of the books pass', async () => {
    const shop = await installed(release);
    expect(await totalsOf(shop.db)).toMatchObject(release.figures);
    const pending = migrationNames.length - (await stepsOf(shop.db)).length;
    await upgrade(shop);
    expect(await stepsOf(shop.db)).toEqual(migrationNames);
    expect(await totalsOf(shop.db)).toMatchObject(release.figures);
    expect(await findBreaches(shop.db, allInvariants, clock)).toEqual([]);
    expect(await copiesBeside(shop)).toEqual([]);
    expect(await noteOf(shop.db)).toEqual([
      {
        action: 'upgraded',
        actor: 'Counterfoil',
        after: { migrations: pending, schema: migrationNames.at(-1), rehearsal: 'Copy of the database' },
      },
    ]);
    // The next start has nothing to upgrade.
    await upgrade(shop);
    expect(await noteOf(shop.db)).toHaveLength(1);
  });
});

const [first] = releases as [Release];

describe('R27 an upgrade that would go wrong is refused, and changes nothing', () => {
  const said: string[] = [];
  afterEach(() => void said.splice(0));
  const parts = ({ connection }: Installed) => ({
    server: serverOf(connection),
    dataDir: temporaryFolder(),
    backupDir: temporaryFolder(),
    clock,
    say: (line: string) => void said.push(line),
  });
  const pendingOf = async ({ db }: Installed) => {
    const applied = new Set(await stepsOf(db));
    return migrationNames.filter(name => !applied.has(name));
  };

  test('when a total or a check of the books differs, with each difference', async () => {
    const shop = await installed(first);
    const refused = rehearseUpgrade(shop.db, await pendingOf(shop), {
      ...parts(shop),
      measure: async (db, when) => {
        // As a careless migration would.
        if (when === 'after') {
          await sql`alter table journal_lines disable trigger user`.execute(db);
          await sql`delete from journal_lines where ctid = (select max(ctid) from journal_lines where credit_pence > 0)`.execute(
            db,
          );
        }
        return measureBooks(db);
      },
    });
    await expect(refused).rejects.toThrow(StartRefused);
    await expect(refused).rejects.toThrow(
      /The upgrade would change the books:\n {2}Credits: £500,018\.34 before, £[\d,.]+ afterwards\./,
    );
    // The journal no longer balances (rule A2).
    await expect(refused).rejects.toThrow(/\n {2}A\d+, .+: /);
    await expect(refused).rejects.toThrow('npm start -- --skip-rehearsal');
    expect(await totalsOf(shop.db)).toMatchObject(first.figures);
    expect(await stepsOf(shop.db)).not.toContain(migrationNames.at(-1));
    expect(await copiesBeside(shop)).toEqual([]);
  });

  test('when the copy cannot be upgraded; without a rehearsal the migration fails, and nothing is noted', async () => {
    const shop = await installed(first);
    // The upgrade creates this table.
    await sql`create table audit_seals (id bigint primary key)`.execute(shop.db);
    const steps = await stepsOf(shop.db);
    await expect(upgrade(shop)).rejects.toThrow(/The upgrade failed on a copy of the database: .+/);
    await expect(upgrade(shop, { skipRehearsal: true })).rejects.toThrow('audit_seals');
    expect(await stepsOf(shop.db)).toEqual(steps);
    expect(await noteOf(shop.db)).toEqual([]);
    expect(await copiesBeside(shop)).toEqual([]);
  });
});

test('R27 --skip-rehearsal upgrades at once, and is noted in the audit log', async () => {
  const shop = await installed(first);
  await upgrade(shop, { skipRehearsal: true });
  expect(await noteOf(shop.db)).toMatchObject([{ after: { rehearsal: 'Skipped' } }]);
  expect(await totalsOf(shop.db)).toMatchObject(first.figures);
});

describe('R27 the rehearsal and the last backup', () => {
  /** A folder with the backup of the release, which the database knows as verified a number of hours ago. */
  async function backedUp({ db }: Installed, hoursAgo: number) {
    const backupDir = temporaryFolder();
    const name = 'last-night.backup';
    const path = join(backupDir, name);
    copyFileSync(first.backup, path);
    const schema = (await stepsOf(db)).at(-1) ?? '';
    await sql`
      insert into backups (file_name, origin, state, requested_at, taken_at, finished_at, bytes, schema_step, holds, checked_at)
      select ${name}, 'asked', 'kept', at, at, at, ${statSync(path).size}, ${schema}, true, at
      from (select now() - make_interval(hours => ${hoursAgo}) as at) as moment`.execute(db);
    return { backupDir, name, path };
  }

  test('a verified backup of the last day is what the upgrade is rehearsed on', async () => {
    const shop = await installed(first);
    const { backupDir, name } = await backedUp(shop, 1);
    await upgrade(shop, { backupDir });
    expect(await noteOf(shop.db)).toMatchObject([{ after: { rehearsal: name } }]);
    expect(await totalsOf(shop.db)).toMatchObject(first.figures);
    expect(await copiesBeside(shop)).toEqual([]);
  });

  test('an older one is not used', async () => {
    const shop = await installed(first);
    const { backupDir } = await backedUp(shop, 25);
    await upgrade(shop, { backupDir });
    expect(await noteOf(shop.db)).toMatchObject([{ after: { rehearsal: 'Copy of the database' } }]);
  });

  test('one that was cut since is named, and a copy of the database takes its place', async () => {
    const shop = await installed(first);
    const { backupDir, path } = await backedUp(shop, 1);
    truncateSync(path, Math.floor(statSync(path).size / 2));
    const printed: string[] = [];
    const log = vi.spyOn(console, 'log').mockImplementation(line => void printed.push(String(line)));
    onTestFinished(() => log.mockRestore());
    await upgrade(shop, { backupDir });
    expect(printed).toContainEqual(expect.stringMatching(/This backup cannot be used\. .+\./));
    expect(await noteOf(shop.db)).toMatchObject([{ after: { rehearsal: 'Copy of the database' } }]);
    expect(await copiesBeside(shop)).toEqual([]);
  });
});
