import { afterAll, beforeAll, expect, test } from 'vitest';
import { units } from '#domain/masters/master.contract';
import { startTestApp, type TestApp } from '../../../tests/support/test-app';
import { answerCache } from './answer-cache';

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app.close());

test('a cached figure is calculated once for all callers, again after each write, and a failure is never cached', async () => {
  const clerk = await app.as('create_master');
  let calculated = 0;
  const ask = async (key = 'a') => {
    const keep = await answerCache(app.db);
    return keep(key, async () => {
      calculated += 1;
      return calculated;
    });
  };
  expect(await Promise.all([ask(), ask(), ask()])).toEqual([1, 1, 1]);
  expect(await ask('b')).toBe(2);
  await clerk.call(units.create, { body: { name: 'Box' } });
  expect([await ask(), await ask()]).toEqual([3, 3]);
  const failing = async () => {
    const keep = await answerCache(app.db);
    return keep('c', () => Promise.reject(new Error('Away')));
  };
  await expect(failing()).rejects.toThrow('Away');
  expect(await ask('c')).toBe(4);
});
