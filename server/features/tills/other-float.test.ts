import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { tills } from '#domain/tills/till.contract';
import { breachesOf, fillSafe } from '../../../tests/support/books';
import { startTestApp, type TestApp } from '../../../tests/support/test-app';
import { someTills } from '../../../tests/support/tills';

let app: TestApp;
let on: Awaited<ReturnType<typeof someTills>>;
beforeAll(async () => {
  app = await startTestApp();
  await fillSafe(app.db);
  on = await someTills(app);
});
afterAll(() => app.close());

const open = (register_id: number, total: string, more: object = {}) =>
  on.keeper.call(tills.open, { body: { register_id, total, ...more } });

/** A register whose last session left this much of £100.00 in the drawer. */
async function registerLeaving(left: string): Promise<number> {
  const id = await on.opened('100.00');
  await on.count(id, { total: '100.00' });
  expect((await on.close(id, { left })).status).toBe(200);
  return (await on.get(id)).reply.register.id;
}

const notified = async () => {
  const { rows } = await sql<{ words: string; user_id: number }>`
    select n.words, r.user_id from notifications n join notification_recipients r on r.notification_id = n.id
    where n.kind = 'till_difference' order by n.id`.execute(app.db);
  return rows;
};

test('T1 a float other than what was left in the drawer needs a reason, and is told to who approves variances', async () => {
  const register = await registerLeaving('80.00');
  const refusal = await open(register, '60.00');
  expect([refusal.status, refusal.refusal?.errors?.reason?.[0]]).toEqual([
    422,
    'The last session left a different amount in the drawer. Count the float again, or enter the reason.',
  ]);
  const opened = await open(register, '60.00', { reason: 'A note is missing' });
  expect([opened.status, opened.reply.float]).toEqual([200, 6_000]);
  const entry = (await app.audits(5)).find(({ action }) => action === 'opened');
  expect(entry?.after).toEqual({ float_pence: 6_000, left_pence: 8_000, reason: 'A note is missing' });
  expect(await notified()).toContainEqual({
    words: `${opened.reply.register.name} was opened with £60.00. The last session left £80.00 in the drawer.`,
    user_id: on.manager.userId,
  });
  expect(await breachesOf(app.db)).toEqual([]);
});

test('T1 no reason is kept for the float that was left, nor asked for where nothing was; the limit decides who is told', async () => {
  const before = (await notified()).length;
  expect((await open(await registerLeaving('80.00'), '80.00', { reason: 'None' })).status).toBe(200);
  expect((await app.audits(5)).find(({ action }) => action === 'opened')?.after).toEqual({
    float_pence: 8_000,
  });
  expect((await open(await registerLeaving('0.00'), '50.00')).status).toBe(200);
  // The limit is £5.00.
  expect((await open(await registerLeaving('80.00'), '75.00', { reason: 'Change' })).status).toBe(200);
  expect(await notified()).toHaveLength(before);
});
