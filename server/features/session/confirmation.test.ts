import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { fillPath, pathParamNames } from '#domain/kernel/call';
import { customers } from '#domain/customers/customer.contract';
import { apiTokens } from '#domain/session/api-token.contract';
import { confirmation } from '#domain/session/confirmation.contract';
import { bankDetailsSettings } from '#domain/settings/bank-details.contract';
import { roles } from '#domain/users/role.contract';
import { everyRoute } from '../../../tests/support/every-route';
import { type Caller, startTestApp, type TestApp } from '../../../tests/support/test-app';
import { codeOf, turnTwoFactorOn } from '../../../tests/support/two-factor';
import { usersWithPassword } from '../../../tests/support/with-password';

const password = 'correct horse battery';
let shop: TestApp;
let now = new Date('2026-11-21T09:00:00Z');
const later = (minutes: number) => {
  now = new Date(now.getTime() + minutes * 60_000);
};
beforeAll(async () => {
  shop = await startTestApp({ clock: () => now });
});
afterAll(() => shop.close());
beforeEach(() => later(20));

const someone = usersWithPassword(() => shop, password);

const confirm = (person: Caller, body: Record<string, unknown>) => person.call(confirmation.give, { body });
const addRole = (person: Caller, name: string) =>
  person.call(roles.create, { body: { name, permissions: [] } });

/** Written by hand: bank details, exports of people, who may do what, and what signs in. */
const sensitive = [
  'DELETE /auth/passkeys/{id}',
  'DELETE /auth/provider-links/{id}',
  'DELETE /emails/mailbox',
  'DELETE /roles/{id}',
  'DELETE /settings/backups/{id}',
  'DELETE /settings/mail-out',
  'DELETE /settings/sign-in-provider',
  'DELETE /users/{id}/provider-links',
  'GET /audit/export',
  'GET /customers/export',
  'GET /customers/{id}/personal-data',
  'GET /employees/export',
  'GET /employees/{id}/personal-data',
  'GET /settings/backups/{id}/download',
  'GET /time-entries/export',
  'GET /users/export',
  'POST /audit/proof',
  'POST /auth/passkeys',
  'POST /auth/passkeys/start',
  'POST /auth/provider-links',
  'POST /auth/provider-links/start',
  'POST /auth/tokens',
  'POST /get-started/sample-data/remove',
  'POST /roles',
  'POST /roles/{id}/clone',
  'POST /users',
  'POST /users/{id}/reset-password',
  'POST /users/{id}/reset-two-factor',
  'PUT /auth/registration',
  'PUT /auth/two-factor-policy',
  'PUT /emails/mailbox',
  'PUT /employees/{id}/pay',
  'PUT /roles/{id}',
  'PUT /settings/backups/plan',
  'PUT /settings/bank-details',
  'PUT /settings/mail-out',
  'PUT /settings/security',
  'PUT /settings/sign-in-provider',
  'PUT /settings/time-stamping',
  'PUT /users/{id}',
];

describe('a sensitive call', () => {
  test('is one of these, and each is refused half an hour after signing in', async () => {
    const calls = everyRoute.map(route => route.call).filter(call => call.needsConfirmation);
    expect(calls.map(call => `${call.method} ${call.path}`).toSorted()).toEqual(sensitive);
    const person = await someone('admin');
    later(30);
    const before = await shop.digest();
    for (const call of calls) {
      const params = Object.fromEntries(pathParamNames(call.path).map(name => [name, 1]));
      const { statusCode, body } = await shop.app.inject({
        method: call.method,
        url: `/api${fillPath(call.path, params)}`,
        headers: { authorization: `Bearer ${person.token}` },
      });
      expect([statusCode, JSON.parse(body)], call.path).toMatchObject([
        403,
        { code: 'confirmation_required', message: 'Confirm it’s you, then try again.' },
      ]);
    }
    expect(await shop.digest()).toBe(before);
  });

  test('is answered for half an hour after signing in, and again after a password', async () => {
    const person = await someone('admin');
    later(29);
    expect((await addRole(person, 'Baker')).status).toBe(200);
    later(1);
    expect((await addRole(person, 'Miller')).refusal.code).toBe('confirmation_required');
    expect((await person.call(roles.list)).status, 'reading goes on').toBe(200);
    expect((await person.call(confirmation.get)).reply).toEqual({
      confirmed_until: null,
      by_code: false,
      by_passkey: false,
      by_provider: null,
    });

    const { status, reply } = await confirm(person, { current_password: password });
    expect(status).toBe(200);
    const end = new Date(now.getTime() + 30 * 60_000);
    expect(reply.confirmed_until).toEqual(end);
    expect(await shop.audits()).toMatchObject([
      { action: 'identity_confirmed', record_type: 'session', after: { method: 'password' } },
    ]);
    expect((await person.call(confirmation.get)).reply).toEqual({
      confirmed_until: end,
      by_code: false,
      by_passkey: false,
      by_provider: null,
    });
    expect((await addRole(person, 'Miller')).status).toBe(200);
    later(30);
    expect((await addRole(person, 'Smith')).refusal.code).toBe('confirmation_required');
  });

  test('is told apart from one that lacks a permission, which is refused as such', async () => {
    const clerk = await someone('view_customer');
    later(31);
    expect((await clerk.call(customers.export)).refusal.code).toBe('forbidden');
    expect((await addRole(clerk, 'Any')).refusal.code).toBe('forbidden');
    expect((await addRole(shop.anonymous, 'Any')).status).toBe(401);
  });

  test('needs the same key once: what was refused is done after the confirmation', async () => {
    const person = await someone('admin');
    later(31);
    const request = {
      body: { name: 'Once only', permissions: [] },
      headers: { 'idempotency-key': 'the-same-role' },
    };
    expect((await person.call(roles.create, request)).status).toBe(403);
    await confirm(person, { current_password: password });
    const created = await person.call(roles.create, request);
    expect(created.status).toBe(200);
    expect((await person.call(roles.create, request)).reply.id).toBe(created.reply.id);
  });

  test('stays closed to the user’s other devices, and to a clock set back (F99)', async () => {
    const person = await someone('admin');
    const other = await shop.as('admin');
    await shop.db
      .updateTable('sessions')
      .set({ user_id: person.userId })
      .where('user_id', '=', other.userId)
      .execute();
    later(31);
    await confirm(person, { current_password: password });
    expect((await addRole(person, 'Here')).status).toBe(200);
    expect((await addRole(other, 'There')).refusal.code).toBe('confirmation_required');
    later(-120);
    expect((await addRole(person, 'Earlier')).refusal.code).toBe('confirmation_required');
    later(120);
  });

  test('is open to an API token for as long as it lasts, because creating one is such a call', async () => {
    const person = await someone('view_customer', 'export_data', 'edit_setting');
    const body = {
      name: 'Nightly',
      permissions: ['view_customer', 'export_data', 'edit_setting'],
      expires_on: '2026-12-24',
    };
    const { token } = (await person.call(apiTokens.create, { body })).reply;
    later(31);
    expect((await person.call(apiTokens.create, { body })).refusal.code).toBe('confirmation_required');
    const headers = { authorization: `Bearer ${token}` };
    expect((await shop.anonymous.call(customers.export, { headers })).status).toBe(200);
    const account = { account_name: 'Firm', sort_code: '20-11-96', account_number: '12345678' };
    const saved = await shop.anonymous.call(bankDetailsSettings.save, { headers, body: account });
    expect(saved.status).toBe(200);
    expect((await shop.anonymous.call(confirmation.give, { headers, body: {} })).status).toBe(403);
  });
});

describe('confirming who you are', () => {
  test('takes a code from the app, or a recovery code, each once', async () => {
    const person = await someone('admin');
    const app = await turnTwoFactorOn(person, password, now);
    later(31);
    expect((await person.call(confirmation.get)).reply.by_code).toBe(true);
    const code = codeOf(app.secret, now);
    expect((await confirm(person, { code })).status).toBe(200);
    expect(await shop.audits()).toMatchObject([{ after: { method: 'app' } }]);
    expect((await confirm(person, { code })).refusal.errors).toHaveProperty('code');
    later(31);
    expect((await confirm(person, { code: app.recoveryCodes[0] })).status).toBe(200);
    expect((await addRole(person, 'By recovery code')).status).toBe(200);
    later(31);
    expect((await confirm(person, { code: app.recoveryCodes[0] })).status).toBe(422);
    expect((await addRole(person, 'Not again')).status).toBe(403);
  });

  test('refuses anything but one of the two, and slows guessing down as sign-in does', async () => {
    const person = await someone('admin');
    later(31);
    for (const body of [{}, { current_password: password, code: '123456' }])
      expect((await confirm(person, body)).refusal.errors).toEqual({
        current_password: ['Enter your password or a code.'],
      });
    expect((await confirm(person, { current_password: 7 })).status).toBe(422);
    expect((await confirm(person, { code: '<b>' })).status).toBe(422);
    expect((await confirm(person, { code: '123456' })).refusal.message).toBe(
      'Two-factor sign-in is not on. Enter your password.',
    );
    const guesses = [];
    for (let guess = 1; guess <= 4; guess++)
      guesses.push((await confirm(person, { current_password: `wrong ${guess}` })).status);
    expect(guesses).toEqual([422, 422, 422, 429]);
    expect((await addRole(person, 'Guessed')).refusal.code).toBe('confirmation_required');
  });

  test('is not for a cashier signed in by PIN, whose session is never confirmed', async () => {
    const person = await someone('admin');
    const { id } = await shop.db
      .selectFrom('sessions')
      .select('id')
      .where('user_id', '=', person.userId)
      .executeTakeFirstOrThrow();
    const cashier = await someone('admin');
    await shop.db
      .updateTable('sessions')
      .set({ parent_id: id })
      .where('user_id', '=', cashier.userId)
      .execute();
    expect((await confirm(cashier, { current_password: password })).status).toBe(403);
    expect((await cashier.call(confirmation.get)).reply.confirmed_until).toBe(null);
  });
});
