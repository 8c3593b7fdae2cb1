import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { units } from '#domain/masters/master.contract';
import { ownAccount } from '#domain/session/own-account.contract';
import { session } from '#domain/session/session.contract';
import { twoFactor } from '#domain/session/two-factor.contract';
import { users } from '#domain/users/user.contract';
import { signInWith } from '../../../../tests/support/sign-in';
import { type Caller, startTestApp, type TestApp } from '../../../../tests/support/test-app';
import { codeOf, turnTwoFactorOn } from '../../../../tests/support/two-factor';
import { createPasswordLink } from '../passwords/password-links';
import { hashPassword } from '../passwords/passwords';

let shop: TestApp;
let now = new Date('2026-11-21T09:00:00Z');
const later = (seconds: number) => {
  now = new Date(now.getTime() + seconds * 1000);
};
const password = 'correct horse battery';
let passwordHash = '';
beforeAll(async () => {
  shop = await startTestApp({ clock: () => now });
  passwordHash = await hashPassword(password);
});
afterAll(() => shop.close());
// A time step and an attempt window of its own for each test.
beforeEach(() => later(20 * 60));

type UserRef = Caller & { readonly userId: number; readonly email: string };

/** A user with a password, signed in on one device. */
async function someone(...rights: Parameters<TestApp['as']>): Promise<UserRef> {
  const caller = await shop.as(...rights);
  const { email } = await shop.db
    .updateTable('users')
    .set({ password_hash: passwordHash })
    .where('id', '=', caller.userId)
    .returning('email')
    .executeTakeFirstOrThrow();
  return { ...caller, email };
}

async function someoneWithTwoFactor(...rights: Parameters<TestApp['as']>) {
  const person = await someone(...rights);
  const app = await turnTwoFactorOn(person, password, now);
  later(60);
  return { ...person, ...app, code: () => codeOf(app.secret, now) };
}

const signIn = (email: string) => shop.anonymous.call(session.login, { body: { email, password } });

async function pendingOf(email: string): Promise<string> {
  const { reply } = await signIn(email);
  if (!('pending_token' in reply)) throw new Error('No code was asked for');
  return reply.pending_token;
}

const sendCode = (pending_token: string, code: string) =>
  shop.anonymous.call(twoFactor.signIn, { body: { pending_token, code } });

const withToken = (token: string) => ({ headers: { authorization: `Bearer ${token}` } });
const wrong =
  'This code is wrong or has already been used. Wait for the next code in your app, or use a recovery code.';

describe('setting two-factor sign-in up', () => {
  test('needs the password and a first code; every other device is signed out, and the secret is encrypted', async () => {
    const person = await someone();
    const other = await signInWith(shop.anonymous, { body: { email: person.email, password } });
    const refused = await person.call(twoFactor.setUp, { body: { current_password: 'wrong' } });
    expect(refused.refusal.errors).toEqual({ current_password: ['This is not your current password.'] });

    const started = await person.call(twoFactor.setUp, { body: { current_password: password } });
    expect(started.reply.secret).toMatch(/^[A-Z2-7]{32}$/);
    expect(started.reply.address).toContain(`secret=${started.reply.secret}`);
    expect((await person.call(twoFactor.get)).reply).toEqual({ since: null, recovery_codes_left: 0 });
    expect((await signIn(person.email)).reply, 'until it is confirmed nothing asks for it').toHaveProperty(
      'token',
    );

    const mistyped = await person.call(twoFactor.confirm, { body: { code: '000000' } });
    expect(mistyped.refusal.errors).toHaveProperty('code');
    const code = codeOf(started.reply.secret, now);
    const confirmed = await person.call(twoFactor.confirm, {
      body: { code: `${code.slice(0, 3)} ${code.slice(3)}` },
    });
    expect(new Set(confirmed.reply.recovery_codes).size).toBe(10);
    expect((await person.call(twoFactor.get)).reply).toEqual({ since: now, recovery_codes_left: 10 });
    expect((await shop.anonymous.call(session.user, withToken(other.reply.token))).status).toBe(401);
    expect((await person.call(twoFactor.setUp, { body: { current_password: password } })).status).toBe(409);
    expect((await shop.audits()).map(entry => entry.action)).toEqual(['two-factor_turned_on']);

    const secretInDatabase = await shop.db
      .selectFrom('two_factors')
      .selectAll()
      .where('user_id', '=', person.userId)
      .execute();
    const codes = await shop.db.selectFrom('recovery_codes').selectAll().execute();
    const stored = JSON.stringify([secretInDatabase, codes, await shop.audits(50)]);
    for (const secret of [started.reply.secret, code, ...confirmed.reply.recovery_codes])
      expect(stored).not.toContain(secret);
  });

  test('A-REST is not stored for a repeated request', async () => {
    const person = await someone();
    const headers = { 'idempotency-key': 'the same request' };
    const body = { current_password: password };
    const one = await person.call(twoFactor.setUp, { body, headers });
    const two = await person.call(twoFactor.setUp, { body, headers });
    expect(two.reply.secret).not.toBe(one.reply.secret);
    expect(await shop.db.selectFrom('idempotency_keys').select('answer').execute()).toEqual([]);
  });

  test('is turned off, and its recovery codes are replaced, with password and code', async () => {
    const person = await someoneWithTwoFactor();
    const body = { current_password: password, code: person.code() };
    expect(
      (await person.call(twoFactor.turnOff, { body: { ...body, current_password: 'wrong' } })).refusal.errors,
    ).toHaveProperty('current_password');
    expect((await person.call(twoFactor.turnOff, { body: { ...body, code: '12345' } })).refusal.message).toBe(
      wrong,
    );
    later(10);
    const remade = await person.call(twoFactor.newRecoveryCodes, { body });
    expect(remade.reply.recovery_codes).toHaveLength(10);
    expect((await person.call(twoFactor.turnOff, { body })).refusal.message, 'the code is used').toBe(wrong);
    later(60);
    const old = { ...body, code: person.recoveryCodes[0] ?? '' };
    expect((await person.call(twoFactor.turnOff, { body: old })).refusal.message, 'an old one').toBe(wrong);
    later(60);
    const off = await person.call(twoFactor.turnOff, {
      body: { ...body, code: remade.reply.recovery_codes[0] },
    });
    expect(off.status).toBe(200);
    expect((await signIn(person.email)).reply).toHaveProperty('token');
    expect((await person.call(twoFactor.turnOff, { body })).status).toBe(409);
  });
});

describe('signing in with two factors', () => {
  test('asks for the code after the password; the token in between gives no access', async () => {
    const person = await someoneWithTwoFactor('view_master');
    const response = await signIn(person.email);
    expect(response.reply).toEqual({
      pending_token: expect.stringMatching(/^[\w-]{43}$/),
      message: 'Enter the code from your app, or a recovery code.',
    });
    const pending = await pendingOf(person.email);
    expect((await shop.anonymous.call(units.list, withToken(pending))).status).toBe(401);
    const { status, reply } = await sendCode(pending, person.code());
    expect(status).toBe(200);
    expect((await shop.anonymous.call(units.list, withToken(reply.token))).status).toBe(200);
    expect(await shop.audits()).toMatchObject([{ action: 'signed_in', after: { second_factor: 'app' } }]);
    expect((await sendCode(pending, person.code())).refusal.errors).toEqual({
      pending_token: ['This sign-in has expired. Sign in with your password again.'],
    });
  });

  test('accepts a code once, whoever sends it again', async () => {
    const person = await someoneWithTwoFactor();
    const code = person.code();
    const [one, two] = [await pendingOf(person.email), await pendingOf(person.email)];
    expect((await sendCode(one, code)).status).toBe(200);
    expect((await sendCode(two, code)).refusal.message).toBe(wrong);
    later(30);
    expect((await sendCode(two, code)).refusal.message, 'within its window, but used').toBe(wrong);
    expect((await sendCode(two, person.code())).status).toBe(200);
  });

  test('of two users who send the same code at once one gets in, also with a recovery code', async () => {
    const person = await someoneWithTwoFactor();
    for (const code of [person.code(), person.recoveryCodes[3] ?? '']) {
      const pendings = [await pendingOf(person.email), await pendingOf(person.email)];
      const both = await Promise.all(pendings.map(pending => sendCode(pending, code)));
      expect(both.map(outcome => outcome.status).sort((a, b) => a - b)).toEqual([200, 422]);
      later(60);
    }
  });

  test('accepts the codes before and after, and none further away', async () => {
    const person = await someoneWithTwoFactor();
    const at = (seconds: number) => codeOf(person.secret, new Date(now.getTime() + seconds * 1000));
    const tries: number[] = [];
    for (const code of [at(-60), at(60), at(-30)]) {
      tries.push((await sendCode(await pendingOf(person.email), code)).status);
      later(3);
    }
    later(120);
    tries.push((await sendCode(await pendingOf(person.email), at(30))).status);
    expect(tries).toEqual([422, 422, 200, 200]);
  });

  test('R11 accepts codes again once a clock that was a day ahead is set right, each once', async () => {
    const person = await someoneWithTwoFactor();
    later(24 * 3600);
    expect((await sendCode(await pendingOf(person.email), person.code())).status).toBe(200);
    later(-24 * 3600 + 60);
    const code = person.code();
    expect((await sendCode(await pendingOf(person.email), code)).status).toBe(200);
    expect((await sendCode(await pendingOf(person.email), code)).status).toBe(422);
  });

  test('accepts each recovery code once, however it is typed', async () => {
    const person = await someoneWithTwoFactor();
    const code = person.recoveryCodes[0] ?? '';
    expect(
      (await sendCode(await pendingOf(person.email), ` ${code.toUpperCase().replaceAll('-', ' ')} `)).status,
    ).toBe(200);
    expect(await shop.audits()).toMatchObject([
      { action: 'signed_in', after: { second_factor: 'recovery code', recovery_codes_left: 9 } },
    ]);
    expect((await sendCode(await pendingOf(person.email), code)).refusal.message).toBe(wrong);
  });

  test('A-BRUTE wrong codes slow the next attempt down, whatever password comes between; five end the sign-in', async () => {
    const person = await someoneWithTwoFactor();
    const pending = await pendingOf(person.email);
    const statuses: number[] = [];
    for (let tries = 0; tries < 4; tries++) statuses.push((await sendCode(pending, '000000')).status);
    expect(statuses).toEqual([422, 422, 422, 429]);
    const meanwhile = await signIn(person.email);
    expect(meanwhile.status, 'the correct password does not reset wrong codes').toBe(429);
    for (let tries = 0; tries < 2; tries++) {
      later(60);
      expect((await sendCode(pending, '000000')).refusal.message).toBe(wrong);
    }
    later(60);
    expect((await sendCode(pending, person.code())).refusal.errors).toHaveProperty('pending_token');
    expect((await sendCode(await pendingOf(person.email), person.code())).status).toBe(200);
  });

  test('expires after five minutes, with a new password, and when the account is closed', async () => {
    const person = await someoneWithTwoFactor();
    const ended = async (pending: string) =>
      expect((await sendCode(pending, person.code())).refusal.errors).toHaveProperty('pending_token');
    const slow = await pendingOf(person.email);
    later(5 * 60 + 1);
    await ended(slow);

    const before = await pendingOf(person.email);
    const link = await shop.db
      .transaction()
      .execute(tx => createPasswordLink(tx, person.userId, 'reset', now));
    const body = { token: link, password: 'seven green bottles' };
    expect((await shop.anonymous.call(ownAccount.resetPassword, { body })).status).toBe(200);
    await ended(before);
    const login = { email: person.email, password: body.password };
    const fresh = await shop.anonymous.call(session.login, { body: login });
    expect(fresh.reply, 'a new password does not go round the code').toHaveProperty('pending_token');

    const admin = await shop.as('admin');
    await admin.call(users.deactivate, { params: { id: person.userId } });
    await ended('pending_token' in fresh.reply ? fresh.reply.pending_token : '');
  });
});

describe('a user who has lost the app', () => {
  test('is let in again by an administrator, and not with fewer permissions', async () => {
    const person = await someoneWithTwoFactor('view_master', 'view_user');
    const params = { id: person.userId };
    const clerk = await shop.as('view_user', 'edit_user');
    expect((await clerk.call(users.resetTwoFactor, { params })).status).toBe(409);
    expect((await person.call(users.get, { params })).reply.has_two_factor).toBe(true);
    const admin = await someoneWithTwoFactor('admin');
    const itself = await admin.call(users.resetTwoFactor, { params: { id: admin.userId } });
    expect(itself.refusal.message).toBe('Change your own two-factor sign-in in your profile.');

    expect((await admin.call(users.resetTwoFactor, { params })).status).toBe(200);
    expect(await shop.audits()).toMatchObject([{ action: 'two-factor_reset', record_id: person.userId }]);
    expect((await person.call(session.user)).status, 'signed out everywhere').toBe(401);
    expect((await signIn(person.email)).reply).toHaveProperty('token');
    expect((await admin.call(users.resetTwoFactor, { params })).status).toBe(409);
  });
});

describe('the company may require it', () => {
  test('of no one, of administrators, or of all users, who then set it up first', async () => {
    const clerk = await someone('view_master', 'view_setting', 'edit_setting');
    const admin = await someone('admin');
    const askOf = (required_of: string) => admin.call(twoFactor.setPolicy, { body: { required_of } });
    const blocked = async (person: UserRef) => (await person.call(units.list)).status === 403;
    expect((await clerk.call(twoFactor.setPolicy, { body: { required_of: 'nobody' } })).status).toBe(403);
    expect((await askOf('some')).status).toBe(422);

    expect((await askOf('administrators')).reply).toMatchObject({ required_of: 'administrators' });
    expect([await blocked(clerk), await blocked(admin)]).toEqual([false, true]);
    expect((await admin.call(units.list)).refusal).toMatchObject({
      code: 'sign_in_unfinished',
      message: 'Set up two-factor sign-in first. Open your profile.',
    });
    expect((await admin.call(session.user)).reply.user.must_set_two_factor).toBe(true);
    await turnTwoFactorOn(admin, password, now);
    expect(await blocked(admin)).toBe(false);
    expect((await admin.call(session.user)).reply.user.must_set_two_factor).toBe(false);

    await askOf('everybody');
    expect(await blocked(clerk)).toBe(true);
    expect((await askOf('nobody')).reply).toMatchObject({ required_of: 'nobody' });
    expect(await blocked(clerk)).toBe(false);
    expect(await shop.audits()).toMatchObject([
      {
        action: 'edited',
        record_type: 'setting',
        before: { required_of: 'everybody' },
        after: { required_of: 'nobody' },
      },
    ]);
  });
});
