import { sql } from 'kysely';
import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { suppliers } from '#domain/suppliers/supplier.contract';
import { asSuperuser } from '../support/postgres-for-tests';
import { type Caller, startTestApp, type TestApp } from '../support/test-app';

let shop: TestApp;
let admin: Caller;

const setStandby = async (names: string) => {
  await asSuperuser(`alter system set synchronous_standby_names = '${names}'`);
  await asSuperuser('select pg_reload_conf()');
};

/** The server takes note of a new setting a moment later. Until then commits do not wait. */
async function commitsWait(): Promise<void> {
  const session = new pg.Client(shop.connection);
  await session.connect();
  const { rows } = await session.query<{ pid: number }>('select pg_backend_pid() as pid');
  const isWaiting = async () => {
    const { rows: found } = await sql`
      select from pg_stat_activity where pid = ${rows[0]?.pid} and wait_event = 'SyncRep'`.execute(shop.db);
    return found.length > 0;
  };
  for (let waits = false; !waits; ) {
    const probe = { isDone: false };
    const commit = session
      .query(`select pg_logical_emit_message(true, 'counterfoil', 'probe')`)
      .then(() => (probe.isDone = true));
    while (!probe.isDone && !waits) waits = await isWaiting();
    if (waits) await asSuperuser(`select pg_cancel_backend(${rows[0]?.pid})`);
    await commit;
  }
  await session.end();
}

/** A standby that never answers. Only this database waits for it: the others of the run do not sync their commits. */
beforeAll(async () => {
  shop = await startTestApp();
  admin = await shop.as('admin');
  const { database } = shop.connection;
  await asSuperuser(`alter database ${database} set synchronous_commit = on`);
  // The open connections have the setting of before.
  await asSuperuser(`select pg_terminate_backend(pid) from pg_stat_activity where datname = '${database}'`);
  await setStandby('absent');
  await commitsWait();
});
afterAll(async () => {
  await setStandby('');
  await shop.close();
});

const stored = async () =>
  (await shop.db.selectFrom('suppliers').select('name').where('name', '=', 'Tidewater Ltd').execute()).length;

test('R09 a standby that does not answer keeps a write waiting for seconds, not for ever; reads go on', async () => {
  const written = admin.call(suppliers.create, { body: { name: 'Slow Water Ltd' } });
  expect((await admin.call(suppliers.list)).status).toBe(200);
  const { status, refusal } = await written;
  expect(status).toBe(503);
  expect(refusal.message).toContain('the standby database has not confirmed it');
});

test('R08 a commit that the standby has not confirmed is not answered as a success; the same key settles it', async () => {
  const create = () =>
    admin.call(suppliers.create, {
      body: { name: 'Tidewater Ltd' },
      headers: { 'idempotency-key': 'one-intention' },
    });

  const unsure = await create();
  expect(unsure.status).toBe(503);
  expect(unsure.headers['retry-after']).toBe('5');
  expect(unsure.refusal.message).toBe(
    'It is not certain that this was saved, because the standby database has not confirmed it. Try again.',
  );
  // It is saved here, and would be lost with this server.
  expect(await stored()).toBe(1);

  // The repeat has nothing to write, and must wait for the standby nevertheless.
  expect((await create()).status).toBe(503);

  await setStandby('');
  const settled = await create();
  expect(settled.status).toBe(200);
  expect(settled.reply).toMatchObject({ name: 'Tidewater Ltd' });
  expect(await stored()).toBe(1);
});

test('R08 a transaction in which a statement failed is not taken for saved', async () => {
  const saving = shop.db.transaction().execute(async tx => {
    await sql`select 1 / 0`.execute(tx).catch(() => undefined);
  });
  await expect(saving).rejects.toThrow('The transaction ended as ROLLBACK: a statement in it had failed');
});
