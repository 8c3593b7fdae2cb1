import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { ownAccount } from '#domain/session/own-account.contract';
import { startTestApp, type TestApp } from '../../../tests/support/test-app';

let shop: TestApp;
let watcher: pg.Client;
beforeAll(async () => {
  shop = await startTestApp({ connections: 20 });
  await shop.as('admin');
  watcher = new pg.Client(shop.connection);
  await watcher.connect();
});
afterAll(async () => {
  await watcher.end();
  await shop.close();
});

/** Sends requests at once and returns their statuses, and the most transactions ever open that waited for this process. */
async function flood(url: string, bodies: readonly object[]) {
  const requests = { isOver: false };
  const all = Promise.all(bodies.map(payload => shop.app.inject({ method: 'POST', url, payload }))).finally(
    () => {
      requests.isOver = true;
    },
  );
  let most = 0;
  while (!requests.isOver) {
    const { rows } = await watcher.query<{ open: number }>(
      `select count(*)::int as open from pg_stat_activity
       where datname = current_database() and pid <> pg_backend_pid() and state = 'idle in transaction'`,
    );
    most = Math.max(most, rows[0]?.open ?? 0);
  }
  return { statuses: (await all).map(({ statusCode }) => statusCode), most };
}

test('A-BRUTE strangers who sign in at once hold no connections while their passwords are compared', async () => {
  const bodies = Array.from({ length: 22 }, (_, n) => ({
    email: `stranger${n}@x.example`,
    password: 'not the password',
  }));
  const { statuses, most } = await flood('/api/auth/login', bodies);
  expect(statuses).toEqual(bodies.map(() => 422));
  expect(most).toBeLessThanOrEqual(10);
});

test('A-BRUTE nor do strangers who register at once', async () => {
  const admin = await shop.as('admin');
  await admin.call(ownAccount.registration, { body: { open: true } });
  const bodies = Array.from({ length: 20 }, (_, n) => ({
    name: `Stranger ${n}`,
    email: `new${n}@x.example`,
    password: 'a phrase of nineteen words',
  }));
  const { statuses, most } = await flood('/api/auth/register', bodies);
  expect(statuses).toEqual(bodies.map(() => 200));
  expect(most).toBeLessThanOrEqual(10);
  // The first test's requests and these came from one address.
  const more = Array.from({ length: 11 }, () => ({ name: 'More', email: 'more@x.example', password: 'x' }));
  expect((await flood('/api/auth/register', more)).statuses).toContain(429);
});

test('A-BRUTE one network of IPv6 addresses counts as one caller', async () => {
  const from = async (remoteAddress: string) => {
    const payload = { email: 'six@x.example', password: 'not the password' };
    return (await shop.app.inject({ method: 'POST', url: '/api/auth/login', payload, remoteAddress }))
      .statusCode;
  };
  expect(await from('2001:db8:1:2::1')).toBe(422);
  const tries = await shop.db
    .selectFrom('sign_in_attempts')
    .selectAll()
    .where('account', '=', 'six@x.example')
    .execute();
  expect(tries).toMatchObject([{ address: '2001:db8:1:2::/64' }]);
  await shop.db
    .insertInto('sign_in_attempts')
    .values(
      Array.from({ length: 99 }, (_, n) => ({
        account: `spray${n}@x.example`,
        address: '2001:db8:1:2::/64',
        succeeded: false,
        at: tries[0]?.at ?? new Date(),
      })),
    )
    .execute();
  expect(await from('2001:db8:1:2:ffff::9')).toBe(429);
  expect(await from('2001:db8:1:3::9')).toBe(422);
});
