import type { AddressInfo } from 'node:net';
import { sql } from 'kysely';
import { pino } from 'pino';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { live } from '#domain/live/live.contract';
import { session } from '#domain/session/session.contract';
import { suppliers } from '#domain/suppliers/supplier.contract';
import { openLiveStream } from '../../../tests/support/live-stream';
import { startTestApp, type TestApp } from '../../../tests/support/test-app';
import { buildApp } from '../../app';
import { openListener } from '../../platform/database/listen';
import { announce } from '../../platform/live/announce';
import { maxStreams } from '../../platform/live/live-hub';
import { openSecrets } from '../../platform/secrets';

/** Streams end because of what happened, and not at their next check. */
const anHour = 3_600_000;
let shop: TestApp;
let other: { address: string; close: () => Promise<void> };
let address: string;

beforeAll(async () => {
  shop = await startTestApp({ heartbeatMs: anHour });
  address = await listenOn(shop.app);
  other = await startAnother();
});
afterAll(async () => {
  await other.close();
  await shop.close();
});

async function listenOn(app: TestApp['app']): Promise<string> {
  await app.listen({ host: '127.0.0.1', port: 0 });
  return `http://127.0.0.1:${(app.server.address() as AddressInfo).port}`;
}

/** A second process on the same database, as clients see it. */
async function startAnother() {
  const listener = openListener(shop.runtime);
  const app = await buildApp({
    db: shop.runtimeDb,
    pool: { waitingCount: 0 },
    files: shop.files,
    secrets: openSecrets(Buffer.alloc(32)),
    listener,
    log: pino({ level: 'silent' }),
    publicUrl: 'http://localhost:3000',
    webFolder: null,
    backupPlace: shop.backupPlace,
    heartbeatMs: anHour,
  });
  return {
    address: await listenOn(app),
    close: async () => {
      await app.close();
      await listener.close();
    },
  };
}

test('a write in one process reaches the browsers of another, with permission; the event has no content', async () => {
  const clerk = await shop.as('view_dashboard', 'create_supplier');
  const outsider = await shop.as('create_supplier');
  const [near, far, deaf] = [
    await openLiveStream(address, clerk.token),
    await openLiveStream(other.address, clerk.token),
    await openLiveStream(other.address, outsider.token),
  ];
  await clerk.call(suppliers.create, { body: { name: 'Heard of' } });
  await expect.poll(() => [near.received, far.received]).toEqual([['figures'], ['figures']]);
  await announce(shop.db, { topic: 'notifications', to: [outsider.userId] });
  await expect.poll(() => deaf.received).toEqual(['notifications']);
  expect(far.received).toEqual(['figures']);
  // A topic outside the contract reaches no one.
  await announce(shop.db, { topic: 'secrets' });
  await announce(shop.db, { topic: 'figures' });
  await expect.poll(() => far.received).toEqual(['figures', 'figures']);
  for (const stream of [near, far, deaf]) stream.leave();
});

test('a rollback sends no event', async () => {
  const clerk = await shop.as('view_dashboard');
  const stream = await openLiveStream(address, clerk.token);
  await shop.db
    .transaction()
    .execute(async tx => {
      await announce(tx, { topic: 'figures' });
      throw new Error('undone');
    })
    .catch(() => undefined);
  await announce(shop.db, { topic: 'notifications' });
  await expect.poll(() => stream.received).toEqual(['notifications']);
  stream.leave();
});

test('a lost database connection is restored: every client fetches everything, and lost access ends the stream', async () => {
  const clerk = await shop.as('view_dashboard');
  const leaver = await shop.as('view_dashboard');
  const streams = [
    await openLiveStream(address, clerk.token),
    await openLiveStream(other.address, clerk.token),
  ] as const;
  const left = await openLiveStream(other.address, leaver.token);
  // Both in one statement, so that no process hears of the lost session.
  await sql`
    with cut as (select pg_terminate_backend(pid) from pg_stat_activity
      where application_name = 'counterfoil listener' and datname = current_database())
    delete from sessions where user_id = ${leaver.userId} and (select count(*) from cut) > 0`.execute(
    shop.db,
  );
  let isEnded = false;
  void left.ended.then(() => {
    isEnded = true;
  });
  await expect.poll(() => isEnded).toBe(true);
  for (const { received } of streams) await expect.poll(() => received).toEqual(['everything']);
  await announce(shop.db, { topic: 'figures' });
  for (const stream of streams) {
    await expect.poll(() => stream.received).toEqual(['everything', 'figures']);
    stream.leave();
  }
});

test('signing out, being signed out and losing the account end the stream at once, in every process', async () => {
  const person = await shop.as('view_dashboard');
  const stream = await openLiveStream(other.address, person.token);
  await person.call(session.logout);
  await stream.ended;

  const revoked = await shop.as('view_dashboard');
  const second = await openLiveStream(address, revoked.token);
  await sql`delete from sessions where user_id = ${revoked.userId}`.execute(shop.db);
  await second.ended;

  await shop.as('admin');
  const closed = await shop.as('view_dashboard');
  const third = await openLiveStream(other.address, closed.token);
  await sql`update users set status = 'inactive' where id = ${closed.userId}`.execute(shop.db);
  await third.ended;
});

test('a removed permission ends its topics on a stream that continues', async () => {
  const person = await shop.as('view_dashboard');
  const stream = await openLiveStream(address, person.token);
  await sql`delete from role_permissions where role_id in
    (select role_id from user_roles where user_id = ${person.userId})`.execute(shop.db);
  await expect
    .poll(async () => {
      await announce(shop.db, { topic: 'figures' });
      await announce(shop.db, { topic: 'notifications' });
      return stream.received.at(-1) === 'notifications' && stream.received.at(-2) === 'notifications';
    })
    .toBe(true);
  stream.leave();
});

test('a user may have only a few streams; closing one makes room', async () => {
  const person = await shop.as();
  const streams = await Promise.all(
    Array.from({ length: maxStreams }, () => openLiveStream(address, person.token)),
  );
  expect((await person.call(live.events)).status).toBe(429);
  streams[0]?.leave();
  await expect
    .poll(async () => {
      const answer = await fetch(`${address}/api/events`, {
        headers: { authorization: `Bearer ${person.token}` },
      });
      await answer.body?.cancel();
      return answer.status;
    })
    .toBe(200);
  for (const stream of streams) stream.leave();
});

test('a stream is opened with GET only, and does not keep the user signed in', async () => {
  const person = await shop.as();
  const head = await shop.app.inject({
    method: 'HEAD',
    url: '/api/events',
    headers: { authorization: `Bearer ${person.token}` },
  });
  expect(head.statusCode).toBeGreaterThanOrEqual(400);
  const seenAt = async () =>
    (
      await sql<{
        at: Date;
      }>`select last_seen_at as at from sessions where user_id = ${person.userId}`.execute(shop.db)
    ).rows[0]?.at;
  await sql`update sessions set last_seen_at = now() - interval '2 minutes' where user_id = ${person.userId}`.execute(
    shop.db,
  );
  const before = await seenAt();
  await person.call(session.user, { headers: { 'x-unattended': 'yes' } });
  expect(await seenAt()).toEqual(before);
  await person.call(session.user);
  expect(await seenAt()).not.toEqual(before);
});

test('the server stops while streams are open', async () => {
  const person = await shop.as();
  const third = await startAnother();
  const stream = await openLiveStream(third.address, person.token);
  await third.close();
  await stream.ended;
});
