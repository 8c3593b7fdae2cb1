import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import { join } from 'node:path';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { freePort } from '../../../tests/support/counterfoil-process';
import { type FreshDatabase, freshDatabase } from '../../../tests/support/postgres-for-tests';
import { temporaryFolder } from '../../../tests/support/temporary-folder';
import { openDatabase, openPool } from './open-database';
import { ensureOwnSessions } from './pooler';
import type { Connection } from './session';

const program = '/usr/sbin/pgbouncer';
const isInstalled = spawnSync(program, ['--version']).status === 0;

let database: FreshDatabase;
const running: ChildProcess[] = [];
beforeAll(async () => {
  database = await freshDatabase();
});
afterAll(async () => {
  for (const pooler of running) {
    pooler.kill('SIGINT');
    if (pooler.exitCode === null) await once(pooler, 'exit');
  }
  await database.drop();
});

/** A pooler in front of this file's database. */
async function startPooler(mode: string, size = 10): Promise<Connection> {
  const folder = temporaryFolder();
  const port = await freePort();
  const { host, port: serverPort, user, password, database: name } = database.connection;
  writeFileSync(join(folder, 'users'), `"${user}" "${password}"\n`);
  writeFileSync(
    join(folder, 'pooler.ini'),
    [
      '[databases]',
      `${name} = host=${host} port=${serverPort}`,
      '[pgbouncer]',
      `listen_addr = 127.0.0.1\nlisten_port = ${port}\nunix_socket_dir =`,
      `auth_type = scram-sha-256\nauth_file = ${join(folder, 'users')}`,
      `pool_mode = ${mode}\ndefault_pool_size = ${size}`,
    ].join('\n'),
  );
  for (const file of ['users', 'pooler.ini']) chmodSync(join(folder, file), 0o644);
  // It refuses to run as root.
  const asUser = process.getuid?.() === 0 ? ['-u', 'postgres'] : [];
  running.push(spawn(program, [...asUser, '-q', join(folder, 'pooler.ini')], { stdio: 'ignore' }));
  await vi.waitFor(async () => {
    const socket = connect(port, '127.0.0.1');
    await once(socket, 'connect');
    socket.destroy();
  }, 30_000);
  return { host: '127.0.0.1', port, user, password, database: name };
}

const reason = isInstalled ? '' : ' (skipped: PgBouncer is not installed)';

describe.skipIf(!isInstalled)(`behind PgBouncer${reason}`, () => {
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
