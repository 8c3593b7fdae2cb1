import { sql } from 'kysely';
import pg from 'pg';
import { expect, onTestFinished, test } from 'vitest';
import { emptyDatabase, freshDatabase } from '../../../tests/support/postgres-for-tests';
import { migrationNames } from './migrate';
import { servingLock } from './advisory-lock';
import { openListener } from './listen';
import { type Connection, openDatabase, openPool } from './open-database';
import { prepareSchema } from './prepare-schema';

function databaseAt(connection: Connection) {
  const db = openDatabase(openPool(connection, 1));
  onTestFinished(() => db.destroy());
  return db;
}
const silent = () => undefined;

test('R27 of three processes that start at once on an empty database one migrates, the others wait and go on', async () => {
  const connection = await emptyDatabase();
  const filled: string[] = [];
  let filling = 0;
  const startOne = (name: string) =>
    prepareSchema(connection, silent, async () => {
      filling += 1;
      expect(filling).toBe(1);
      await new Promise(setImmediate);
      filled.push(name);
      filling -= 1;
    });
  await Promise.all([startOne('first'), startOne('second'), startOne('third')]);
  expect(filled.toSorted()).toEqual(['first', 'second', 'third']);
  const { rows } = await sql<{ name: string }>`select name from kysely_migration order by name`.execute(
    databaseAt(connection),
  );
  expect(rows.map(({ name }) => name)).toEqual(migrationNames);
});

test('R27 a migration that takes long is named; one that waits for a table says for whom, and goes on when it is free', async () => {
  const fresh = await freshDatabase();
  onTestFinished(() => fresh.drop());
  const db = databaseAt(fresh.connection);
  const step = '0066_entries_name_records';
  await sql`drop trigger audit_zero_names_no_record on audit_log`.execute(db);
  await sql`drop function audit_zero_names_no_record`.execute(db);
  await sql`delete from kysely_migration where name = ${step}`.execute(db);
  const other = new pg.Client({ ...fresh.connection, application_name: 'Monthly report' });
  await other.connect();
  onTestFinished(() => other.end());
  await other.query('begin; lock table audit_log in row exclusive mode');
  const { rows } = await other.query<{ pid: number }>('select pg_backend_pid() as pid');

  const said: string[] = [];
  const progress: string[] = [];
  let isFilled = false;
  const prepared = prepareSchema(
    fresh.connection,
    sentence => (sentence.startsWith('Migration') ? progress : said).push(sentence),
    async () => void (isFilled = true),
    undefined,
    { quiet: 100, every: 500 },
  );
  await expect.poll(() => said).toHaveLength(1);
  // It waits for the table for three seconds, as one that has much to do would work.
  expect(progress[0]).toBe(`Migration 1 of 1: ${step}`);
  expect(progress[1]).toMatch(new RegExp(`^Migration 1 of 1: ${step}, \\d+ s so far$`));
  expect(said[0]).toMatch(
    new RegExp(
      String.raw`^The upgrade is waiting for Monthly report \(process ${rows[0]?.pid}\), open since .+\. It is retried every second\.$`,
    ),
  );
  expect(isFilled).toBe(false);

  await other.query('rollback');
  await prepared;
  expect(isFilled).toBe(true);
  expect(said).toHaveLength(1);
  const applied = await sql`select from kysely_migration where name = ${step}`.execute(db);
  expect(applied.rows).toHaveLength(1);
});

test('R27 an upgrade waits until no process serves, says which do, and a process of the same version waits for none', async () => {
  const fresh = await freshDatabase();
  onTestFinished(() => fresh.drop());
  const db = databaseAt(fresh.connection);
  const serving = () => {
    const listener = openListener(fresh.runtime, { sharing: servingLock });
    onTestFinished(listener.close);
    return listener;
  };
  const said: string[] = [];
  const start = async (listener = serving()) => {
    const say = (line: string) => line.startsWith('Migration') || said.push(line);
    await prepareSchema(fresh.connection, say, listener.open);
    return listener;
  };
  const [first, second] = [await start(), await start()];
  expect(said, 'a second process of the same version starts while the first one serves').toEqual([]);

  const step = '0066_entries_name_records';
  await sql`drop trigger audit_zero_names_no_record on audit_log`.execute(db);
  await sql`drop function audit_zero_names_no_record`.execute(db);
  await sql`delete from kysely_migration where name = ${step}`.execute(db);
  const isMigrated = async () =>
    (await sql`select from kysely_migration where name = ${step}`.execute(db)).rows.length > 0;
  const upgraded = start();
  await expect.poll(() => said).toHaveLength(1);
  expect(said[0]).toMatch(
    /^The upgrade is waiting until Counterfoil has been stopped everywhere\. Still running: counterfoil listener \(process \d+.*\) and counterfoil listener \(process \d+.*\)\. It is retried every second\.$/,
  );
  await first.close();
  await expect.poll(() => said).toHaveLength(2);
  expect(said[1]).not.toContain(' and ');
  expect(await isMigrated()).toBe(false);
  await second.close();
  await upgraded;
  expect(await isMigrated()).toBe(true);
});
