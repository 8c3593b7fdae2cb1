import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { ownAccount } from '#domain/session/own-account.contract';
import { users } from '#domain/users/user.contract';
import { startTestApp, type TestApp } from '../../../tests/support/test-app';
import { hashPassword } from './passwords/passwords';
import { createPasswordLink } from './passwords/password-links';

let shop: TestApp;
let admin: Awaited<ReturnType<TestApp['as']>>;
beforeAll(async () => {
  shop = await startTestApp();
  admin = await shop.as('admin');
});
afterAll(() => shop.close());

async function withPin() {
  const person = await shop.as('view_pos', 'create_sale');
  await sql`insert into user_pins (user_id, pin_hash, set_at) values (${person.userId}, ${await hashPassword('2580')}, now())`.execute(
    shop.db,
  );
  return person;
}
const pins = async (userId: number) =>
  (await sql`select from user_pins where user_id = ${userId}`.execute(shop.db)).rows.length;

test('F46 a PIN that a thief may have set ends with a temporary password', async () => {
  const person = await withPin();
  const { reply } = await admin.call(users.resetPassword, { params: { id: person.userId } });
  expect(reply.message).toContain('Their PIN no longer works: they set a new one in their profile.');
  expect(await pins(person.userId)).toBe(0);
});

test('F46 a PIN ends with a password set by an emailed link', async () => {
  const person = await withPin();
  const token = await shop.db
    .transaction()
    .execute(tx => createPasswordLink(tx, person.userId, 'reset', new Date()));
  const { reply } = await shop.anonymous.call(ownAccount.resetPassword, {
    body: { token, password: 'seven green bottles' },
  });
  expect(reply.message).toBe(
    'Your password is set. You can now sign in. Your PIN no longer works: set a new one in your profile.',
  );
  expect(await pins(person.userId)).toBe(0);
});

test('F46 a PIN ends with a reset of two-factor sign-in', async () => {
  const person = await withPin();
  await sql`
    insert into two_factors (user_id, sealed_secret, created_at, confirmed_at)
    values (${person.userId}, 'v1.lost', now(), now())`.execute(shop.db);
  const { reply } = await admin.call(users.resetTwoFactor, { params: { id: person.userId } });
  expect(reply.message).toContain('Their PIN no longer works');
  expect(await pins(person.userId)).toBe(0);
});
