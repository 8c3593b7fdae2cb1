import { afterAll, beforeAll, expect, test } from 'vitest';
import { sql } from 'kysely';
import { startTestApp, type TestApp } from '../../../tests/support/test-app';
import { answerInTime } from './answer-in-time';
import { refuseOverload } from './refuse-overload';
import { defaultRequestLimits } from './request-limits';

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app.close());

test('R09 the limits leave every answer within 25 seconds', () =>
  expect(defaultRequestLimits.lasts + defaultRequestLimits.undoing).toBeLessThan(25_000));

test('R09 a write that takes too long is undone as a whole, and says so', async () => {
  const stopped = answerInTime('write', { lasts: 300, undoing: 600_000 }, () =>
    app.db.transaction().execute(async tx => {
      await sql`insert into units (name, created_at, updated_at) values ('Stopped', now(), now())`.execute(
        tx,
      );
      await sql`select pg_sleep(600)`.execute(tx);
    }),
  );
  await expect(stopped).rejects.toMatchObject({
    code: 'unavailable',
    message: 'The request took too long and was stopped. Nothing was changed. Try again.',
    retryAfterSeconds: 5,
  });
  const { rows } = await sql`select from units where name = 'Stopped'`.execute(app.db);
  expect(rows).toHaveLength(0);
});

test('R09 what cannot be undone in time is answered as uncertain, and only a write is', async () => {
  const never = () => new Promise<never>(() => undefined);
  const answered = (kind: 'read' | 'write') => answerInTime(kind, { lasts: 1, undoing: 1 }, never);
  await expect(answered('write')).rejects.toThrow('It is not certain that this was saved');
  await expect(answered('read')).rejects.toThrow('Nothing was changed');
});

test('R09 a refusal in time stays as it is', async () => {
  const limits = { lasts: 600_000, undoing: 0 };
  await expect(answerInTime('write', limits, async () => 'saved')).resolves.toBe('saved');
  await expect(answerInTime('write', limits, () => Promise.reject(new Error('no')))).rejects.toThrow('no');
});

test('R33 requests are refused once too many wait for the database for some time, and until fewer do', () => {
  const pool = { waitingCount: 60 };
  let now = 0;
  const refusal = refuseOverload(pool, { maxWaiting: 60, overrun: 2_000 }, () => now);
  expect(refusal()).toBeUndefined();
  pool.waitingCount = 61;
  expect(refusal()).toBeUndefined();
  now = 1_999;
  expect(refusal()).toBeUndefined();
  now = 2_000;
  expect(refusal()).toMatchObject({ code: 'unavailable', retryAfterSeconds: 5 });
  pool.waitingCount = 60;
  expect(refusal()).toBeUndefined();
  pool.waitingCount = 61;
  expect(refusal()).toBeUndefined();
});
