import { once } from 'node:events';
import { connect, type AddressInfo, type Socket } from 'node:net';
import { text } from 'node:stream/consumers';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { balanceSheets } from '#domain/reports/balance-sheet.contract';
import { startTestApp, type TestApp } from '../../../tests/support/test-app';
import { anonymousActor } from './context';
import { inTurns } from './in-turns';
import { read } from './route';

let app: TestApp;
let token: string;
let port: number;
let view: string;
beforeAll(async () => {
  app = await startTestApp();
  ({ token } = await app.as('admin'));
  await app.app.listen({ host: '127.0.0.1', port: 0 });
  ({ port } = app.app.server.address() as AddressInfo);
  const { rows } = await sql<{ view: string }>`select pg_get_viewdef('ledger_by_day') as view`.execute(
    app.db,
  );
  view = (rows[0]?.view ?? '').replace(/;\s*$/, '');
});
afterAll(() => app.close());

/** Makes every report of the ledger take half a minute, as years of rows would. */
const slowDown = () =>
  sql`create or replace view ledger_by_day as
    select d.* from (select pg_sleep(30)) slow, lateral (${sql.raw(view)}) d`.execute(app.db);
const speedUp = () => sql`create or replace view ledger_by_day as ${sql.raw(view)}`.execute(app.db);

const running = async () =>
  (
    await sql<{ count: number }>`select count(*) as count from pg_stat_activity
      where datname = current_database() and state = 'active' and wait_event = 'PgSleep'`.execute(app.db)
  ).rows[0]?.count;

/** Asks for a balance sheet over a connection of its own. */
async function ask(): Promise<Socket> {
  const socket = connect(port, '127.0.0.1');
  await once(socket, 'connect');
  socket.write(
    `GET /api/reports/balance-sheet HTTP/1.1\r\nHost: x\r\nConnection: close\r\nAuthorization: Bearer ${token}\r\n\r\n`,
  );
  return socket;
}
const leave = (sockets: readonly Socket[]) => sockets.forEach(socket => socket.destroy());

test('R32 a report whose client has gone is cancelled, and one that waited never runs', async () => {
  await slowDown();
  const clients = [await ask(), await ask()];
  await expect.poll(running).toBe(2);
  const waiting = [await ask(), await ask(), await ask()];
  leave(waiting);
  leave(clients);
  // Long before the half minute that they would take.
  await expect.poll(running, { interval: 20 }).toBe(0);
  // Every turn is free again, and no connection is left over from a cancelled report.
  await speedUp();
  const admin = await app.as('admin');
  const answers = await Promise.all([1, 2, 3, 4].map(() => admin.call(balanceSheets.show)));
  expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200]);
  expect(await running()).toBe(0);
});

test('R32 R09 beyond a dozen waiting reports, further ones are refused at once with 503', async () => {
  await slowDown();
  const clients = await Promise.all(Array.from({ length: 14 }, ask));
  await expect.poll(running).toBe(2);
  clients.push(...(await Promise.all(Array.from({ length: 6 }, ask))));
  const refused = await Promise.any(clients.map(socket => text(socket)));
  expect(refused).toMatch(/^HTTP\/1\.1 503 /);
  expect(refused).toMatch(/retry-after: 10\r\n/i);
  expect(refused).toContain('Other reports are still being calculated. Try again in a moment.');
  leave(clients);
  await speedUp();
  await expect.poll(running).toBe(0);
});

/** One at a time; each takes ten seconds of the database. */
const slowRoute = (limits: Parameters<typeof inTurns>[2]) => {
  const [route] = inTurns(
    [read(balanceSheets.show, async ({ db }) => (await sql`select pg_sleep(10)`.execute(db)) as never)],
    1,
    limits,
  );
  return (gone?: AbortSignal) =>
    route?.handle({
      db: app.runtimeDb,
      actor: anonymousActor,
      now: new Date(),
      ...(gone ? { gone } : {}),
    } as never);
};
const stays = new AbortController().signal;

test('R09 waiting and running end in time, with 503', async () => {
  const handle = slowRoute({ maxWaiting: 5, waits: 300, runs: 600, lasts: 800 });
  const from = performance.now();
  const results = await Promise.allSettled([handle(stays), handle(stays)]);
  expect(performance.now() - from).toBeLessThan(5_000);
  expect(results.map(result => 'reason' in result && (result.reason as Error).message)).toEqual([
    'The report took too long and was stopped. Choose a shorter period and try again.',
    'Other reports are still being calculated. Try again in a moment.',
  ]);
  await expect.poll(running).toBe(0);
});

test('R09 a report that has waited may run for what is left of its time', async () => {
  const handle = slowRoute({ maxWaiting: 5, waits: 2_000, runs: 500, lasts: 700 });
  const from = performance.now();
  const results = await Promise.allSettled([handle(stays), handle(stays)]);
  expect(performance.now() - from).toBeLessThan(5_000);
  expect(results.map(result => 'reason' in result && (result.reason as Error).message)).toEqual([
    'The report took too long and was stopped. Choose a shorter period and try again.',
    'Other reports are still being calculated. Try again in a moment.',
  ]);
  await expect.poll(running).toBe(0);
});
