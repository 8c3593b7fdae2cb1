import { afterAll, beforeAll, expect, test } from 'vitest';
import { ownAccount } from '#domain/session/own-account.contract';
import { signInWith } from '../../../tests/support/sign-in';
import { startTestApp, type TestApp } from '../../../tests/support/test-app';
import { forgetAttempts } from './sign-in-throttle';

let shop: TestApp;
let now = new Date('2026-11-21T09:00:00Z');
const minutes = (count: number) => {
  now = new Date(now.getTime() + count * 60_000);
};
const founder = { name: 'Ada Founder', email: 'ada@firm.example', password: 'correct horse battery' };
beforeAll(async () => {
  shop = await startTestApp({ clock: () => now });
  await shop.anonymous.call(ownAccount.register, { body: founder });
});
afterAll(() => shop.close());
const signIn = (email: string, password: string) => signInWith(shop.anonymous, { body: { email, password } });

test('A-BRUTE a stranger who guesses from many addresses is stopped, and keeps the owner neither out nor from the password', async () => {
  minutes(16);
  const from = async (remoteAddress: string, password: string) =>
    (
      await shop.app.inject({
        method: 'POST',
        url: '/api/auth/login',
        payload: { email: founder.email, password },
        remoteAddress,
      })
    ).statusCode;
  const [office, home] = ['192.0.2.10', '192.0.2.20'];
  expect([await from(office, founder.password), await from(home, founder.password)]).toEqual([200, 200]);
  const { reply } = await signIn(founder.email, founder.password);
  // Ten guesses, each from another address, as soon as it is heard.
  for (const [guess, wait] of [0, 0, 0, 2, 4, 8, 16, 32, 64, 128].entries()) {
    minutes(wait / 60);
    expect(await from(`198.51.100.${guess}`, `guess ${guess}`)).toBe(422);
  }
  minutes(10);
  expect(await from('198.51.100.99', founder.password), 'ten within 15 minutes, in all').toBe(429);

  // The owner, where the account has signed in before, and in a session.
  expect(await from(office, founder.password)).toBe(200);
  expect(await from('198.51.100.99', founder.password), 'no new guesses by that').toBe(429);
  const headers = { authorization: `Bearer ${reply.token}` };
  const change = (current_password: string) =>
    shop.anonymous.call(ownAccount.changePassword, {
      body: { current_password, password: 'another correct horse' },
      headers,
    });
  const inSession = [];
  for (let guess = 1; guess <= 4; guess++) inSession.push((await change(`wrong ${guess}`)).status);
  expect(inSession).toEqual([422, 422, 422, 429]);
  minutes(1 / 60);
  // A known network has an allowance too, and another keeps its own.
  const atOffice = [];
  for (let guess = 1; guess <= 4; guess++) atOffice.push(await from(office, `wrong ${guess}`));
  expect(atOffice).toEqual([422, 422, 422, 429]);
  expect(await from(home, founder.password)).toBe(200);
});

test('a network is known for 90 days, and failures are kept for one', async () => {
  const ago = (days: number) => new Date(now.getTime() - days * 24 * 3600_000);
  const row = { account: 'kept@x.example', address: '192.0.2.1' };
  await shop.db
    .insertInto('sign_in_attempts')
    .values([
      { ...row, succeeded: true, at: ago(91) },
      { ...row, succeeded: true, at: ago(89) },
      { ...row, succeeded: false, at: ago(1.1) },
      { ...row, succeeded: false, at: ago(0.9) },
    ])
    .execute();
  await forgetAttempts(shop.db, now);
  const left = await shop.db
    .selectFrom('sign_in_attempts')
    .select(['succeeded', 'at'])
    .where('account', '=', row.account)
    .orderBy('at')
    .execute();
  expect(left).toEqual([
    { succeeded: true, at: ago(89) },
    { succeeded: false, at: ago(0.9) },
  ]);
});
