import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { health } from '#domain/kernel/health.contract';
import { session } from '#domain/session/session.contract';
import { suppliers } from '#domain/suppliers/supplier.contract';
import { defaultRequestLimits } from '../../server/platform/http/request-limits';
import { everyRoute } from '../support/every-route';
import { holdTransaction, untilWaitingForLock } from '../support/held-transaction';
import { openTill, shopFloor, stockedProduct } from '../support/shop';
import { type Caller, startTestApp, type TestApp } from '../support/test-app';

const poolSize = 20;
let shop: TestApp;
let admin: Caller;
/** A second one, which is as busy as a test says. */
let busy: TestApp;
let clerk: Caller;
const pool = { waitingCount: 0 };
const busyLimits = { lasts: 600_000, undoing: 600_000, maxWaiting: 60, overrun: 0 };
beforeAll(async () => {
  // Shorter, because this process may stand still for seconds on a busy machine.
  const requestLimits = { ...defaultRequestLimits, lasts: 15_000 };
  shop = await startTestApp({ repeats: false, connections: poolSize, requestLimits });
  admin = await shop.as('admin');
  busy = await startTestApp({ repeats: false, pool, requestLimits: busyLimits });
  clerk = await busy.as('admin');
});
afterAll(async () => {
  await shop.close();
  await busy.close();
});

const create = (app: Caller, name: string, key = randomUUID()) =>
  app.call(suppliers.create, { body: { name }, headers: { 'idempotency-key': key } });

const named = async (name: string) =>
  (await sql`select from suppliers where name = ${name}`.execute(busy.db)).rows;

/** A transaction that its code has left open: its connection serves no one. */
async function leak(): Promise<{ readonly pid: number; readonly end: () => Promise<unknown> }> {
  const tx = await shop.runtimeDb.startTransaction().execute();
  const { rows } = await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(tx);
  return {
    pid: rows[0]?.pid ?? 0,
    end: () =>
      tx
        .rollback()
        .execute()
        .catch(() => undefined),
  };
}

test('R33 of 200 requests at once, with three transactions left open, each is answered in time, and the open ones are ended', async () => {
  const leaks = [await leak(), await leak(), await leak()];
  const ask = async (nth: number) => {
    const key = randomUUID();
    const sentAt = performance.now();
    const { status, headers } = await (nth % 2
      ? create(admin, `Flood ${nth}`, key)
      : admin.call(suppliers.list));
    return { nth, key, status, headers, seconds: (performance.now() - sentAt) / 1000 };
  };
  const answers = await Promise.all(Array.from({ length: 200 }, (_, nth) => ask(nth)));
  expect(answers.filter(({ status }) => status !== 200 && status !== 503)).toEqual([]);
  // 25 seconds, and what a machine that is busy with something else adds.
  expect(answers.filter(({ seconds }) => seconds > 40)).toEqual([]);
  for (const { status, headers } of answers) if (status === 503) expect(headers['retry-after']).toBeTruthy();

  const open = async () =>
    (
      await sql`select from pg_stat_activity where pid in (${sql.join(leaks.map(({ pid }) => pid))})`.execute(
        shop.db,
      )
    ).rows.length;
  await expect.poll(open, { timeout: 120_000, interval: 200 }).toBe(0);
  for (const { end } of leaks) await end();
  // What was refused is repeatable: with its key it is saved, once.
  for (const { nth, key } of answers.filter(({ nth: each }) => each % 2))
    expect((await create(admin, `Flood ${nth}`, key)).status).toBe(200);
  const { rows } = await sql<{ count: number }>`
    select count(*) as count from suppliers where name like 'Flood %'`.execute(shop.db);
  expect(rows[0]?.count).toBe(100);
});

test('R33 while too many wait, requests are refused at once; sales of tills, sign-in and health checks are answered', async () => {
  const till = await openTill(busy.db);
  const tea = await stockedProduct(busy.db);
  const floor = shopFloor(() => ({ app: busy, seller: clerk, till }));
  const before = await busy.digest();

  pool.waitingCount = 61;
  const key = randomUUID();
  const refused = await create(clerk, 'Later Ltd', key);
  expect(refused.status).toBe(503);
  expect(refused.headers['retry-after']).toBe('5');
  expect(refused.refusal.message).toBe('The server is busy. Nothing was changed. Try again in a moment.');
  expect((await clerk.call(suppliers.list)).status).toBe(503);
  expect(await busy.digest()).toBe(before);

  expect((await floor.complete(floor.sent([{ product_id: tea, quantity: '1' }], 240))).status).toBe(200);
  expect((await busy.anonymous.call(health.ready)).status).toBe(200);
  const wrong = { email: 'no.one@example.test', password: 'not the password' };
  expect((await busy.anonymous.call(session.login, { body: wrong })).refusal.code).not.toBe('unavailable');

  pool.waitingCount = 60;
  expect((await create(clerk, 'Later Ltd', key)).status).toBe(200);
  expect((await create(clerk, 'Later Ltd', key)).status).toBe(200);
  expect(await named('Later Ltd')).toHaveLength(1);
});

test('R09 a write that takes too long is stopped with nothing changed, and saved once when it is sent again', async () => {
  const release = await holdTransaction(busy.db, sql`lock table suppliers in exclusive mode`);
  busyLimits.lasts = 1_000;
  const key = randomUUID();
  const stopped = await create(clerk, 'Patient Ltd', key);
  expect(stopped.status).toBe(503);
  expect(stopped.headers['retry-after']).toBe('5');
  expect(stopped.refusal.message).toBe(
    'The request took too long and was stopped. Nothing was changed. Try again.',
  );
  busyLimits.lasts = 600_000;
  await release();
  expect(await named('Patient Ltd')).toEqual([]);
  expect((await create(clerk, 'Patient Ltd', key)).status).toBe(200);
  expect((await create(clerk, 'Patient Ltd', key)).status).toBe(200);
  expect(await named('Patient Ltd')).toHaveLength(1);
});

test.each([
  ['an export', () => clerk.call(suppliers.export)],
  ['a workbook', () => clerk.call(suppliers.export, { query: { format: 'xlsx' } })],
  ['a document', (id: number) => clerk.call(suppliers.exportPdf, { params: { id } })],
])(
  'R09 %s that takes too long to begin is stopped, and is made once the way is free',
  async (name, askFor) => {
    const { id } = (await create(clerk, `Supplier for ${name}`)).reply;
    const ask = () => askFor(id);
    const release = await holdTransaction(busy.db, sql`lock table suppliers in access exclusive mode`);
    busyLimits.lasts = 1_000;
    const stopped = await ask().finally(() => (busyLimits.lasts = 600_000));
    await release();
    expect(stopped.status).toBe(503);
    expect(stopped.refusal.message).toBe(
      'The file took too long to create and was stopped. Choose a shorter period or fewer rows, or try again.',
    );
    const { status, raw } = await ask();
    expect(status).toBe(200);
    expect(raw.length).toBeGreaterThan(100);
  },
);

test('R08 R09 a sale that is saved says so when only the reading of its reply is stopped', async () => {
  const till = await openTill(busy.db);
  const tea = await stockedProduct(busy.db);
  const floor = shopFloor(() => ({ app: busy, seller: clerk, till }));
  const release = await holdTransaction(
    busy.db,
    sql`lock table sale_invoice_addresses in access exclusive mode`,
  );
  const sold = floor.complete(floor.sent([{ product_id: tea, quantity: '1' }], 240));
  const [pid] = await untilWaitingForLock(busy.db);
  await sql`select pg_cancel_backend(${pid})`.execute(busy.db);
  const { status, refusal } = await sold;
  await release();
  expect(status).toBe(503);
  expect(refusal.message).toBe('This was saved, but it could not be shown. Reload the page to see it.');
  const { rows } = await sql`select from sales where session_id = ${till}`.execute(busy.db);
  expect(rows).toHaveLength(1);
});

test('R33 these requests are taken however many wait, and these may take longer than others', () => {
  const routes = (isChosen: (route: (typeof everyRoute)[number]) => boolean | undefined) =>
    everyRoute
      .filter(isChosen)
      .map(({ call }) => `${call.method} ${call.path}`)
      .toSorted();
  expect(routes(route => route.goesFirst)).toEqual([
    'GET /auth/entry',
    'GET /auth/user',
    'GET /health',
    'GET /health/live',
    'GET /health/ready',
    'GET /tills/cashiers',
    'POST /approvals',
    'POST /auth/login',
    'POST /auth/login/code',
    'POST /auth/login/passkey',
    'POST /auth/login/passkey/start',
    'POST /auth/login/provider',
    'POST /auth/login/provider/start',
    'POST /sales',
    'POST /sales/paid',
    'POST /sales/sealed',
    'POST /sales/{id}/exchange',
    'POST /sales/{id}/refunds',
    'POST /tills/cashier',
  ]);
  expect(routes(route => route.takesLong)).toEqual([
    'GET /audit/verification',
    'GET /customers/{id}/personal-data',
    'GET /employees/{id}/personal-data',
    'POST /books/check',
    'POST /imports/{id}/cut-over',
    'POST /imports/{id}/history/settle',
    'POST /imports/{id}/history/unsettle',
    'POST /imports/{id}/undo',
    'POST /saved-reports/{id}/send',
  ]);
});
