import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type CounterfoilProcess, freePort, spawnCounterfoil } from '../support/counterfoil-process';
import { type Pair, pairPassword, startSynchronousPair } from '../support/postgres-pair';
import { temporaryFolder } from '../support/temporary-folder';

const admin = { email: 'owner@example.test', password: 'a long pass phrase for tests' };
let pair: Pair;
let counterfoil: CounterfoilProcess;
let dataDir: string;
let backupDir: string;
let address: string;
let token: string;

const urlOf = (...ports: number[]) =>
  `postgres://counterfoil:${pairPassword}@${ports.map(port => `127.0.0.1:${port}`).join(',')}/counterfoil?target_session_attrs=read-write`;

beforeAll(async () => {
  pair = await startSynchronousPair();
  dataDir = join(temporaryFolder(), 'data');
  backupDir = temporaryFolder();
  const port = await freePort();
  address = `http://127.0.0.1:${port}/api`;
  counterfoil = spawnCounterfoil({
    // The standby stands first, so the server that takes writes has to be looked for.
    DATABASE_URL: urlOf(pair.standby.port, pair.primary.port),
    DATABASE_READ_URL: urlOf(pair.standby.port),
    DATA_DIR: dataDir,
    BACKUP_DIR: backupDir,
    PORT: String(port),
    ADMIN_EMAIL: admin.email,
    ADMIN_PASSWORD: admin.password,
  });
  await counterfoil.ready();
  const signedIn = await fetch(`${address}/auth/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(admin),
  });
  ({ token } = (await signedIn.json()) as { token: string });
});
afterAll(async () => {
  counterfoil?.signal('SIGTERM');
  await counterfoil?.ended();
  await pair?.stop();
});

/** Creates a supplier; after a refusal it repeats the same request, as a client does, until it is saved. */
async function save(name: string, refusals: Response[]): Promise<void> {
  const key = randomUUID();
  for (;;) {
    const response = await fetch(`${address}/suppliers`, {
      method: 'POST',
      headers: {
        authorization: `Bearer ${token}`,
        'content-type': 'application/json',
        'idempotency-key': key,
      },
      body: JSON.stringify({ name }),
    });
    if (response.status === 200) return;
    refusals.push(response);
    await response.arrayBuffer();
  }
}

async function namesOn(port: number): Promise<string[]> {
  const client = new pg.Client(urlOf(port).split('?')[0]);
  await client.connect();
  const { rows } = await client.query<{ name: string }>('select name from suppliers order by name');
  await client.end();
  return rows.map(({ name }) => name);
}

const onStandby = (what: string) =>
  pair.standby.ask(`select from pg_stat_activity where datname = 'counterfoil' and ${what}`);

/** Starts another process, and returns what it says when it is refused. */
async function refusalOf(variables: Record<string, string>): Promise<string> {
  const other = spawnCounterfoil({ PORT: String(await freePort()), ...variables });
  expect(await other.ended()).toBe(1);
  return other.printed();
}

test('reports are read from the standby of DATABASE_READ_URL, and the log says so', async () => {
  const report = async () => {
    const { status } = await fetch(`${address}/reports/profit-loss?period=this_year`, {
      headers: { authorization: `Bearer ${token}` },
    });
    expect(status).toBe(200);
    return counterfoil.printed();
  };
  await expect.poll(report).toContain('reports and exports are read from the standby');
});

describe('a primary that is lost', () => {
  const saved: string[] = [];

  test('R06 the standby that takes over is followed without a restart; nothing acknowledged is lost or doubled', async () => {
    const refusals: Response[] = [];
    let lostAt = 0;
    let savedAgainAt = 0;
    const writer = async (who: number) => {
      for (let nth = 0; savedAgainAt === 0 || nth < 10; nth++) {
        const name = `Supplier ${who}-${nth}`;
        const startedAt = performance.now();
        await save(name, refusals);
        saved.push(name);
        if (lostAt > 0 && startedAt > lostAt && savedAgainAt === 0) savedAgainAt = performance.now();
      }
    };
    const writers = [1, 2, 3, 4].map(writer);
    await expect.poll(() => saved.length).toBeGreaterThan(20);
    await pair.primary.kill();
    lostAt = performance.now();
    await pair.standby.ask('select pg_promote()');
    await Promise.all(writers);

    // Only an end to waiting on a busy machine: the faults command measures how soon (docs/reliability.md).
    expect(savedAgainAt - lostAt).toBeLessThan(120_000);
    for (const { status, headers } of refusals) {
      expect(status).toBe(503);
      expect(Number(headers.get('retry-after'))).toBeGreaterThan(0);
    }
    expect(await namesOn(pair.standby.port)).toEqual(saved.toSorted());
  });

  test('R06 notifications and jobs follow too', async () => {
    const followed = { timeout: 120_000 };
    await expect.poll(() => onStandby(`application_name = 'counterfoil listener'`), followed).toHaveLength(1);
    const client = new pg.Client(urlOf(pair.standby.port).split('?')[0]);
    await client.connect();
    const { rows } = await client.query<{ id: string }>(
      `select id from graphile_worker.add_job('clean-up-access', '{}'::json)`,
    );
    const waiting = async () =>
      (await client.query('select from graphile_worker.jobs where id = $1', [rows[0]?.id])).rowCount;
    await expect.poll(waiting, followed).toBe(0);
    await client.end();
  });

  test('R07 the old primary, started again, is not written to, and a process that knows better refuses it', async () => {
    // It waits for no standby, and takes writes.
    await pair.primary.start({ synchronous_standby_names: '' });
    const before = await namesOn(pair.primary.port);
    const sentence = await refusalOf({ DATABASE_URL: urlOf(pair.primary.port), DATA_DIR: dataDir });
    expect(sentence).toContain(
      `The database at 127.0.0.1:${pair.primary.port} has been replaced: another server has taken over from it (timeline 2; this one is on timeline 1), so changes made here would be lost.`,
    );

    // One on another machine has never seen the server that took over, and knows it from the folder that they share.
    const elsewhere = await refusalOf({
      DATABASE_URL: urlOf(pair.primary.port),
      DATA_DIR: join(temporaryFolder(), 'data'),
      BACKUP_DIR: backupDir,
    });
    expect(elsewhere).toContain('has been replaced: another server has taken over from it (timeline 2;');

    // A process that knows nothing asks both, and takes the one that took over.
    const port = await freePort();
    const fresh = spawnCounterfoil({
      DATABASE_URL: urlOf(pair.primary.port, pair.standby.port),
      DATA_DIR: join(temporaryFolder(), 'data'),
      SECRET_KEY: readFileSync(join(dataDir, 'secret.key'), 'utf8').trim(),
      PORT: String(port),
    });
    await fresh.ready();
    await save('Written after both', []);
    fresh.signal('SIGTERM');
    await fresh.ended();
    expect(await namesOn(pair.primary.port)).toEqual(before);
    expect(await namesOn(pair.standby.port)).toContain('Written after both');
  });
});
