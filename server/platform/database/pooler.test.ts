import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { isPoolerInstalled, type Pooler, poolerFor } from '../../../tests/support/pooler';
import { type FreshDatabase, freshDatabase } from '../../../tests/support/postgres-for-tests';
import { openDatabase, openPool } from './open-database';
import { ensureOwnSessions } from './pooler';
import type { Connection } from './session';

let database: FreshDatabase;
const running: Pooler[] = [];
beforeAll(async () => {
  database = await freshDatabase();
});
afterAll(async () => {
  for (const pooler of running) await pooler.kill();
  await database.drop();
});

/** A pooler in front of this file's database. */
async function startPooler(mode: string): Promise<Connection> {
  const { user, password, database: name } = database.connection;
  const pooler = await poolerFor(database.connection, { mode });
  running.push(pooler);
  await pooler.start();
  return { host: '127.0.0.1', port: pooler.port, user, password, database: name };
}

const reason = isPoolerInstalled ? '' : ' (skipped: PgBouncer is not installed)';

describe.skipIf(!isPoolerInstalled)(`behind PgBouncer${reason}`, () => {
  test('whole sessions are kept, and their time limits hold', async () => {
    const connection = await startPooler('session');
    await ensureOwnSessions(connection);
    const db = openDatabase(openPool(connection, 2));
    const { rows } = await sql<{ statement: string; lock: string; idle: string; zone: string }>`
      select current_setting('statement_timeout') as statement, current_setting('lock_timeout') as lock,
        current_setting('idle_in_transaction_session_timeout') as idle, current_setting('timezone') as zone`.execute(
      db,
    );
    expect(rows).toEqual([{ statement: '20s', lock: '3s', idle: '10s', zone: 'UTC' }]);
    await db.destroy();
  });

  test.each(['transaction', 'statement'])('pool_mode = %s is refused in one sentence', async mode => {
    await expect(ensureOwnSessions(await startPooler(mode))).rejects.toThrow(
      `The connection pooler in front of the database gives one connection to several programs in turn (pool_mode = ${mode}), but Counterfoil needs connections of its own for time limits, locks and notifications. Set pool_mode = session for this database.`,
    );
  });
});

test('without a pooler every session is its own', () =>
  expect(ensureOwnSessions(database.connection)).resolves.toBeUndefined());
