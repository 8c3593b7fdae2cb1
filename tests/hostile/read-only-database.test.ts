import { afterAll, beforeAll, expect, test } from 'vitest';
import { health } from '#domain/kernel/health.contract';
import { suppliers } from '#domain/suppliers/supplier.contract';
import { asSuperuser } from '../support/postgres-for-tests';
import { type Caller, startTestApp, type TestApp } from '../support/test-app';

let shop: TestApp;
let admin: Caller;
let now = new Date();
beforeAll(async () => {
  shop = await startTestApp({ clock: () => now });
  admin = await shop.as('admin');
  const { database } = shop.connection;
  // As after another server has taken over: every new transaction is read-only.
  await asSuperuser(`alter database ${database} set default_transaction_read_only = on`);
  await asSuperuser(`select pg_terminate_backend(pid) from pg_stat_activity where datname = '${database}'`);
});
afterAll(() => shop.close());

test('R07 on a database that has become read-only, writes are refused until it is not, and reads go on', async () => {
  const written = await admin.call(suppliers.create, { body: { name: 'Tidewater Ltd' } });
  expect(written.status).toBe(503);
  expect(written.headers['retry-after']).toBe('5');
  expect(written.refusal.message).toBe(
    'The database cannot be written to at the moment. Nothing was changed. Try again.',
  );
  // A load balancer sends requests elsewhere; a restart of this process would not help.
  expect((await admin.call(health.ready)).status).toBe(503);
  expect((await admin.call(health.live)).status).toBe(200);
  const { status, reply } = await admin.call(suppliers.list);
  expect(status).toBe(200);
  expect(reply.total).toBe(0);
  // Activity is stored once a minute, if it can be.
  now = new Date(now.getTime() + 120_000);
  expect((await admin.call(suppliers.list)).status).toBe(200);
});
