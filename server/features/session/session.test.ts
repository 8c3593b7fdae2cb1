import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { allPermissions } from '#domain/kernel/permissions';
import { ownAccount } from '#domain/session/own-account.contract';
import { session } from '#domain/session/session.contract';
import { signInWith } from '../../../tests/support/sign-in';
import { startTestApp, type TestApp } from '../../../tests/support/test-app';
import { createPasswordLink } from './passwords/password-links';
import { delayAfter } from './sign-in-throttle';

let shop: TestApp;
let now = new Date('2026-11-21T09:00:00Z');
const minutes = (count: number) => {
  now = new Date(now.getTime() + count * 60_000);
};
beforeAll(async () => {
  shop = await startTestApp({ clock: () => now });
});
afterAll(() => shop.close());

const founder = { name: 'Ada Founder', email: 'ada@firm.example', password: 'correct horse battery' };

describe('registration', () => {
  test('the first user becomes administrator; of two at once only one; afterwards it is closed', async () => {
    expect((await shop.anonymous.call(session.entry)).reply.registration).toBe('first');
    const other = { ...founder, name: 'Eve', email: 'eve@firm.example' };
    const both = await Promise.all(
      [founder, other].map(body =>
        shop.anonymous.call(ownAccount.register, { body: { ...body, company_name: 'Firm Ltd' } }),
      ),
    );
    expect(both.map(outcome => outcome.status).sort((a, b) => a - b)).toEqual([200, 403]);
    if (both[1]?.status === 200) Object.assign(founder, other);
    expect((await shop.anonymous.call(session.entry)).reply.registration).toBe('closed');
    expect(
      (await shop.anonymous.call(ownAccount.register, { body: { ...founder, email: 'x@y.example' } })).refusal
        .message,
    ).toBe('Registration is closed. Ask an administrator for an account.');
    expect(
      await shop.db.selectFrom('settings').select('value').where('key', '=', 'company').executeTakeFirst(),
    ).toEqual({ value: { name: 'Firm Ltd' } });
  });

  test('opened in the settings, it creates inactive accounts without permissions', async () => {
    const admin = await shop.as('admin');
    expect((await admin.call(ownAccount.registration, { body: { open: true } })).reply.registration).toBe(
      'open',
    );
    const body = { name: 'Ned New', email: 'ned@new.example', password: 'seven green bottles' };
    expect((await shop.anonymous.call(ownAccount.register, { body })).reply).toMatchObject({ active: false });
    expect(
      (await shop.anonymous.call(session.login, { body: { email: body.email, password: body.password } }))
        .status,
    ).toBe(422);
    const again = await shop.anonymous.call(ownAccount.register, {
      body: { ...body, name: 'Somebody Else', email: 'NED@new.example', password: 'eight green bottles' },
    });
    expect(again.reply, 'A-ENUM an address that is taken is answered alike').toEqual(
      (await shop.anonymous.call(ownAccount.register, { body: { ...body, email: 'nel@new.example' } })).reply,
    );
    expect((await shop.audits(2)).map(entry => entry.action)).toEqual(['registered', 'registration_refused']);
    const neds = await shop.db.selectFrom('users').select('name').where('email', 'ilike', 'ned@%').execute();
    expect(neds).toEqual([{ name: 'Ned New' }]);
    await admin.call(ownAccount.registration, { body: { open: false } });
  });

  test.each([
    'password',
    'Password123!',
    'qwerty2026',
    '12345678',
    'aaaaaaaa',
    'abcdefgh',
    'adafounder',
    'bloopers',
    'Hd764nw5d7e1vb1',
    'short',
  ])('refuses the password %s', async password => {
    const admin = await shop.as('admin');
    await admin.call(ownAccount.registration, { body: { open: true } });
    const { status, refusal } = await shop.anonymous.call(ownAccount.register, {
      body: { name: 'Ada Founder', email: `p${Math.random()}@x.example`, password },
    });
    expect([status, Object.keys(refusal.errors ?? {})]).toEqual([422, ['password']]);
  });
});

const signIn = (email: string, password: string) => signInWith(shop.anonymous, { body: { email, password } });

describe('signing in', () => {
  beforeEach(() => minutes(20));

  test('C-03 C-04 D-01 returns token, user, permissions and permissionsByModule; an administrator has them all', async () => {
    const { reply, status } = await signIn(` ${founder.email.toUpperCase()} `, founder.password);
    expect(status).toBe(200);
    expect(reply.token).toMatch(/^[A-Za-z0-9_-]{43}$/);
    expect(reply.permissions).toEqual([...allPermissions]);
    expect(reply.permissionsByModule.supplier).toMatchObject({
      view: ['view_supplier'],
      create: ['create_supplier'],
    });
    expect(reply.user).toMatchObject({
      email: founder.email,
      roles: [{ name: 'admin' }],
      permissions: reply.permissions,
      permissionsByModule: reply.permissionsByModule,
    });
    expect(await shop.audits()).toMatchObject([{ action: 'signed_in' }]);
    const stored = await shop.db.selectFrom('sessions').select('token_hash').execute();
    expect(stored.some(row => row.token_hash.toString('utf8').includes(reply.token))).toBe(false);
  });

  test('D-01 any other user has the permissions of their roles, grouped by module and action', async () => {
    const person = await shop.as('view_product', 'view_cost', 'edit_master');
    const { reply } = await person.call(session.user);
    expect(reply.permissions).toEqual(['edit_master', 'view_cost', 'view_product']);
    expect(reply.permissionsByModule).toEqual({
      product: { view: ['view_product', 'view_cost'] },
      master: { edit: ['edit_master'] },
    });
  });

  test('a wrong password, an unknown account and a deactivated one get the same reply, and all are recorded', async () => {
    const person = await shop.as();
    await shop.db
      .updateTable('users')
      .set({ status: 'inactive', email: 'gone@x.example' })
      .where('id', '=', person.userId)
      .execute();
    const answers = [
      await signIn(founder.email, 'wrong password'),
      await signIn('nobody@x.example', 'wrong password'),
      await signIn('gone@x.example', 'wrong password'),
    ];
    const refusals = answers.map(({ status, refusal }) => [status, refusal.message, refusal.code]);
    expect(new Set(refusals.map(answer => JSON.stringify(answer))).size).toBe(1);
    expect(refusals[0]).toEqual([
      422,
      'Email or password is wrong, or the account is not active.',
      'invalid',
    ]);
    expect((await shop.audits(3)).map(entry => entry.action)).toEqual([
      'sign-in_refused',
      'sign-in_refused',
      'sign-in_refused',
    ]);
  });

  test('C-05 T-04 signing out ends the token at once', async () => {
    const { reply } = await signIn(founder.email, founder.password);
    const headers = { authorization: `Bearer ${reply.token}` };
    expect((await shop.anonymous.call(session.logout, { headers })).status).toBe(200);
    expect((await shop.anonymous.call(session.user, { headers })).status).toBe(401);
  });

  test('guessing is slowed by account, known or not, and no one is locked out for more than 15 minutes', async () => {
    expect([0, 2, 3, 4, 9, 10, 500].map(delayAfter)).toEqual([0, 0, 2_000, 4_000, 128_000, 900_000, 900_000]);
    for (const email of [founder.email, 'unknown@x.example']) {
      for (let n = 0; n < 3; n++) expect((await signIn(email, 'wrong password')).status).toBe(422);
      const slowed = await signIn(email, 'wrong password');
      expect(slowed.status).toBe(429);
      expect(slowed.headers['retry-after']).toBe('2');
      expect(slowed.refusal.message).toBe('Too many sign-in attempts. Try again in 2 seconds.');
    }
    expect((await signIn(founder.email, founder.password)).status).toBe(429);
    minutes(16);
    expect((await signIn(founder.email, founder.password)).status).toBe(200);
  });

  test('A-BRUTE a burst of concurrent guesses counts like consecutive ones', async () => {
    const burst = await Promise.all(
      Array.from({ length: 12 }, (_, n) => signIn(founder.email, `wrong password ${n}`)),
    );
    expect(burst.filter(outcome => outcome.status === 422)).toHaveLength(3);
    expect(burst.filter(outcome => outcome.status === 429)).toHaveLength(9);
  });

  test('A-BRUTE an address that tries many accounts has to wait', async () => {
    for (let n = 0; n < 100; n++) {
      await shop.db
        .insertInto('sign_in_attempts')
        .values({ account: `spray${n}@x.example`, address: '127.0.0.1', succeeded: false, at: now })
        .execute();
    }
    const { status, headers } = await signIn('somebody@x.example', 'wrong password');
    expect([status, headers['retry-after']]).toEqual([429, '900']);
    minutes(16);
    expect((await signIn(founder.email, founder.password)).status).toBe(200);
  });

  test('A-FIX a token sent by the caller is never the one issued', async () => {
    const brought = 'a'.repeat(43);
    const { reply } = await signInWith(shop.anonymous, {
      body: { email: founder.email, password: founder.password },
      headers: { authorization: `Bearer ${brought}`, cookie: `token=${brought}` },
    });
    expect(reply.token).not.toBe(brought);
    const stillSignedOut = { headers: { authorization: `Bearer ${brought}` } };
    expect((await shop.anonymous.call(session.user, stillSignedOut)).status).toBe(401);
  });

  test('a session ends when idle for 8 hours, and after 7 days in any case', async () => {
    const { reply } = await signIn(founder.email, founder.password);
    const headers = { authorization: `Bearer ${reply.token}` };
    const status = async () => (await shop.anonymous.call(session.user, { headers })).status;
    minutes(7 * 60);
    expect(await status()).toBe(200);
    minutes(7 * 60);
    expect(await status()).toBe(200);
    minutes(8 * 60 + 1);
    expect(await status()).toBe(401);
    const second = await signIn(founder.email, founder.password);
    const again = { authorization: `Bearer ${second.reply.token}` };
    for (let hours = 0; hours < 7 * 24; hours += 6) {
      expect((await shop.anonymous.call(session.user, { headers: again })).status).toBe(200);
      minutes(6 * 60);
    }
    minutes(1);
    expect((await shop.anonymous.call(session.user, { headers: again })).status).toBe(401);
  });
});

describe('the profile', () => {
  beforeEach(() => minutes(20));

  test('changes the name freely, and the address with the password', async () => {
    const { reply } = await signIn(founder.email, founder.password);
    const headers = { authorization: `Bearer ${reply.token}` };
    const change = (body: Record<string, unknown>) =>
      shop.anonymous.call(ownAccount.updateProfile, { headers, body });
    expect((await change({ name: 'Ada F.', email: founder.email })).reply.name).toBe('Ada F.');
    expect((await change({ name: 'Ada F.', email: 'new@firm.example' })).refusal.errors).toEqual({
      current_password: ['Enter your current password.'],
    });
    expect(
      (await change({ name: 'Ada F.', email: 'new@firm.example', current_password: founder.password })).reply
        .email,
    ).toBe('new@firm.example');
    founder.email = 'new@firm.example';
    expect((await change({ name: 'Ada', email: founder.email, status: 'active' })).status).toBe(422);
  });

  test('lists the devices, signs out one or all others, and a new password signs the others out', async () => {
    const [one, two, three] = [
      await signIn(founder.email, founder.password),
      await signIn(founder.email, founder.password),
      await signIn(founder.email, founder.password),
    ];
    const as = (outcome: typeof one) => ({ headers: { authorization: `Bearer ${outcome.reply.token}` } });
    const { data } = (await shop.anonymous.call(ownAccount.devices, as(three))).reply;
    expect(data[0]?.is_current).toBe(true);
    const target = data.find(device => !device.is_current);
    expect(
      (await shop.anonymous.call(ownAccount.signOutDevice, { ...as(three), params: { id: target?.id ?? 0 } }))
        .status,
    ).toBe(200);
    const outsider = await shop.as();
    expect((await outsider.call(ownAccount.signOutDevice, { params: { id: data[0]?.id ?? 0 } })).status).toBe(
      404,
    );

    const changed = await shop.anonymous.call(ownAccount.changePassword, {
      ...as(three),
      body: { current_password: founder.password, password: 'another long phrase' },
    });
    expect(changed.status).toBe(200);
    founder.password = 'another long phrase';
    expect((await shop.anonymous.call(session.user, as(one))).status).toBe(401);
    expect((await shop.anonymous.call(session.user, as(two))).status).toBe(401);
    expect((await shop.anonymous.call(session.user, as(three))).status).toBe(200);
    expect(
      (
        await shop.anonymous.call(ownAccount.changePassword, {
          ...as(three),
          body: { current_password: 'wrong', password: 'another long phrase' },
        })
      ).refusal.errors,
    ).toEqual({
      current_password: ['This is not your current password.'],
    });
  });
});

describe('a link that sets a password', () => {
  beforeEach(() => minutes(20));
  const userId = async () =>
    (
      await shop.db
        .selectFrom('users')
        .select('id')
        .where('email', '=', founder.email)
        .executeTakeFirstOrThrow()
    ).id;
  const link = async () =>
    shop.db.transaction().execute(async tx => createPasswordLink(tx, await userId(), 'reset', now));
  const reset = (token: string, password: string) =>
    shop.anonymous.call(ownAccount.resetPassword, { body: { token, password } });

  test('works once, for 30 minutes, ends every session and signs no one in', async () => {
    const { reply } = await signIn(founder.email, founder.password);
    const token = await link();
    expect((await reset(token, 'password')).status).toBe(422);
    const done = await reset(token, 'a third long phrase');
    expect(done.reply).toEqual({ message: 'Your password is set. You can now sign in.' });
    founder.password = 'a third long phrase';
    expect(
      (await shop.anonymous.call(session.user, { headers: { authorization: `Bearer ${reply.token}` } }))
        .status,
    ).toBe(401);
    expect((await reset(token, 'a fourth long phrase')).refusal.message).toBe(
      'This link has been used or has expired. Request a new one.',
    );

    const late = await link();
    minutes(31);
    expect((await reset(late, 'a fourth long phrase')).status).toBe(422);
    const [first, second] = [await link(), await link()];
    expect((await reset(first, 'a fourth long phrase')).status).toBe(422);
    const twice = await Promise.all([
      reset(second, 'a fourth long phrase'),
      reset(second, 'a fifth long phrase'),
    ]);
    expect(twice.map(outcome => outcome.status).sort((a, b) => a - b)).toEqual([200, 422]);
  });
});
