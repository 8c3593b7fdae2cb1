import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { suppliers } from '#domain/suppliers/supplier.contract';
import { users } from '#domain/users/user.contract';
import { rememberCallers } from '../../server/features/session';
import { newToken } from '../../server/features/session/token';
import { type Caller, startTestApp, type TestApp } from '../support/test-app';
import { watchRoundTrips } from '../support/watch-round-trips';

let app: TestApp;
let now = new Date('2026-11-22T10:00:00Z');
beforeAll(async () => {
  app = await startTestApp({ clock: () => now });
});
const wire = watchRoundTrips();
afterAll(async () => {
  wire.stop();
  await app.close();
});

type Entry = {
  record_name: string;
  after: Record<string, unknown>;
  actor_id: number | null;
  address: string | null;
};
const entries = async (): Promise<Entry[]> =>
  (
    await sql<Entry>`
      select record_name, after, actor_id, address from audit_log where action = 'refused' order by id`.execute(
      app.db,
    )
  ).rows;
const nextMinute = () => {
  now = new Date(now.getTime() + 61_000);
};
const statuses = (all: readonly { status: number }[]) => {
  const counts: Record<number, number> = {};
  for (const { status } of all) counts[status] = (counts[status] ?? 0) + 1;
  return counts;
};
/** Many concurrent requests, as from a program that does not wait. */
async function storm<T>(times: number, ask: () => Promise<T>): Promise<T[]> {
  const all: T[] = [];
  for (let done = 0; done < times; done += 50)
    all.push(...(await Promise.all(Array.from({ length: 50 }, ask))));
  return all;
}

test('F52 two thousand refused requests write two entries with the right count; other users are not delayed', async () => {
  const noOne = await app.as();
  const colleague = await app.as('view_supplier');
  const before = (await entries()).length;
  const answers = await storm(2000, () => noOne.call(suppliers.get, { params: { id: 7 } }));
  expect(statuses(answers)).toEqual({ 403: 300, 429: 1700 });
  const waiting = answers.find(({ status }) => status === 429);
  expect(Number(waiting?.headers['retry-after'])).toBeGreaterThan(0);
  expect(waiting?.refusal.message).toMatch(/^Too many of your requests were refused\. Wait \d+ seconds/);
  // The first refusal is recorded in full; nothing else was written meanwhile.
  expect((await entries()).slice(before)).toMatchObject([
    { record_name: 'GET /suppliers/{id}', after: { id: '7' }, actor_id: noOne.userId },
  ]);
  // Another user at the same address is not affected.
  expect((await colleague.call(suppliers.list)).status).toBe(200);
  nextMinute();
  expect((await noOne.call(users.list)).status, 'a minute later').toBe(403);
  expect((await entries()).slice(before)).toMatchObject([
    { after: { id: '7' } },
    { record_name: 'GET /users' },
  ]);
  nextMinute();
  await app.app.inject({ method: 'GET', url: '/api/health' });
  await expect.poll(async () => (await entries()).length).toBe(before + 3);
  const sum = (await entries()).at(-1);
  expect(sum).toMatchObject({
    actor_id: noOne.userId,
    after: { times: 1999, asked: { 'GET /suppliers/{id}': 1999 } },
  });
});

test('F52 repeated bad input has to wait, and reading continues', async () => {
  const person = await app.as('view_supplier', 'create_supplier');
  const bad = () => person.call(suppliers.create, { body: { name: '' } });
  expect(statuses(await storm(400, bad))).toEqual({ 422: 300, 429: 100 });
  expect((await person.call(suppliers.list)).status).toBe(200);
  expect((await person.call(suppliers.create, { body: { name: 'Right at last' } })).status).toBe(429);
  nextMinute();
  expect((await person.call(suppliers.create, { body: { name: 'Right at last' } })).status).toBe(200);
});

test('F52 anonymous callers are counted by address, and signed-in users there are not affected', async () => {
  const person: Caller = await app.as('view_supplier');
  const outsiders = await storm(1300, () => app.anonymous.call(suppliers.list));
  expect(statuses(outsiders)).toEqual({ 401: 1200, 429: 100 });
  expect((await person.call(suppliers.list)).status).toBe(200);
  expect((await app.anonymous.call(suppliers.list)).status).toBe(429);
  nextMinute();
  await expect
    .poll(async () => (await entries()).filter(({ actor_id }) => actor_id === null).map(({ after }) => after))
    .toEqual([{ times: 1301, asked: { 'without a session': 1301 } }]);
});

test('R33 invented tokens beyond the limit of an address do not reach the database; users there are served', async () => {
  nextMinute();
  const person = await app.as('view_supplier');
  expect((await person.call(suppliers.list)).status).toBe(200);
  const invented = () =>
    app.anonymous.call(suppliers.list, { headers: { authorization: `Bearer ${newToken()}` } });
  const aboutSessions = async (work: () => Promise<unknown>) =>
    (await wire.during(work)).filter(({ text }) => /\bsessions\b/.test(text)).length;
  const lookedUp = await aboutSessions(async () =>
    expect(statuses(await storm(1200, invented))).toEqual({ 401: 1200 }),
  );
  expect(lookedUp, 'each is looked up once, and nothing is deleted').toBe(1200);
  const beyond = await aboutSessions(async () =>
    expect(statuses(await storm(500, invented))).toEqual({ 429: 500 }),
  );
  expect(beyond).toBe(0);
  now = new Date(now.getTime() + 2_000);
  expect((await person.call(suppliers.list)).status).toBe(200);
  nextMinute();
  expect((await invented()).status).toBe(401);
});

test('R33 a flood of invented tokens does not displace the users who are remembered', async () => {
  const memory = rememberCallers(app.db, () => now);
  const { token, userId } = await app.as('view_supplier');
  const isRemembered = async () =>
    expect(await memory.identify(token, '127.0.0.1')).toMatchObject({ id: userId });
  await isRemembered();
  await storm(10_050, () => memory.identify(newToken(), '127.0.0.1'));
  expect(await wire.during(isRemembered)).toEqual([]);
  expect(memory.recall(token)).toBe('a user');
});
