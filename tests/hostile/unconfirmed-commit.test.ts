import { sql } from 'kysely';
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

/** A standby that never answers. Only this database waits for it: the others of the run do not sync their commits. */
beforeAll(async () => {
  shop = await startTestApp();
  admin = await shop.as('admin');
  const { database } = shop.connection;
  await asSuperuser(`alter database ${database} set synchronous_commit = on`);
  // The open connections have the setting of before.
  await asSuperuser(`select pg_terminate_backend(pid) from pg_stat_activity where datname = '${database}'`);
  await setStandby('absent');
});
afterAll(async () => {
  await setStandby('');
  await shop.close();
});

const waiting = async (): Promise<number[]> => {
  const { rows } = await sql<{ pid: number }>`
    select pid from pg_stat_activity where datname = current_database() and wait_event = 'SyncRep'`.execute(
    shop.db,
  );
  return rows.map(({ pid }) => pid);
};
const cancelTheWait = async () => {
  await expect.poll(waiting, { interval: 50 }).toHaveLength(1);
  const [pid = 0] = await waiting();
  await asSuperuser(`select pg_cancel_backend(${pid})`);
};
const stored = async () =>
  (await shop.db.selectFrom('suppliers').select('name').where('name', '=', 'Tidewater Ltd').execute()).length;

test('R08 a commit that the standby has not confirmed is not answered as a success; the same key settles it', async () => {
  const create = () =>
    admin.call(suppliers.create, {
      body: { name: 'Tidewater Ltd' },
      headers: { 'idempotency-key': 'one-intention' },
    });

  const first = create();
  await cancelTheWait();
  const unsure = await first;
  expect(unsure.status).toBe(503);
  expect(unsure.headers['retry-after']).toBe('5');
  expect(unsure.refusal.message).toBe(
    'It is not certain that this was saved, because the standby database has not confirmed it. Try again.',
  );
  // It is saved here, and would be lost with this server.
  expect(await stored()).toBe(1);

  // The repeat has nothing to write, and must wait for the standby nevertheless.
  const second = create();
  await cancelTheWait();
  expect((await second).status).toBe(503);

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
