import { afterAll, beforeAll, expect, test } from 'vitest';
import { health } from '#domain/kernel/health.contract';
import { suppliers } from '#domain/suppliers/supplier.contract';
import { startTestApp, type TestApp } from '../../../tests/support/test-app';

const leaving = new AbortController();
let shop: TestApp;
beforeAll(async () => {
  shop = await startTestApp({ leaving: leaving.signal });
});
afterAll(() => shop.close());

test('R31 a process that is leaving says so to load balancers, and still answers every request', async () => {
  const { anonymous } = shop;
  const admin = await shop.as('admin');
  expect((await anonymous.call(health.ready)).reply).toEqual({ status: 'ok' });
  leaving.abort();
  const ready = await anonymous.call(health.ready);
  expect(ready.status).toBe(503);
  expect(ready.refusal.message).toBe('This process is shutting down.');
  expect((await anonymous.call(health.live)).status).toBe(200);
  expect((await anonymous.call(health.show)).status).toBe(200);
  expect((await admin.call(suppliers.create, { body: { name: 'Last Minute Ltd' } })).status).toBe(200);
});
