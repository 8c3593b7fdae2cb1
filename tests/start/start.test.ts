import { execFileSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { once } from 'node:events';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import pg from 'pg';
import { beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { readPasswords } from '../../server/platform/database/embedded/cluster';
import { placeOf } from '../../server/platform/database/embedded/place';
import { findPostmaster } from '../../server/platform/database/embedded/postmaster';
import { findProcess } from '../../server/platform/database/embedded/running-process';
import { type CounterfoilProcess, freePort, spawnCounterfoil } from '../support/counterfoil-process';
import { freshDatabase } from '../support/postgres-for-tests';
import { temporaryFolder } from '../support/temporary-folder';

const newDataDir = () => join(temporaryFolder(), 'data');

let startedLine: string;
/** A used data directory: a copy, because creating one takes seconds. */
function usedDataDir(): string {
  const dataDir = newDataDir();
  // With file owners.
  execFileSync('cp', ['-a', startedLine, dataDir]);
  return dataDir;
}
const postmasterOf = (dataDir: string) => findPostmaster(placeOf(dataDir))?.process.pid ?? null;

/** Starts it for the duration of one test. */
function startCounterfoil(variables: Record<string, string>): CounterfoilProcess {
  const counterfoil = spawnCounterfoil(variables);
  onTestFinished(async () => {
    counterfoil.signal('SIGTERM');
    await counterfoil.ended();
  });
  return counterfoil;
}

async function health(port: number): Promise<number> {
  return (await fetch(`http://127.0.0.1:${port}/api/health`)).status;
}

/** A session that works until a file appears, whatever happens to its server; returns its process. */
async function busySession(dataDir: string, endsWith: string): Promise<number> {
  const place = placeOf(dataDir);
  const session = new pg.Client({
    host: place.socketDir,
    port: 5432,
    user: 'postgres',
    password: readPasswords(place).postgres,
    database: 'postgres',
  });
  session.on('error', () => undefined);
  await session.connect();
  const { rows } = await session.query<{ pid: number }>('select pg_backend_pid() as pid');
  const isBusy = new Promise(resolve => session.once('notice', resolve));
  const work = session.query(`do $$ begin
    raise notice 'busy';
    while (pg_stat_file('${endsWith}', true)).size is null
      and clock_timestamp() < statement_timestamp() + interval '2 minutes' loop end loop;
  end $$`);
  void work.catch(() => undefined);
  await isBusy;
  return rows[0]?.pid ?? 0;
}

/** Starts it, expects a refusal, and returns the one sentence printed. */
async function refusal(variables: Record<string, string>): Promise<string> {
  const counterfoil = startCounterfoil({
    DATA_DIR: newDataDir(),
    PORT: String(await freePort()),
    ...variables,
  });
  expect(await counterfoil.ended()).toBe(1);
  const lines = counterfoil.printed().trim().split('\n');
  // Creating the database is announced because it is slow; the refusal is the rest.
  const sentences = lines.filter(line => !line.startsWith('Creating the database'));
  expect(sentences).toHaveLength(1);
  return sentences[0] ?? '';
}

beforeAll(async () => {
  // Build changed sources now, so that no test waits for it.
  expect(await spawnCounterfoil({ PORT: 'none' }).ended()).toBe(1);
  startedLine = newDataDir();
  const first = spawnCounterfoil({ DATA_DIR: startedLine, PORT: String(await freePort()) });
  await first.ready();
  first.signal('SIGTERM');
  expect(await first.ended()).toBe(0);
});

describe('a refused start gives the reason in one sentence, with exit code 1', () => {
  test('an invalid value', async () => {
    expect(await refusal({ PORT: '99999' })).toBe(
      'PORT must be a whole number from 1 to 65535, but it is "99999".',
    );
  });

  test('F108 a port in use, before anything is created', async () => {
    const taken = createServer().listen(0, '127.0.0.1');
    await once(taken, 'listening');
    const { port } = taken.address() as { port: number };
    const dataDir = newDataDir();
    expect(await refusal({ PORT: String(port), DATA_DIR: dataDir })).toContain(`Port ${port} is in use`);
    // Refused before a database is created, which is slow.
    expect(existsSync(dataDir)).toBe(false);
    taken.close();
  });

  test.runIf(process.platform === 'linux')('F108 a data directory that cannot be created', async () => {
    expect(await refusal({ DATA_DIR: '/proc/x' })).toContain('The data directory /proc/x cannot be created');
  });

  test('a database that cannot be reached, without its password', async () => {
    const port = await freePort();
    const sentence = await refusal({ DATABASE_URL: `postgres://app:secret-word@127.0.0.1:${port}/shop` });
    expect(sentence).toContain(
      `The database at 127.0.0.1:${port} cannot be used: no server responds at this address and port.`,
    );
    expect(sentence).not.toContain('secret-word');
  });

  test('R04 a database that runs with fsync off', async () => {
    const database = await freshDatabase();
    const { user, password, host } = database.connection;
    const url = `postgres://${user}:${password}@/${database.name}?host=${encodeURIComponent(host)}`;
    expect(await refusal({ DATABASE_URL: url })).toContain('The database runs with fsync = off');
    await database.drop();
  });
});

describe('one owner of the data directory', () => {
  test('R05 refuses a second start with the PID of the first, which continues', async () => {
    const dataDir = usedDataDir();
    const port = await freePort();
    const first = startCounterfoil({ DATA_DIR: dataDir, PORT: String(port) });
    await first.ready();
    expect(await refusal({ DATA_DIR: dataDir })).toBe(
      `The data directory ${dataDir} is in use by Counterfoil process ${first.pid}. Stop that process first, or set DATA_DIR to another folder.`,
    );
    expect(await health(port)).toBe(200);
  });

  test('R05 of several concurrent starts in an empty directory exactly one wins', async () => {
    const dataDir = newDataDir();
    const ports = await Promise.all([freePort(), freePort(), freePort()]);
    const all = ports.map(port => startCounterfoil({ DATA_DIR: dataDir, PORT: String(port) }));
    const outcomes = await Promise.all(
      all.map(one => Promise.race([one.ready().then(() => 'ready'), one.ended()])),
    );
    expect(outcomes.filter(outcome => outcome === 'ready')).toHaveLength(1);
    expect(outcomes.filter(outcome => outcome === 1)).toHaveLength(2);
    const winner = all[outcomes.indexOf('ready')];
    for (const loser of all.filter(one => one !== winner)) {
      expect(loser.printed()).toContain(`in use by Counterfoil process ${winner?.pid}.`);
    }
  });
});

describe('the end of a process', () => {
  test.each(['SIGTERM', 'SIGINT'] as const)('%s closes the database, with exit code 0', async signal => {
    const dataDir = usedDataDir();
    const counterfoil = startCounterfoil({ DATA_DIR: dataDir, PORT: String(await freePort()) });
    await counterfoil.ready();
    const postmaster = postmasterOf(dataDir);
    expect(postmaster).not.toBeNull();
    counterfoil.signal(signal);
    expect(await counterfoil.ended()).toBe(0);
    expect(findProcess(postmaster ?? 0)).toBeNull();
    expect(readFileSync(join(dataDir, 'postgres.log'), 'utf8')).toContain('database system is shut down');
    expect(existsSync(join(dataDir, 'counterfoil.pid'))).toBe(false);
  });

  test('F95 two signals at once, as from Ctrl+C under npm, cause one orderly shutdown', async () => {
    const dataDir = usedDataDir();
    const counterfoil = startCounterfoil({ DATA_DIR: dataDir, PORT: String(await freePort()) });
    await counterfoil.ready();
    counterfoil.signal('SIGINT');
    counterfoil.signal('SIGINT');
    expect(await counterfoil.ended()).toBe(0);
    expect(existsSync(join(dataDir, 'counterfoil.pid'))).toBe(false);
  });

  test('R40 with METRICS_TOKEN, the figures of the process are at /metrics, and slow statements are logged without secrets', async () => {
    const port = await freePort();
    const dataDir = usedDataDir();
    const token = 'a-token-of-thirty-two-characters';
    const owner = { email: 'owner@example.test', password: 'seven green bottles' };
    const counterfoil = startCounterfoil({
      DATA_DIR: dataDir,
      PORT: String(port),
      METRICS_TOKEN: token,
      ADMIN_EMAIL: owner.email,
      ADMIN_PASSWORD: owner.password,
      LOG_LEVEL: 'trace',
      SLOW_STATEMENT_MS: '1',
    });
    await counterfoil.ready();
    const figures = () =>
      fetch(`http://127.0.0.1:${port}/metrics`, { headers: { authorization: `Bearer ${token}` } });
    expect((await fetch(`http://127.0.0.1:${port}/metrics`)).status).toBe(401);
    const text = await (await figures()).text();
    expect(text).toContain('\ncounterfoil_database_up 1\n');
    expect(text).toContain('\ncounterfoil_pool_connections_max 20\n');
    const signIn = (password: string) =>
      fetch(`http://127.0.0.1:${port}/api/auth/login`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ email: owner.email, password }),
      });
    await signIn('not the password');
    const session = (await (await signIn(owner.password)).json()) as { token: string };
    await fetch(`http://127.0.0.1:${port}/api/auth/user`, {
      headers: { authorization: `Bearer ${session.token}` },
    });
    // The first statements of a new connection take more than a millisecond on any machine.
    await counterfoil.says('"route":"POST /auth/login"');
    counterfoil.signal('SIGTERM');
    await counterfoil.ended();
    const logged = counterfoil.printed() + readFileSync(join(dataDir, 'postgres.log'), 'utf8');
    const secrets = [owner.email, owner.password, 'not the password', session.token, token];
    expect(secrets.filter(secret => secret.length === 0 || logged.includes(secret))).toEqual([]);
    expect(logged).not.toMatch(/set-cookie: |Bearer /i);
  });

  test('R31 with DRAIN_SECONDS, load balancers are told before requests are refused; a second signal ends it', async () => {
    const port = await freePort();
    const counterfoil = spawnCounterfoil({
      DATA_DIR: usedDataDir(),
      PORT: String(port),
      // Longer than this test.
      DRAIN_SECONDS: '60',
    });
    await counterfoil.ready();
    const status = async (path: string) => (await fetch(`http://127.0.0.1:${port}/api/health${path}`)).status;
    expect(await status('/ready')).toBe(200);
    counterfoil.signal('SIGTERM');
    await expect.poll(() => status('/ready')).toBe(503);
    expect([await status('/live'), await status('')]).toEqual([200, 200]);
    // A later signal does not wait for the end of that time.
    let end: number | NodeJS.Signals | undefined;
    void counterfoil.ended().then(code => (end = code));
    await expect
      .poll(() => {
        counterfoil.signal('SIGTERM');
        return end;
      })
      .toBe(130);
  });

  test('R01 after kill -9 the next start works and adopts the remaining server', async () => {
    const dataDir = usedDataDir();
    const port = await freePort();
    const first = startCounterfoil({ DATA_DIR: dataDir, PORT: String(port) });
    await first.ready();
    const postmaster = postmasterOf(dataDir);
    first.signal('SIGKILL');
    await first.ended();
    expect(postmasterOf(dataDir)).toBe(postmaster);

    const second = startCounterfoil({ DATA_DIR: dataDir, PORT: String(port) });
    await second.ready();
    expect(second.printed()).toContain(`Taking over the database server ${postmaster}`);
    expect(await health(port)).toBe(200);
    second.signal('SIGTERM');
    expect(await second.ended()).toBe(0);
    expect(postmasterOf(dataDir)).toBeNull();
  });

  test('R01 the database killed together with the program, while it works: the next start waits for its end', async () => {
    const dataDir = usedDataDir();
    for (const order of [
      ['program', 'database'],
      ['database', 'program'],
    ]) {
      const first = startCounterfoil({ DATA_DIR: dataDir, PORT: String(await freePort()) });
      await first.ready();
      const postmaster = postmasterOf(dataDir) ?? 0;
      const busyUntil = join(temporaryFolder(), 'end');
      onTestFinished(() => writeFileSync(busyUntil, ''));
      const busy = await busySession(dataDir, busyUntil);
      for (const victim of order) process.kill(victim === 'program' ? first.pid : postmaster, 'SIGKILL');
      const second = startCounterfoil({ DATA_DIR: dataDir, PORT: String(await freePort()) });
      await second.says('Waiting for the processes of a killed database server to end.');
      writeFileSync(busyUntil, '');
      await second.ready();
      expect(findProcess(busy)).toBeNull();
      second.signal('SIGTERM');
      expect(await second.ended()).toBe(0);
    }
  });

  test.each<[string, (names: string[], dataDir: string) => boolean]>([
    ['files of a database appear', names => names.some(name => name.startsWith('postgres.new-'))],
    [
      'those files are half-made',
      (names, dataDir) =>
        names.some(
          name => name.startsWith('postgres.new-') && existsSync(join(dataDir, name, 'global', 'pg_control')),
        ),
    ],
    ['the database is complete', names => names.includes('postgres')],
    ['its server starts', (_names, dataDir) => existsSync(join(dataDir, 'postgres', 'postmaster.pid'))],
  ])('R01 R27 kill -9 during the first start, when %s, does no lasting harm', async (_when, isTime) => {
    const dataDir = newDataDir();
    const port = await freePort();
    const first = startCounterfoil({ DATA_DIR: dataDir, PORT: String(port) });
    while (!(existsSync(dataDir) && isTime(readdirSync(dataDir), dataDir))) await pause(1);
    first.signal('SIGKILL');
    await first.ended();

    const second = startCounterfoil({ DATA_DIR: dataDir, PORT: String(port) });
    await second.ready();
    expect(await health(port)).toBe(200);
  });
});

test('the address in the ready line serves the application and every page of it', async () => {
  const port = await freePort();
  const counterfoil = startCounterfoil({ DATA_DIR: newDataDir(), PORT: String(port) });
  await counterfoil.ready();
  expect(counterfoil.printed()).toContain(`Counterfoil is ready at http://localhost:${port}\n`);
  // One announcement in words, without log lines.
  expect(counterfoil.printed()).not.toMatch(/^\{/m);
  for (const path of ['/', '/login', '/suppliers/7?page=2']) {
    const reply = await fetch(`http://127.0.0.1:${port}${path}`);
    expect([reply.status, reply.headers.get('content-type')]).toEqual([200, 'text/html; charset=utf-8']);
    expect(await reply.text()).toContain('<div id="');
  }
  expect((await fetch(`http://127.0.0.1:${port}/api/nothing`)).status).toBe(404);
});

test('a second start neither installs nor builds', async () => {
  const dataDir = usedDataDir();
  const counterfoil = startCounterfoil({ DATA_DIR: dataDir, PORT: String(await freePort()) });
  await counterfoil.ready();
  expect(counterfoil.printed()).not.toMatch(/Installing|Building/);
});
