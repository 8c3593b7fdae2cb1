import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { addDays, londonDate } from '#domain/kernel/dates';
import { audit } from '#domain/audit/audit.contract';
import { units } from '#domain/masters/master.contract';
import { apiTokens } from '#domain/session/api-token.contract';
import { ownAccount } from '#domain/session/own-account.contract';
import { session } from '#domain/session/session.contract';
import { twoFactor } from '#domain/session/two-factor.contract';
import { suppliers } from '#domain/suppliers/supplier.contract';
import { cashiers } from '#domain/tills/cashier.contract';
import { roles } from '#domain/users/role.contract';
import { users } from '#domain/users/user.contract';
import {
  type CallArguments,
  type Caller,
  startTestApp,
  type TestApp,
} from '../../../../tests/support/test-app';
import { createPasswordLink } from '../passwords/password-links';

let shop: TestApp;
let now = new Date('2026-11-21T09:00:00Z');
const later = (seconds: number) => {
  now = new Date(now.getTime() + seconds * 1000);
};
beforeAll(async () => {
  shop = await startTestApp({ clock: () => now });
});
afterAll(() => shop.close());
// Half a second of cached callers belongs to the previous test.
beforeEach(() => later(60));

type Wanted = CallArguments<typeof apiTokens.create>['body'];
const inDays = (days: number) => addDays(londonDate(now), days);
const create = (person: Caller, request: Wanted = {}) =>
  person.call(apiTokens.create, {
    body: {
      name: 'Nightly',
      permissions: ['view_master'],
      expires_on: inDays(90),
      ...request,
    },
  });

/** Calls with a token, as programs do. */
const through = (token: string) => ({
  call: <C extends Parameters<Caller['call']>[0]>(call: C, request: Record<string, unknown> = {}) =>
    shop.anonymous.call(call, { ...request, headers: { authorization: `Bearer ${token}` } } as never),
});
const opens = async (token: string) => (await through(token).call(units.list)).status;

describe('creating an API token', () => {
  test('is shown once, stored as a hash, and works', async () => {
    const person = await shop.as('view_master', 'create_master');
    const headers = { 'idempotency-key': 'sent twice' };
    const body = { name: 'Once', permissions: ['view_master'], expires_on: inDays(1) };
    const { status, reply } = await person.call(apiTokens.create, { body, headers });
    expect(status).toBe(200);
    expect(reply.token).toMatch(/^cf_[\w-]{43}$/);
    expect(await opens(reply.token)).toBe(200);
    const stored = JSON.stringify([
      await shop.db.selectFrom('api_tokens').selectAll().execute(),
      await shop.db.selectFrom('idempotency_keys').selectAll().execute(),
      await shop.audits(20),
    ]);
    expect(stored).not.toContain(reply.token);
    expect(await shop.audits()).toMatchObject([
      {
        action: 'created',
        record_type: 'api_token',
        record_name: 'Once',
        after: { permissions: ['view_master'] },
      },
    ]);
    expect(reply.api_token).toMatchObject({ name: 'Once', last_used_at: null });
  });

  test('refuses permissions the user does not have, days out of range, and a name that is taken', async () => {
    const person = await shop.as('view_master');
    const refusals: [Wanted, string][] = [
      [
        { permissions: ['view_master', 'view_cost'] },
        'A token cannot have permissions that you do not have: view_cost.',
      ],
      [{ permissions: [] }, 'Choose at least one permission.'],
      [{ permissions: ['make_tea'] }, 'This permission does not exist.'],
      [{ expires_on: inDays(366) }, 'A token can last a year at most. Choose an earlier date.'],
      [{ expires_on: inDays(-1) }, 'Choose today or a later date.'],
      [{ name: ' ' }, 'Name is required.'],
    ];
    for (const [body, message] of refusals) {
      const { status, refusal } = await create(person, body);
      expect([status, refusal.message]).toEqual([422, message]);
    }
    expect((await create(person, { expires_on: inDays(365) })).status).toBe(200);
    expect((await create(person, { name: 'NIGHTLY' })).refusal.errors).toEqual({
      name: ['You already have a token with this name.'],
    });
    const other = await shop.as('view_master');
    expect((await create(other)).status, 'a name is one’s own').toBe(200);
  });

  test('is refused while the sign-in is not secure yet', async () => {
    const person = await shop.as('view_master');
    const admin = await shop.as('admin');
    await admin.call(twoFactor.setPolicy, { body: { required_of: 'everybody' } });
    expect((await create(person)).status).toBe(403);
    await shop.db.deleteFrom('settings').where('key', '=', 'two_factor_required').execute();
  });

  test('stops at 25', async () => {
    const person = await shop.as('view_master');
    const created = await Promise.all(
      Array.from({ length: 6 }, (_, index) => create(person, { name: `Token ${index}` })),
    );
    expect(created.every(({ status }) => status === 200)).toBe(true);
    const row = {
      user_id: person.userId,
      permissions: ['view_master'],
      created_at: now,
      expires_at: new Date(now.getTime() + 1e6),
    };
    await shop.db
      .insertInto('api_tokens')
      .values(
        Array.from({ length: 19 }, (_, index) => ({
          ...row,
          name: `Old ${index}`,
          token_hash: Buffer.from(`hash ${index}`),
        })),
      )
      .execute();
    expect((await create(person, { name: 'One more' })).refusal.message).toBe(
      'You have 25 API tokens. Revoke one you no longer need first.',
    );
  });
});

describe('an API token', () => {
  test("has its own permissions that the user still has, and is never an administrator's", async () => {
    const admin = await shop.as('admin');
    const person = await shop.as('view_master', 'create_master');
    const narrow = (await create(person)).reply.token;
    const wide = (await create(person, { name: 'Wide', permissions: ['view_master', 'create_master'] })).reply
      .token;
    const body = { name: 'Box', status: 'active' };
    expect((await through(narrow).call(units.create, { body })).status).toBe(403);
    expect((await through(wide).call(units.create, { body })).status).toBe(200);

    await shop.db.deleteFrom('role_permissions').where('permission', '=', 'create_master').execute();
    later(1);
    expect((await through(wide).call(units.create, { body: { name: 'Bag' } })).status).toBe(403);
    expect(await opens(wide)).toBe(200);

    const byAdmin = (await create(admin)).reply.token;
    expect(await opens(byAdmin)).toBe(200);
    expect((await through(byAdmin).call(audit.list)).status, 'a permission it was not granted').toBe(403);
  });

  test('gives no access to accounts, whoever its user is', async () => {
    const admin = await shop.as('admin');
    const every = ['view_user', 'edit_user', 'create_user', 'edit_setting', 'view_pos', 'create_sale'];
    const { token } = (await create(admin, { permissions: every })).reply;
    for (const call of [
      session.user,
      ownAccount.devices,
      apiTokens.list,
      twoFactor.get,
      users.list,
      roles.list,
    ])
      expect((await through(token).call(call)).refusal, call.path).toMatchObject({
        code: 'forbidden',
        message: 'API tokens cannot be used to manage accounts. Sign in instead.',
      });
    for (const call of [
      apiTokens.create,
      ownAccount.changePassword,
      session.logout,
      users.create,
      twoFactor.setPolicy,
      cashiers.change,
    ])
      expect((await through(token).call(call, { body: {} })).status, call.path).toBe(403);
  });

  test('is named in the audit log beside the user, with its last use and address', async () => {
    const person = await shop.as('view_master', 'create_master');
    const { token } = (await create(person, { permissions: ['create_master', 'view_master'] })).reply;
    later(1);
    const used = now;
    await through(token).call(units.create, { body: { name: 'Crate', status: 'active' } });
    const entry = await shop.db
      .selectFrom('audit_log')
      .select(['actor', 'actor_id'])
      .orderBy('id', 'desc')
      .executeTakeFirst();
    expect(entry).toMatchObject({
      actor_id: person.userId,
      actor: expect.stringMatching(/^Person \d+ \(token “Nightly”\)$/) as string,
    });
    const listed = (await person.call(apiTokens.list)).reply.data;
    expect(listed).toMatchObject([{ name: 'Nightly', last_used_at: used, last_used_address: '127.0.0.1' }]);
    const other = await shop.as('view_master');
    expect((await other.call(apiTokens.list)).reply.data).toEqual([]);
  });

  test('expires on its last day at midnight in London, and at once when revoked', async () => {
    const person = await shop.as('view_master');
    const short = (await create(person, { expires_on: londonDate(now) })).reply;
    now = new Date('2026-11-21T23:59:59Z');
    expect(await opens(short.token)).toBe(200);
    now = new Date('2026-11-22T00:00:00Z');
    expect(await opens(short.token)).toBe(401);
    // The day on which summer time starts is an hour shorter.
    now = new Date('2027-03-28T10:00:00Z');
    const summer = await shop.as('view_master');
    const { token, api_token } = (await create(summer, { expires_on: '2027-03-28' })).reply;
    expect(api_token.expires_at).toEqual(new Date('2027-03-28T23:00:00Z'));

    const params = { id: api_token.id };
    expect((await (await shop.as('admin')).call(apiTokens.revoke, { params })).status, 'another’s').toBe(404);
    expect(await opens(token)).toBe(200);
    expect((await summer.call(apiTokens.revoke, { params })).status).toBe(200);
    expect(await opens(token)).toBe(401);
    expect(await shop.audits()).toMatchObject([{ action: 'revoked', record_name: 'Nightly' }]);
  });

  test('is revoked by a password reset and with the account, and not restored with it', async () => {
    const admin = await shop.as('admin');
    const closed = await shop.as('view_master');
    const first = (await create(closed)).reply.token;
    await admin.call(users.deactivate, { params: { id: closed.userId } });
    expect(await opens(first)).toBe(401);
    await admin.call(users.activate, { params: { id: closed.userId } });
    expect(await opens(first)).toBe(401);

    const creator = await shop.as('view_master');
    const second = (await create(creator)).reply.token;
    await admin.call(users.resetPassword, { params: { id: creator.userId } });
    expect(await opens(second)).toBe(401);

    const mailed = await shop.as('view_master');
    const third = (await create(mailed)).reply.token;
    const token = await shop.db
      .transaction()
      .execute(tx => createPasswordLink(tx, mailed.userId, 'reset', now));
    await shop.anonymous.call(ownAccount.resetPassword, { body: { token, password: 'seven green bottles' } });
    expect(await opens(third)).toBe(401);
  });

  test('F50 is revoked when an administrator signs its user out everywhere or resets two-factor sign-in', async () => {
    const admin = await shop.as('admin');
    for (const call of [users.signOut, users.resetTwoFactor]) {
      const person = await shop.as('view_master', 'create_master');
      await shop.db
        .insertInto('two_factors')
        .values({ user_id: person.userId, sealed_secret: 'lost', created_at: now, confirmed_at: now })
        .execute();
      const { token } = (await create(person)).reply;
      expect(await opens(token)).toBe(200);
      const { status } = await admin.call(call, { params: { id: person.userId } });
      later(1);
      expect([call.path, status, await opens(token)]).toEqual([call.path, 200, 401]);
    }
  });

  test("A-RATE counts towards the user's limits", async () => {
    const person = await shop.as('view_supplier');
    const { token } = (await create(person, { permissions: ['view_supplier'] })).reply;
    const request = { params: { id: 999_999 } };
    const statuses: number[] = [];
    for (let attempt = 0; attempt < 5; attempt++) {
      statuses.push((await person.call(suppliers.exportPdf, request)).status);
      statuses.push((await through(token).call(suppliers.exportPdf, request)).status);
    }
    expect(new Set(statuses)).toEqual(new Set([404]));
    expect((await through(token).call(suppliers.exportPdf, request)).status).toBe(429);
    expect((await person.call(suppliers.exportPdf, request)).status).toBe(429);
  });
});
