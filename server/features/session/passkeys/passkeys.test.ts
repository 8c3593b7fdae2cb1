import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { confirmation } from '#domain/session/confirmation.contract';
import { passkeys } from '#domain/session/passkey.contract';
import { session } from '#domain/session/session.contract';
import { roles } from '#domain/users/role.contract';
import { users } from '#domain/users/user.contract';
import { authenticator } from '../../../../tests/support/passkeys';
import { type Caller, startTestApp, type TestApp } from '../../../../tests/support/test-app';
import { turnTwoFactorOn } from '../../../../tests/support/two-factor';
import { usersWithPassword } from '../../../../tests/support/with-password';
import { cleanUpAccessHandler } from '../clean-up';
import { createPasswordLink } from '../passwords/password-links';
import { ownAccount } from '#domain/session/own-account.contract';

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

type Device = ReturnType<typeof authenticator>;

const someone = usersWithPassword(() => shop, password);

const optionsOf = async (person: Caller) => (await person.call(passkeys.start)).reply.options;

async function add(person: Caller, device: Device, name = 'Laptop') {
  const credential = device.create(await optionsOf(person));
  return person.call(passkeys.add, { body: { name, credential } });
}

async function someoneWithPasskey(...rights: Parameters<TestApp['as']>) {
  const person = await someone(...rights);
  const device = authenticator();
  const { reply } = await add(person, device);
  return { ...person, device, passkeyId: reply.passkey.id };
}

const challenge = async () => (await shop.anonymous.call(passkeys.startSignIn)).reply.options;
const signIn = (assertion: ReturnType<Device['answer']>) =>
  shop.anonymous.call(passkeys.signIn, { body: { assertion } });
const asHolderOf = (token: string) => ({ headers: { authorization: `Bearer ${token}` } });

describe('a passkey', () => {
  test('is added with the user verified, listed, used to sign in, and removed', async () => {
    const person = await someone('view_master');
    const device = authenticator();
    const options = await optionsOf(person);
    expect(options).toMatchObject({
      rp: { id: 'localhost', name: 'Counterfoil' },
      attestation: 'none',
      authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
      excludeCredentials: [],
    });
    const { status, reply } = await person.call(passkeys.add, {
      body: { name: 'Laptop', credential: device.create(options) },
    });
    expect(status).toBe(200);
    expect(reply.message).toBe('The passkey “Laptop” is ready to sign in with.');
    expect(await shop.audits()).toMatchObject([
      {
        action: 'passkey_added',
        record_type: 'user',
        record_id: person.userId,
        after: { passkey: 'Laptop' },
      },
    ]);
    expect(await optionsOf(person)).toMatchObject({ excludeCredentials: [{ id: device.id }] });
    const listed = await person.call(passkeys.list);
    expect(listed.reply).toMatchObject({
      site: 'http://localhost:3000',
      data: [{ name: 'Laptop', created_at: now, last_used_at: null }],
    });

    later(60);
    const asked = await challenge();
    expect(asked).toMatchObject({ rpId: 'localhost', userVerification: 'required' });
    const signedIn = await signIn(device.answer(asked));
    expect(signedIn.status).toBe(200);
    expect(signedIn.reply.user.id).toBe(person.userId);
    expect(await shop.audits()).toMatchObject([{ action: 'signed_in', after: { passkey: 'Laptop' } }]);
    const held = asHolderOf(signedIn.reply.token);
    expect((await shop.anonymous.call(passkeys.list, held)).reply.data).toMatchObject([
      { last_used_at: now },
    ]);

    const params = { id: reply.passkey.id };
    const outsider = await someone('admin');
    expect((await outsider.call(passkeys.remove, { params })).status).toBe(404);
    expect((await shop.anonymous.call(passkeys.remove, { params, ...held })).status).toBe(200);
    expect(await shop.audits()).toMatchObject([{ action: 'passkey_removed', after: { passkey: 'Laptop' } }]);
    expect((await signIn(device.answer(await challenge()))).status).toBe(422);
  });

  test('stands for password and code together', async () => {
    const person = await someoneWithPasskey('view_master');
    await turnTwoFactorOn(person, password, now);
    const { status, reply } = await signIn(person.device.answer(await challenge()));
    expect(status).toBe(200);
    expect(reply.token).not.toBe('');
    expect((await shop.anonymous.call(session.user, asHolderOf(reply.token))).status).toBe(200);
  });

  test('has a name of its own, and belongs to one account; there are ten at most', async () => {
    const person = await someone('view_master');
    const device = authenticator();
    expect((await add(person, device)).status).toBe(200);
    expect((await add(person, authenticator(), 'LAPTOP')).refusal.errors).toEqual({
      name: ['You already have a passkey with this name.'],
    });
    const other = await someone('view_master');
    expect((await add(other, device)).refusal.message).toBe('This passkey has been added already.');
    expect((await add(other, authenticator(), ' ')).refusal.errors).toEqual({ name: ['Name is required.'] });
    const last = await optionsOf(person);
    for (let count = 2; count <= 10; count++) await add(person, authenticator(), `Key ${count}`);
    expect((await person.call(passkeys.start)).refusal.message).toBe(
      'You have 10 passkeys. Remove one you no longer need first.',
    );
    const body = { name: 'Eleventh', credential: authenticator().create(last) };
    expect((await person.call(passkeys.add, { body })).status).toBe(409);
  });

  test('is not added in answer to another’s, an old, a used or a made-up challenge, or from elsewhere', async () => {
    const person = await someone('view_master');
    const other = await someone('view_master');
    const wrong = { credential: ['The passkey was not accepted. Try again.'] };
    const send = (credential: ReturnType<Device['create']>) =>
      person.call(passkeys.add, { body: { name: 'Phone', credential } });
    const device = authenticator();
    for (const changes of [
      { origin: 'https://localhost:3000' },
      { origin: 'http://phishing.example' },
      { host: 'phishing.example' },
      { isVerified: false },
      { challenge: Buffer.from('made up').toString('base64url') },
    ])
      expect((await send(device.create(await optionsOf(person), changes))).refusal.errors).toEqual(wrong);
    expect((await send(device.create(await optionsOf(other)))).refusal.errors).toEqual(wrong);
    const ofSignIn = { ...(await optionsOf(person)), challenge: (await challenge()).challenge };
    expect((await send(device.create(ofSignIn))).refusal.errors).toEqual(wrong);
    const old = await optionsOf(person);
    later(5);
    expect((await send(device.create(old))).refusal.errors).toEqual(wrong);
    const options = await optionsOf(person);
    expect((await send(device.create(options))).status).toBe(200);
    expect((await send(authenticator().create(options))).refusal.errors).toEqual(wrong);
    const noise = { id: device.id, client_data: 'e30', attestation: 'AAAA', transports: [] };
    expect((await send(noise)).refusal.errors).toEqual(wrong);
    expect((await person.call(passkeys.list)).reply.data).toHaveLength(1);
  });

  test('is gone after a reset by an administrator, an emailed link, or of two-factor sign-in', async () => {
    const admin = await someone('admin');
    const reset = await someoneWithPasskey('view_master');
    await admin.call(users.resetPassword, { params: { id: reset.userId } });
    expect((await signIn(reset.device.answer(await challenge()))).status).toBe(422);

    const mailed = await someoneWithPasskey('view_master');
    const token = await shop.db
      .transaction()
      .execute(tx => createPasswordLink(tx, mailed.userId, 'reset', now));
    const body = { token, password: 'nine crates of tea leaves' };
    expect((await shop.anonymous.call(ownAccount.resetPassword, { body })).status).toBe(200);
    expect((await signIn(mailed.device.answer(await challenge()))).status).toBe(422);

    const lost = await someoneWithPasskey('view_master');
    await turnTwoFactorOn(lost, password, now);
    await admin.call(users.resetTwoFactor, { params: { id: lost.userId } });
    expect((await signIn(lost.device.answer(await challenge()))).status).toBe(422);
  });
});

describe('signing in with a passkey', () => {
  test('refuses an answer that is used, old, for something else, from elsewhere, unverified or changed', async () => {
    const { device, ...person } = await someoneWithPasskey('view_master');
    const refused = async (assertion: ReturnType<Device['answer']>) => {
      const { status, refusal } = await signIn(assertion);
      expect([status, refusal.message]).toEqual([
        422,
        'This passkey was not accepted, or the account is not active. Sign in with your password.',
      ]);
    };
    for (const changes of [
      { origin: 'http://phishing.example' },
      { host: 'phishing.example' },
      { isVerified: false },
      { challenge: Buffer.from('made up').toString('base64url') },
      { userHandle: Buffer.from('someone else').toString('base64url') },
    ])
      await refused(device.answer(await challenge(), changes));
    await refused(device.answer((await person.call(passkeys.startConfirmation)).reply.options));
    const old = await challenge();
    later(5);
    await refused(device.answer(old));
    const changed = device.answer(await challenge());
    await refused({ ...changed, signature: device.answer(await challenge()).signature });
    await refused({ ...changed, client_data: 'AAAA' });
    await refused(authenticator().answer(await challenge()));
    expect(await shop.audits()).toMatchObject([
      { action: 'sign-in_refused', record_name: 'An unknown passkey' },
    ]);

    const answer = device.answer(await challenge());
    const both = await Promise.all([signIn(answer), signIn(answer)]);
    expect(both.map(({ status }) => status).toSorted((one, other) => one - other)).toEqual([200, 422]);
    await refused(answer);
    // A copy of the key counts from an earlier use.
    await refused(device.answer(await challenge(), { count: 1 }));
    expect((await signIn(device.answer(await challenge(), { userHandle: null }))).status).toBe(200);
  });

  test('is not possible with a closed account, and is again once it is open', async () => {
    const admin = await someone('admin');
    const { device, userId } = await someoneWithPasskey('view_master');
    await admin.call(users.deactivate, { params: { id: userId } });
    expect((await signIn(device.answer(await challenge()))).status).toBe(422);
    await admin.call(users.activate, { params: { id: userId } });
    expect((await signIn(device.answer(await challenge()))).status).toBe(200);
  });

  test('refuses hostile bodies by field', async () => {
    const { device } = await someoneWithPasskey('view_master');
    const assertion = device.answer(await challenge());
    for (const [change, field] of [
      [{ id: '<script>' }, 'assertion.id'],
      [{ signature: '' }, 'assertion.signature'],
      [{ client_data: 'A'.repeat(9000) }, 'assertion.client_data'],
      [{ authenticator_data: 7 }, 'assertion.authenticator_data'],
    ] as const) {
      const body = { assertion: { ...assertion, ...change } };
      const { status, refusal } = await shop.anonymous.call(passkeys.signIn, { body });
      expect([status, Object.keys(refusal.errors ?? {})]).toEqual([422, [field]]);
    }
  });

  test('leaves no old challenges behind', async () => {
    await challenge();
    later(6);
    await challenge();
    await cleanUpAccessHandler(shop.db, () => now).run({});
    expect(await shop.db.selectFrom('passkey_challenges').selectAll().execute()).toHaveLength(1);
  });
});

describe('confirming who you are with a passkey', () => {
  test('opens sensitive calls, with one’s own passkey only', async () => {
    const { device, ...person } = await someoneWithPasskey('admin');
    const other = await someoneWithPasskey('admin');
    later(31);
    const addRole = () => person.call(roles.create, { body: { name: 'By passkey', permissions: [] } });
    expect((await addRole()).refusal.code).toBe('confirmation_required');
    expect((await person.call(passkeys.start)).refusal.code).toBe('confirmation_required');
    expect((await person.call(confirmation.get)).reply).toMatchObject({ by_passkey: true });
    const start = async () => (await person.call(passkeys.startConfirmation)).reply.options;
    expect(await start()).toMatchObject({
      allowCredentials: [{ id: device.id, transports: ['internal'] }],
      userVerification: 'required',
    });
    const confirm = (assertion: ReturnType<Device['answer']>) =>
      person.call(passkeys.confirm, { body: { assertion } });
    expect((await confirm(other.device.answer(await start()))).status).toBe(422);
    expect((await confirm(device.answer(await challenge()))).status).toBe(422);
    expect(await shop.audits()).toMatchObject([{ action: 'passkey_refused' }]);
    expect((await addRole()).status).toBe(403);

    const { status, reply } = await confirm(device.answer(await start()));
    expect(status).toBe(200);
    expect(reply.confirmed_until).toEqual(new Date(now.getTime() + 30 * 60_000));
    expect(await shop.audits()).toMatchObject([
      { action: 'identity_confirmed', after: { method: 'passkey “Laptop”' } },
    ]);
    expect((await addRole()).status).toBe(200);
  });

  test('needs one', async () => {
    const person = await someone('admin');
    expect((await person.call(passkeys.startConfirmation)).refusal.message).toBe(
      'You have no passkey. Enter your password.',
    );
  });
});
