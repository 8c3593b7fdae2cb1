import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { notifications } from '#domain/notifications/notification.contract';
import { session } from '#domain/session/session.contract';
import { cashiers, pins } from '#domain/tills/cashier.contract';
import { type Caller, startTestApp, type TestApp } from '../../../tests/support/test-app';
import { hashPassword } from '../session';

let app: TestApp;
let now = new Date('2026-03-02T09:00:00Z');
const minutes = (count: number) => {
  now = new Date(now.getTime() + count * 60_000);
};
beforeAll(async () => {
  app = await startTestApp({ clock: () => now });
});
afterAll(() => app.close());

async function person(pin: string | null) {
  const who = await app.as('view_pos', 'create_sale');
  if (pin !== null)
    await sql`insert into user_pins (user_id, pin_hash, set_at) values (${who.userId}, ${await hashPassword(pin)}, ${now})`.execute(
      app.db,
    );
  return who;
}
const change = (who: Caller, user_id: number, pin: string) =>
  who.call(cashiers.change, { body: { user_id, pin } });

test('F54 each further block of a day is twice as long for the one who tries, on every device; others go on', async () => {
  const guesser = await person(null);
  const owner = await person('8317');
  const other = await person(null);
  const boss = await app.as('admin');
  const notified = async (who: Caller) =>
    (await who.call(notifications.list)).reply.data
      .filter(({ kind }) => kind.endsWith('blocked_pin'))
      .map(({ kind, words }) => `${kind}: ${words.replace(/until .*?\./, 'until then.')}`);
  const guess = async (pin = '0000') => change(guesser, owner.userId, pin);
  const block = async () => {
    for (let tries = 0; tries < 4; tries++) expect((await guess()).status).toBe(422);
    const blocked = await guess();
    expect(blocked.status).toBe(429);
    return Number(blocked.headers['retry-after']) / 60;
  };
  expect(await block()).toBe(15);
  const { name } = (await guesser.call(session.user)).reply.user;
  const ownName = (await owner.call(session.user)).reply.user.name;
  expect(await notified(owner)).toEqual([
    `own_blocked_pin: Several wrong PINs were entered for you where ${name} is signed in. It is blocked there until then. If this was not you, set a new PIN.`,
  ]);
  expect((await notified(boss))[0]).toBe(
    `blocked_pin: Several wrong PINs were entered for ${ownName} where ${name} is signed in. It is blocked there until then.`,
  );
  expect(await notified(other)).toEqual([]);
  minutes(15);
  // A correct PIN in between does not make the blocks short again.
  expect((await guess('8317')).status).toBe(200);
  expect(await block()).toBe(30);
  minutes(16);
  const during = await guess('8317');
  expect(during.status).toBe(429);
  expect(during.refusal.message).toMatch(
    /^Too many incorrect attempts\. This PIN is blocked where you are signed in until /,
  );
  expect((await change(other, owner.userId, '8317')).status, 'for another person').toBe(200);
  expect((await owner.call(pins.get)).reply.locked_until).toEqual(new Date(now.getTime() + 14 * 60_000));
  minutes(14);
  expect(await block()).toBe(60);
  minutes(60);
  for (const longest of [120, 120]) {
    expect(await block()).toBe(longest);
    minutes(longest);
  }
  // A day later.
  await sql`update pin_attempts set at = at - interval '25 hours', blocked_until = blocked_until - interval '25 hours'`.execute(
    app.db,
  );
  expect(await block()).toBe(15);
});
