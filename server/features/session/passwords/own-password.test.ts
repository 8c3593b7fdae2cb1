import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { ownAccount } from '#domain/session/own-account.contract';
import { confirmation } from '#domain/session/confirmation.contract';
import { twoFactor } from '#domain/session/two-factor.contract';
import { pins } from '#domain/tills/cashier.contract';
import { type Caller, startTestApp, type TestApp } from '../../../../tests/support/test-app';
import { hashPassword } from './passwords';

const password = 'correct horse battery';
let shop: TestApp;
let person: Caller & { readonly userId: number };
let now = new Date('2026-11-21T09:00:00Z');
beforeAll(async () => {
  shop = await startTestApp({ clock: () => now });
});
afterAll(() => shop.close());
beforeEach(async () => {
  now = new Date(now.getTime() + 20 * 60_000);
  person = await shop.as('admin');
  await shop.db
    .updateTable('users')
    .set({ password_hash: await hashPassword(password) })
    .where('id', '=', person.userId)
    .execute();
});

const changes = {
  password: (current_password: string) =>
    person.call(ownAccount.changePassword, { body: { current_password, password: 'another long phrase' } }),
  address: (current_password: string) =>
    person.call(ownAccount.updateProfile, {
      body: { name: 'Person', email: `new${person.userId}@example.test`, current_password },
    }),
  confirmation: (current_password: string) => person.call(confirmation.give, { body: { current_password } }),
  'two-factor sign-in': (current_password: string) =>
    person.call(twoFactor.setUp, { body: { current_password } }),
  PIN: (current_password: string) => person.call(pins.set, { body: { current_password, pin: '4826' } }),
};

test.each(Object.entries(changes))(
  'A-BRUTE guessing the current password is slowed as at sign-in: %s',
  async (_, change) => {
    const guesses = [];
    for (let guess = 1; guess <= 4; guess++) guesses.push(await change(`wrong ${guess}`));
    expect(guesses.map(({ status }) => status)).toEqual([422, 422, 422, 429]);
    expect(guesses[0]?.refusal.errors).toEqual({ current_password: ['This is not your current password.'] });
    expect((await shop.audits(1))[0]).toMatchObject({ action: 'password_refused' });
    expect((await change(password)).status, 'nor is the right one tried meanwhile').toBe(429);
    now = new Date(now.getTime() + 3000);
    expect((await change(password)).status).toBe(200);
  },
);

test('A-BRUTE a burst of guesses is counted in full, across all changes of the account', async () => {
  const guesses = ['1', '2', '3'].flatMap(guess => [
    changes.password(`wrong ${guess}`),
    changes.confirmation(`wrong ${guess}`),
    changes.PIN(`wrong ${guess}`),
  ]);
  const statuses = (await Promise.all<{ status: number }>(guesses)).map(({ status }) => status);
  expect(statuses.filter(status => status === 422)).toHaveLength(3);
});
