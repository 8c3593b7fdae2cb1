import { spawn } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import pg from 'pg';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { temporaryFolder } from '../../../../tests/support/temporary-folder';
import { StartRefused } from '../../start-refused';
import { ensureSafeServer } from '../server-safety';
import { DataDirectoryInUse, type DatabaseConnection, type EmbeddedPostgres, startEmbeddedPostgres } from '.';
import { findProcess, isDead } from './running-process';

const started: EmbeddedPostgres[] = [];

afterEach(async () => {
  for (const server of started.splice(0)) await server.stop();
});

const newDataDir = (...below: string[]) => join(temporaryFolder(), ...below, 'data');

async function start(dataDir: string, output: string[] = []): Promise<EmbeddedPostgres> {
  const say = (message: string) => void output.push(message);
  const server = await startEmbeddedPostgres({ dataDir, log: { info: say, warn: say, error: say } });
  started.push(server);
  return server;
}

async function ask<Row extends pg.QueryResultRow>(at: DatabaseConnection, sql: string): Promise<Row[]> {
  const client = new pg.Client(at);
  client.on('error', () => {});
  await client.connect();
  try {
    return (await client.query<Row>(sql)).rows;
  } finally {
    await client.end();
  }
}

const postmasterPid = (dataDir: string) =>
  Number(readFileSync(join(dataDir, 'postgres', 'postmaster.pid'), 'utf8').split('\n')[0]);

async function deadPid(): Promise<number> {
  const child = spawn('true');
  await new Promise(resolve => child.once('exit', resolve));
  return child.pid ?? 0;
}

describe('a first start and the next', () => {
  test('creates a durable database, owned by a role that is not a superuser, and keeps it', async () => {
    const dataDir = newDataDir();
    const first = await start(dataDir);
    const client = new pg.Client(first.connection);
    await client.connect();
    await ensureSafeServer(client);
    await client.end();
    expect(
      await ask(
        first.connection,
        `select current_setting('data_checksums') as checksums, current_setting('listen_addresses') as listens,
                rolsuper as superuser, pg_get_userbyid(datdba) as owner
           from pg_roles, pg_database where rolname = current_user and datname = current_database()`,
      ),
    ).toEqual([{ checksums: 'on', listens: '', superuser: false, owner: 'counterfoil' }]);
    await ask(first.connection, 'create table kept (id int)');
    const pid = postmasterPid(dataDir);
    await first.stop();
    expect(findProcess(pid)).toBeNull();
    expect(existsSync(join(dataDir, 'counterfoil.pid'))).toBe(false);

    const output: string[] = [];
    const second = await start(dataDir, output);
    expect(await ask(second.connection, 'select * from kept')).toEqual([]);
    expect(output).toEqual([]);
  });

  test('R03 each of two hundred commits is flushed to the disk before it is answered', async () => {
    const { connection } = await start(newDataDir());
    const client = new pg.Client(connection);
    await client.connect();
    const flushes = async () => {
      await client.query('select pg_stat_force_next_flush()');
      const { rows } = await client.query<{ count: number }>(
        `select sum(fsyncs)::int as count from pg_stat_io where object = 'wal' and backend_type = 'client backend'`,
      );
      return rows[0]?.count ?? 0;
    };
    await client.query('create table written (number int)');
    const before = await flushes();
    for (let number = 0; number < 200; number++)
      await client.query('insert into written values ($1)', [number]);
    expect((await flushes()) - before).toBeGreaterThanOrEqual(200);
    await client.end();
  });

  test('no one can sign in without the password', async () => {
    const { connection, superuser } = await start(newDataDir());
    await expect(ask({ ...connection, password: 'guess' }, 'select 1')).rejects.toThrow(
      /authentication failed/,
    );
    await expect(ask({ ...superuser, password: '' }, 'select 1')).rejects.toThrow();
  });

  test('a data directory with a path too long for a socket works', async () => {
    const dataDir = newDataDir('a-folder-with-a-long-name'.repeat(5), 'and, one with \'odd\' "characters"');
    const { connection } = await start(dataDir);
    expect(connection.host.startsWith(dataDir)).toBe(false);
    expect(await ask(connection, 'select 1 as one')).toEqual([{ one: 1 }]);
    await started[0]?.stop();
    expect(existsSync(connection.host)).toBe(false);
  });
});

describe('one owner', () => {
  test('refuses a second owner with the PID of the first, which continues', async () => {
    const dataDir = newDataDir();
    const first = await start(dataDir);
    const second = start(dataDir);
    await expect(second).rejects.toThrow(DataDirectoryInUse);
    await expect(second).rejects.toThrow(`in use by Counterfoil process ${process.pid}.`);
    expect(await ask(first.connection, 'select 1 as one')).toEqual([{ one: 1 }]);
  });

  test.runIf(process.platform === 'linux').each([
    ['a process that has ended', async () => `${await deadPid()} x:1\n`],
    ['a process whose PID another one has now', async () => `${process.pid} x:1\n`],
    ['no one, interrupted while writing', async () => ''],
  ])('takes over the claim of %s', async (_whose, claim) => {
    const dataDir = newDataDir();
    mkdirSync(dataDir, { recursive: true, mode: 0o755 });
    writeFileSync(join(dataDir, 'counterfoil.pid'), await claim());
    const { connection } = await start(dataDir);
    expect(await ask(connection, 'select 1 as one')).toEqual([{ one: 1 }]);
    expect(readFileSync(join(dataDir, 'counterfoil.pid'), 'utf8')).toMatch(new RegExp(`^${process.pid} `));
  });
});

describe('after a crash', () => {
  test('a killed server is restarted automatically with everything committed', async () => {
    const dataDir = newDataDir();
    const output: string[] = [];
    const { connection } = await start(dataDir, output);
    await ask(connection, 'create table sales as select 1 as id');
    process.kill(postmasterPid(dataDir), 'SIGKILL');
    await vi.waitFor(
      async () => expect(await ask(connection, 'select * from sales')).toEqual([{ id: 1 }]),
      120_000,
    );
    expect(output).toContain('The database server stopped unexpectedly. Restarting it');
  });

  test('stopping right after the server was killed leaves no server behind', async () => {
    const dataDir = newDataDir();
    const server = await start(dataDir);
    process.kill(postmasterPid(dataDir), 'SIGKILL');
    await pause(20);
    await server.stop();
    const lock = join(dataDir, 'postgres', 'postmaster.pid');
    expect(existsSync(lock) && findProcess(postmasterPid(dataDir))).toBeFalsy();
  });

  test('removes what an interrupted creation left behind', async () => {
    const dataDir = newDataDir();
    mkdirSync(join(dataDir, 'postgres.new-1', 'base'), { recursive: true });
    writeFileSync(join(dataDir, 'postgres.new-1.password'), 'x');
    await start(dataDir);
    expect(readdirSync(dataDir).filter(name => name.startsWith('postgres.new'))).toEqual([]);
  });

  test('starts despite a lock file whose PID now belongs to another program', async () => {
    const dataDir = newDataDir();
    await (await start(dataDir)).stop();
    const other = spawn('sleep', ['60']);
    writeFileSync(
      join(dataDir, 'postgres', 'postmaster.pid'),
      `${other.pid}\n${dataDir}/postgres\n1\n5432\n\n\n\nready\n`,
    );
    const { connection } = await start(dataDir);
    expect(await ask(connection, 'select 1 as one')).toEqual([{ one: 1 }]);
    other.kill();
  });
});

test.runIf(process.platform === 'linux')(
  'R01 starts although the killed server keeps its process id, because no parent takes note of its end',
  async () => {
    const dataDir = newDataDir();
    await (await start(dataDir)).stop();
    // The shell starts a child and becomes a program that never takes note of children. Only then does the child end, or
    // the shell would have taken note.
    const parent = spawn('sh', ['-c', 'sleep 600 & echo $!; exec sleep 600']);
    const dead = Number(await new Promise<Buffer>(resolve => parent.stdout.once('data', resolve)));
    const became = () => readFileSync(`/proc/${parent.pid}/comm`, 'utf8').trim();
    await expect.poll(became).toBe('sleep');
    process.kill(dead, 'SIGKILL');
    await expect.poll(() => isDead(dead)).toBe(true);
    writeFileSync(
      join(dataDir, 'postgres', 'postmaster.pid'),
      `${dead}\n${dataDir}/postgres\n1\n5432\n\n\n\nready\n`,
    );
    const { connection } = await start(dataDir);
    expect(await ask(connection, 'select 1 as one')).toEqual([{ one: 1 }]);
    parent.kill();
  },
);

describe('a start that cannot succeed gives the reason in one sentence, and changes nothing', () => {
  test.each<[string, (cluster: string) => void, RegExp]>([
    [
      'a damaged database',
      cluster => rmSync(join(cluster, 'global', 'pg_control')),
      /does not start: .*pg_control/,
    ],
    [
      'another major version',
      cluster => writeFileSync(join(cluster, 'PG_VERSION'), '17\n'),
      /written by PostgreSQL 17/,
    ],
    [
      'files that are not a database',
      cluster => rmSync(join(cluster, 'PG_VERSION')),
      /no PostgreSQL database/,
    ],
    [
      'lost passwords',
      cluster => rmSync(join(cluster, 'counterfoil-passwords.json')),
      /passwords\.json is missing/,
    ],
  ])('%s', async (_what, damage, sentence) => {
    const dataDir = newDataDir();
    await (await start(dataDir)).stop();
    const cluster = join(dataDir, 'postgres');
    damage(cluster);
    const before = readdirSync(cluster).sort();

    const again = start(dataDir);
    await expect(again).rejects.toThrow(StartRefused);
    await expect(again).rejects.toThrow(sentence);
    await again.catch((error: Error) => expect(error.message.split('\n')).toHaveLength(1));
    expect(readdirSync(cluster).sort()).toEqual(before);
    expect(existsSync(join(dataDir, 'counterfoil.pid'))).toBe(false);
  });

  test('a data directory that cannot be created', async () => {
    const dataDir = newDataDir();
    writeFileSync(dataDir, 'a file');
    await expect(start(join(dataDir, 'below'))).rejects.toThrow(/cannot be created: .* Set DATA_DIR/);
    await expect(start(dataDir)).rejects.toThrow(StartRefused);
  });
});
