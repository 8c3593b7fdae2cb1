import { afterAll, beforeAll, expect, test } from 'vitest';
import { suppliers } from '#domain/suppliers/supplier.contract';
import { businessRows } from './business-rows';
import { startTestApp, type TestApp } from './test-app';

let shop: TestApp;
beforeAll(async () => {
  shop = await startTestApp();
});
afterAll(() => shop.close());

test('the digest is stable while nothing changes, and detects another row, another value, and null instead of an empty text', async () => {
  const seen = new Set<string>();
  const look = async () => seen.add(await shop.digest());
  const admin = await shop.as('admin');
  await look();
  await look();
  await admin.call(suppliers.list);
  await look();
  expect(seen.size).toBe(1);
  await admin.call(suppliers.create, { body: { name: 'Paper & Co' } });
  await look();
  for (const phone of [null, '', '020', '0 20']) {
    await shop.db.updateTable('suppliers').set({ phone }).execute();
    await look();
  }
  expect(seen.size, 'the first phone was none already').toBe(5);
  expect(await businessRows(shop.db)).toContain('Paper & Co');
});
