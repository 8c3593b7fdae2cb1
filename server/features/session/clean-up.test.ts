import { afterAll, beforeAll, expect, test } from 'vitest';
import { session } from '#domain/session/session.contract';
import { startTestApp, type TestApp } from '../../../tests/support/test-app';
import { cleanUpAccessHandler } from './clean-up';

let shop: TestApp;
let now = new Date('2026-11-21T09:00:00Z');
beforeAll(async () => {
  shop = await startTestApp({ clock: () => now });
});
afterAll(() => shop.close());

test('R11 a session used while the clock was ahead is gone once it is put right', async () => {
  const right = now;
  now = new Date(right.getTime() + 40 * 24 * 3600_000);
  const ahead = await shop.as('view_supplier');
  now = right;
  const person = await shop.as('view_supplier');
  await cleanUpAccessHandler(shop.db, () => now).run({});
  expect([(await ahead.call(session.user)).status, (await person.call(session.user)).status]).toEqual([
    401, 200,
  ]);
});
