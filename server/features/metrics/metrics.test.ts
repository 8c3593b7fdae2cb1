import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { setTimeout as pause } from 'node:timers/promises';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { pos } from '#domain/pos/pos.contract';
import { suppliers } from '#domain/suppliers/supplier.contract';
import { openTill } from '../../../tests/support/shop';
import { type Caller, startTestApp, type TestApp } from '../../../tests/support/test-app';
import type { Recovery } from '../../platform/database/recovery';
import type { SlowStatement } from '../../platform/database/slow-statements';
import { currentWork } from '../../platform/current-work';

let archive: ReturnType<Recovery['archived']> = { isOn: false, until: null, failing: null };
const token = 'a-token-of-thirty-two-characters';
const slow: (SlowStatement & { readonly work: unknown })[] = [];
let app: TestApp;
let admin: Caller;
beforeAll(async () => {
  app = await startTestApp({
    repeats: false,
    recovery: { archived: () => archive } as Recovery,
    // Each scrape reads the database.
    metrics: { token, times: { fresh: 0, wait: 5_000, oldest: 600_000 } },
    connections: 2,
    slowStatements: { limit: 150, report: statement => slow.push({ ...statement, work: currentWork() }) },
  });
  admin = await app.as('admin');
});
afterAll(() => app.close());

const ask = (authorization?: string, from = app) =>
  from.app.inject({ url: '/metrics', headers: authorization === undefined ? {} : { authorization } });

/** The samples of one scrape, by name and labels. */
async function scrape(): Promise<Map<string, number>> {
  const { statusCode, payload, headers } = await ask(`Bearer ${token}`);
  expect(statusCode).toBe(200);
  expect(headers['content-type']).toBe('text/plain; version=0.0.4; charset=utf-8');
  const lines = payload.split('\n').filter(line => line !== '' && !line.startsWith('#'));
  return new Map(
    lines.map(line => {
      const [, name = '', value] = /^(.+) (\S+)$/.exec(line) ?? [];
      return [name, Number(value)];
    }),
  );
}

test('the figures are for whoever shows the token; without a token in the configuration there is no such address', async () => {
  for (const authorization of [
    undefined,
    '',
    'Bearer wrong',
    token,
    `bearer ${token}`,
    `Bearer ${admin.token}`,
  ]) {
    const refused = await ask(authorization);
    expect(refused.statusCode).toBe(401);
    expect(refused.headers['www-authenticate']).toBe('Bearer');
    expect(refused.payload).not.toContain('counterfoil');
  }
  const without = await startTestApp();
  expect((await ask(`Bearer ${token}`, without)).statusCode).toBe(404);
  await without.close();
});

test('requests are counted by the pattern of their route and the class of their status', async () => {
  const { id } = (await admin.call(suppliers.create, { body: { name: 'Harbour Foods Ltd' } })).reply;
  for (let nth = 0; nth < 3; nth++) await admin.call(suppliers.get, { params: { id } });
  await admin.call(suppliers.get, { params: { id: 999_999 } });
  await admin.call(suppliers.create, { body: { name: '' } });
  await app.anonymous.call(suppliers.create, { body: { name: 'Nobody' } });
  for (const invented of ['one', 'two']) await app.app.inject({ url: `/api/${invented}` });
  await app.app.inject({ method: 'PATCH', url: '/api/three' });

  const samples = await scrape();
  const requests = (method: string, route: string, status: string) =>
    samples.get(
      `counterfoil_http_request_duration_seconds_count{method="${method}",route="${route}",status="${status}"}`,
    );
  expect(requests('POST', '/api/suppliers', '2xx')).toBe(1);
  // One without a name, one without a session.
  expect(requests('POST', '/api/suppliers', '4xx')).toBe(2);
  expect(requests('GET', '/api/suppliers/:id', '2xx')).toBe(3);
  expect(requests('GET', '/api/suppliers/:id', '4xx')).toBe(1);
  expect(requests('GET', 'none', '4xx')).toBe(2);
  expect(requests('other', 'none', '4xx')).toBe(1);
  // Six times asked without the token in the first test.
  expect(requests('GET', '/metrics', '4xx')).toBe(6);

  const labels = 'method="GET",route="/api/suppliers/:id",status="2xx"';
  const seconds = samples.get(`counterfoil_http_request_duration_seconds_sum{${labels}}`) ?? 0;
  expect(seconds).toBeGreaterThan(0);
  expect(seconds).toBeLessThan(90);
  expect(samples.get(`counterfoil_http_request_duration_seconds_bucket{le="+Inf",${labels}}`)).toBe(3);
  for (const [name] of samples) expect(name).not.toMatch(/Harbour|999999|\/one|PATCH|Person/);
});

test('what never happened has no figure; the process tells its version, event loop, pool and lost log lines', async () => {
  const samples = await scrape();
  expect(samples.get(`counterfoil_build_info{version="0.0.0-test",node="${process.versions.node}"}`)).toBe(1);
  // Each scrape begins a new measurement, and a delay is noted once the event loop has turned for a while.
  await expect
    .poll(async () => (await scrape()).get('nodejs_eventloop_lag_p99_seconds'), { interval: 100 })
    .toBeGreaterThan(0);
  expect(samples.get('counterfoil_pool_connections_max')).toBe(2);
  expect(samples.get('counterfoil_pool_waiting')).toBe(0);
  expect(samples.get('counterfoil_log_lines_lost_total')).toBe(0);
  expect(samples.get('counterfoil_database_up')).toBe(1);
  expect(samples.get('counterfoil_outbox_emails{state="waiting"}')).toBe(0);
  for (const never of [
    'counterfoil_backup_last_good_timestamp_seconds',
    'counterfoil_books_check_passed',
    'counterfoil_outbox_oldest_timestamp_seconds',
  ])
    expect(samples.has(never), never).toBe(false);
  expect([...samples.keys()].filter(name => name.startsWith('counterfoil_till'))).toEqual([]);
});

test('jobs, email, backups, checks of the books and tills have the figures of the database', async () => {
  await sql`
    insert into emails (message_id, purpose, to_address, subject, status, sent_at, created_at, updated_at) values
      ('a', 'test', 'anna@example.test', 'Hello', 'queued', null, '2026-11-20 10:00Z', now()),
      ('b', 'test', 'anna@example.test', 'Hello', 'retrying', null, '2026-11-20 09:30Z', now()),
      ('c', 'test', 'anna@example.test', 'Hello', 'failed', null, '2026-11-19 09:00Z', now()),
      ('d', 'test', 'anna@example.test', 'Hello', 'sent', now(), '2026-11-18 09:00Z', now())`.execute(app.db);
  await sql`
    insert into backups (file_name, origin, state, requested_at, taken_at, bytes, holds, checked_at) values
      ('older', 'asked', 'kept', now(), '2026-11-20 02:00Z', 1, true, now()),
      ('good', 'asked', 'kept', now(), '2026-11-21 02:00Z', 1, true, now()),
      ('unreadable', 'asked', 'kept', now(), '2026-11-22 02:00Z', 1, false, now()),
      ('untried', 'asked', 'kept', now(), '2026-11-23 02:00Z', 1, null, null)`.execute(app.db);
  await sql`
    insert into books_checks (started_at, finished_at, holds, results) values
      (now(), '2026-11-21 03:11Z', true, '[]'), (now(), '2026-11-22 03:11Z', false, '[]')`.execute(app.db);
  for (const runAt of ['2026-11-20 10:00Z', '2026-11-20 10:00Z', '2226-11-20 10:00Z', '2226-11-20 10:00Z'])
    await sql`select from graphile_worker.add_job('wait', '{}'::json, run_at => ${runAt}::timestamptz)`.execute(
      app.db,
    );
  await sql`update graphile_worker._private_jobs set attempts = max_attempts
    where id = (select min(id) from graphile_worker._private_jobs)`.execute(app.db);
  const session = await openTill(app.db);
  const { register_id } = await app.db
    .selectFrom('till_sessions')
    .select('register_id')
    .where('id', '=', session)
    .executeTakeFirstOrThrow();
  const checkIn = (sales: number) =>
    admin.call(pos.checkIn, {
      body: {
        device_id: randomUUID(),
        register_id,
        unsent: [{ session_id: session, sales, amount: '3.00', oldest_at: '2026-11-20T10:00:00Z' }],
      },
    });
  const before = Date.now() / 1000 - 1;
  for (const sales of [2, 3]) expect((await checkIn(sales)).status).toBe(200);

  const samples = await scrape();
  const figure = (name: string) => samples.get(`counterfoil_${name}`);
  expect(figure('jobs{state="waiting"}')).toBe(1);
  expect(figure('jobs{state="failed"}')).toBe(1);
  expect(figure('jobs{state="scheduled"}')).toBe(2);
  expect(figure('jobs{state="running"}')).toBe(0);
  expect(figure('outbox_emails{state="waiting"}')).toBe(2);
  expect(figure('outbox_emails{state="failed"}')).toBe(1);
  // 20 Nov 2026 09:30 UTC, 21 Nov 2026 02:00 and 22 Nov 2026 03:11.
  expect(figure('outbox_oldest_timestamp_seconds')).toBe(1_795_167_000);
  expect(figure('backup_last_good_timestamp_seconds')).toBe(1_795_226_400);
  expect(figure('books_check_timestamp_seconds')).toBe(1_795_317_060);
  expect(figure('books_check_passed')).toBe(0);
  expect(figure(`till_unsent_sales{register="${register_id}"}`)).toBe(5);
  expect(figure(`till_last_seen_timestamp_seconds{register="${register_id}"}`)).toBeGreaterThan(before);
});

test('R26 the archive for recovery to any second tells until when it is complete, and whether it is interrupted', async () => {
  const figures = async () => {
    const samples = await scrape();
    return ['archived_timestamp_seconds', 'failing'].map(name => samples.get(`counterfoil_recovery_${name}`));
  };
  expect(await figures()).toEqual([undefined, undefined]);
  archive = { isOn: true, until: new Date('2026-11-21T02:00:00Z'), failing: null };
  expect(await figures()).toEqual([1_795_226_400, 0]);
  archive = { ...archive, failing: { since: new Date('2026-11-21T02:00:01Z'), reason: 'Disk full.' } };
  expect(await figures()).toEqual([1_795_226_400, 1]);
});

test('docs/operations.md lists each of our figures', async () => {
  const { payload } = await ask(`Bearer ${token}`);
  const given = Array.from(payload.matchAll(/^# TYPE (counterfoil_\w+) /gm), ([, name]) => name);
  const rows = readFileSync('docs/operations.md', 'utf8').match(/^\| `counterfoil_.*$/gm) ?? [];
  // The first name of a row is whole, the others leave out the product.
  const listed = rows.flatMap(row =>
    Array.from(
      (row.split('|')[1] ?? '').matchAll(/`(?:counterfoil)?(_\w+)`/g),
      ([, rest]) => `counterfoil${rest}`,
    ),
  );
  expect(given.length).toBeGreaterThan(10);
  expect(new Set(given)).toEqual(new Set(listed));
});

test('a busy pool delays no scrape, and shows in it', async () => {
  const busy = await Promise.all([1, 2].map(() => app.runtimeDb.startTransaction().execute()));
  for (const tx of busy) await sql`select 1`.execute(tx);
  const waiting: Promise<unknown>[] = [];
  let samples = new Map<string, number>();
  await vi.waitFor(async () => {
    waiting.push(admin.call(suppliers.list));
    samples = await scrape();
    expect(samples.get('counterfoil_pool_waiting')).toBeGreaterThan(0);
  }, 60_000);
  expect(samples.get('counterfoil_pool_connections{state="in_use"}')).toBe(2);
  expect(samples.get('counterfoil_database_up')).toBe(1);
  for (const tx of busy) await tx.rollback().execute();
  await Promise.all(waiting);
});

test('a database that does not answer leaves its figures as they were, and the scrape says so', async () => {
  const lock = await app.db.startTransaction().execute();
  await sql`lock table emails in access exclusive mode`.execute(lock);
  const samples = await scrape();
  expect(samples.get('counterfoil_database_up')).toBe(0);
  expect(samples.get('counterfoil_outbox_emails{state="waiting"}')).toBe(2);
  expect(samples.get('counterfoil_pool_connections_max')).toBe(2);
  await lock.rollback().execute();
  await vi.waitFor(async () => expect((await scrape()).get('counterfoil_database_up')).toBe(1), 60_000);
});

test('a slow statement is reported with its route and without its values', async () => {
  const lock = await app.db.startTransaction().execute();
  await sql`lock table suppliers in access exclusive mode`.execute(lock);
  slow.splice(0);
  const created = admin.call(suppliers.create, { body: { name: 'Secret Name Ltd' } });
  const waiting = sql`select from pg_locks where relation = 'suppliers'::regclass and not granted`;
  await vi.waitFor(async () => expect((await waiting.execute(lock)).rows).toHaveLength(1), 60_000);
  await pause(200);
  await lock.rollback().execute();
  expect((await created).status).toBe(200);
  const found = slow.filter(({ text }) => /suppliers/.test(text));
  // A busy machine may add another one.
  expect(found.length).toBeGreaterThan(0);
  const work = { route: 'POST /suppliers', reqId: expect.stringMatching(/^[0-9a-f-]{36}$/) };
  for (const statement of found) expect(statement).toMatchObject({ work, milliseconds: expect.any(Number) });
  expect(Math.max(...found.map(({ milliseconds }) => milliseconds))).toBeGreaterThan(190);
  expect(JSON.stringify(slow)).not.toContain('Secret Name');
});
