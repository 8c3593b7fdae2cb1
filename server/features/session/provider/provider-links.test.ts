import { sql } from 'kysely';
import { describe, expect, test } from 'vitest';
import { ownAccount } from '#domain/session/own-account.contract';
import { confirmation } from '#domain/session/confirmation.contract';
import { providerSignIn } from '#domain/session/provider.contract';
import { session } from '#domain/session/session.contract';
import { twoFactor } from '#domain/session/two-factor.contract';
import { roles } from '#domain/users/role.contract';
import { users } from '#domain/users/user.contract';
import { startProvider } from '../../../../tests/support/sign-in-provider';
import {
  asHolderOf,
  password,
  redirectUri,
  useStaffProvider,
} from '../../../../tests/support/staff-provider';
import { codeOf, turnTwoFactorOn } from '../../../../tests/support/two-factor';
import { cleanUpAccessHandler } from '../clean-up';
import { createPasswordLink } from '../passwords/password-links';

const { clock, shop, provider, setUp, someone, member, start, finish, signIn, tokenOf } = useStaffProvider();

const confirmedUntil = async (token: string) =>
  (await shop().anonymous.call(confirmation.get, asHolderOf(token))).reply.confirmed_until;
const addRole = (token: string, name: string) =>
  shop().anonymous.call(roles.create, { ...asHolderOf(token), body: { name, permissions: [] } });

describe('a link', () => {
  test('is one for each user: an address that changed hands opens nothing until an administrator removes it', async () => {
    const { account, email, userId } = await member('view_master');
    await tokenOf(account);
    provider().people.set('successor', { email, email_verified: true });
    const taken = `The user with the address ${email} is linked to another account. Ask an administrator to remove that link.`;
    expect((await signIn('successor')).refusal.message).toBe(taken);

    const admin = await someone('admin');
    const detail = async () => (await admin.call(users.get, { params: { id: userId } })).reply;
    expect(await detail()).toMatchObject({
      provider_links: [{ issuer: provider().issuer, email }],
      can: { unlink: { allowed: true, reason: null } },
    });
    const clerk = await someone('view_user', 'edit_user');
    expect((await clerk.call(users.unlink, { params: { id: userId } })).status, 'more rights').toBe(409);
    const { reply } = await admin.call(users.unlink, { params: { id: userId } });
    expect(reply.message).toMatch(/ is no longer linked to an account of the sign-in provider\.$/);
    expect(await shop().audits()).toMatchObject([{ action: 'provider_unlinked', after: { account: email } }]);
    expect((await admin.call(users.unlink, { params: { id: userId } })).refusal.message).toBe(
      'No account of the sign-in provider is linked.',
    );
    await tokenOf('successor');
    expect((await signIn(account)).refusal.message).toBe(taken);
  });

  test('is made on the profile whatever the address, and removed there', async () => {
    const person = await someone('view_master');
    provider().people.set('private', { email: 'private@example.com', email_verified: false });
    const link = async (account: string) => {
      const { reply, status, refusal } = await person.call(providerSignIn.startLink);
      if (status !== 200) return refusal.message;
      const { address, browser_key } = reply;
      const answer = await provider().browser()(address, account);
      const linked = await person.call(providerSignIn.link, { body: { answer, browser_key } });
      return (linked.reply ?? linked.refusal).message;
    };
    const other = await member('view_master');
    await tokenOf(other.account);
    expect(await link(other.account)).toBe(
      'This account is linked to a user already, or you are linked to another one.',
    );
    expect(await link('private')).toBe('You can now sign in with Staff ID.');
    expect(await link('private')).toBe('Your account is linked already. Remove that link first.');
    await tokenOf('private');
    const [own] = (await person.call(providerSignIn.links)).reply.data;
    const params = { id: own?.id ?? 0 };
    expect((await other.call(providerSignIn.unlink, { params })).status, 'another’s').toBe(404);
    expect((await person.call(providerSignIn.unlink, { params })).status).toBe(200);
    expect((await person.call(providerSignIn.unlink, { params })).status).toBe(404);
    expect((await signIn('private')).status).toBe(422);
  });

  test('goes with a new password from an administrator, and visits are not kept', async () => {
    const admin = await someone('admin');
    const { account, userId } = await member('view_master');
    await tokenOf(account);
    await admin.call(users.resetPassword, { params: { id: userId } });
    const links = () =>
      sql`select from provider_links where user_id = ${userId}`
        .execute(shop().db)
        .then(({ rows }) => rows.length);
    expect(await links()).toBe(0);
    await start();
    clock.aheadMs = 11 * 60_000;
    await cleanUpAccessHandler(shop().db, clock.now).run({});
    clock.aheadMs = 0;
    expect(await shop().db.selectFrom('provider_attempts').selectAll().execute()).toEqual([]);
  });
});

describe('two-factor sign-in', () => {
  test('is asked for after the provider, unless it says that it asked for one', async () => {
    const { account, email, ...person } = await member('view_master');
    const { secret } = await turnTwoFactorOn(person, password, clock.now());
    const { reply } = await signIn(account);
    expect(reply).not.toHaveProperty('token');
    const pending_token = 'pending_token' in reply ? reply.pending_token : '';
    clock.aheadMs = 60_000;
    const code = codeOf(secret, clock.now());
    const second = await shop().anonymous.call(twoFactor.signIn, { body: { pending_token, code } });
    clock.aheadMs = 0;
    expect(second.status).toBe(200);
    provider().people.set(account, { email, email_verified: true, amr: ['pwd', 'mfa'] });
    expect((await signIn(account)).reply).toHaveProperty('token');
    expect(await shop().audits()).toMatchObject([{ after: { second_factor: 'provider' } }]);
  });

  test('that the company requires is met by the provider’s', async () => {
    const admin = await someone('admin');
    const { account, email } = await member('view_master');
    const mustSetUp = async () => {
      const { reply } = await signIn(account);
      return 'user' in reply && reply.user.must_set_two_factor;
    };
    await admin.call(twoFactor.setPolicy, { body: { required_of: 'everybody' } });
    expect(await mustSetUp()).toBe(true);
    provider().people.set(account, { email, email_verified: true, amr: ['mfa'] });
    expect(await mustSetUp()).toBe(false);
    await sql`delete from settings where key = 'two_factor_required'`.execute(shop().db);
  });
});

describe('two-factor sign-in without a password', () => {
  test('is set up by a user of the provider after a recent sign-in, and after a confirmation there', async () => {
    const admin = await someone('admin');
    const { account, userId } = await member('view_master');
    await shop().db.updateTable('users').set({ password_hash: null }).where('id', '=', userId).execute();
    await admin.call(twoFactor.setPolicy, { body: { required_of: 'everybody' } });
    const token = await tokenOf(account);
    await sql`update sessions set created_at = created_at - interval '40 minutes', confirmed_at = null
      where user_id = ${userId}`.execute(shop().db);
    const begin = () => shop().anonymous.call(twoFactor.setUp, { ...asHolderOf(token), body: {} });
    expect((await begin()).refusal.code).toBe('confirmation_required');
    const started = await shop().anonymous.call(providerSignIn.startConfirmation, asHolderOf(token));
    const { address, browser_key } = started.reply;
    const answer = await provider().browser()(address, account);
    const body = { answer, browser_key };
    expect((await shop().anonymous.call(providerSignIn.confirm, { ...asHolderOf(token), body })).status).toBe(
      200,
    );
    const { secret } = (await begin()).reply;
    const code = codeOf(secret, clock.now());
    const confirmed = await shop().anonymous.call(twoFactor.confirm, {
      ...asHolderOf(token),
      body: { code },
    });
    expect(confirmed.status).toBe(200);
    const { reply } = await shop().anonymous.call(session.user, asHolderOf(token));
    expect(reply.user.must_set_two_factor).toBe(false);
    await sql`delete from settings where key = 'two_factor_required'`.execute(shop().db);
  });
});

describe('confirming who you are', () => {
  const confirm = async (
    token: string,
    account: string | undefined,
    { change = (address: string) => address, browser = provider().browser() } = {},
  ) => {
    const started = await shop().anonymous.call(providerSignIn.startConfirmation, asHolderOf(token));
    if (started.status !== 200) return started.refusal.message;
    const { address, browser_key } = started.reply;
    const answer = await browser(change(address), account);
    const { status, refusal } = await shop().anonymous.call(providerSignIn.confirm, {
      ...asHolderOf(token),
      body: { answer, browser_key },
    });
    return status === 200 ? 'confirmed' : refusal.message;
  };

  test('is done at the provider, which must have asked again', async () => {
    const { account, ...person } = await member('admin');
    expect(await confirm(person.token, account)).toBe(
      'Your account is not linked to the sign-in provider. Enter your password.',
    );
    const browser = provider().browser();
    const { address, browser_key } = await start();
    const { reply } = await finish(await browser(address, account), browser_key);
    const token = 'token' in reply ? reply.token : '';
    expect(await confirmedUntil(token), 'they have just entered their password there').not.toBeNull();
    clock.aheadMs = 40 * 60_000;
    await sql`update sessions set last_seen_at = ${clock.now()}`.execute(shop().db);
    await setUp();
    expect((await shop().anonymous.call(confirmation.get, asHolderOf(token))).reply).toMatchObject({
      confirmed_until: null,
      by_provider: { name: 'Staff ID', site: 'http://localhost:3000' },
    });
    expect((await addRole(token, 'Baker')).refusal.code).toBe('confirmation_required');
    const other = await member('admin');
    expect(await confirm(token, other.account)).toBe('You signed in to Staff ID as someone else.');
    // A user who takes out what asks the provider to ask again is let through there, but not here.
    const change = (asked: string) => asked.replace('&prompt=login', '').replace('&max_age=0', '');
    expect(await confirm(token, undefined, { change, browser })).toBe(
      'Staff ID did not ask you to sign in again, so this confirms nothing. Enter your password or use a passkey.',
    );
    expect((await addRole(token, 'Baker')).status).toBe(403);
    clock.aheadMs = 0;
    await setUp();
    await sql`update sessions set confirmed_at = ${new Date(0)}`.execute(shop().db);
    expect((await addRole(token, 'Baker')).status).toBe(403);
    expect(await confirm(token, account)).toBe('confirmed');
    expect(await shop().audits()).toMatchObject([
      { action: 'identity_confirmed', after: { method: 'provider “Staff ID”' } },
    ]);
    expect((await addRole(token, 'Baker')).status).toBe(200);
    expect((await addRole(other.token, 'Miller')).status, 'the other session').toBe(403);
  });

  test('is needed after signing in at a provider that does not say when they entered a password', async () => {
    const silent = await startProvider({ redirectUri, isSilentAboutTime: true });
    const { account, email } = await member('admin');
    silent.people.set(account, { email, email_verified: true });
    await setUp({ issuer: silent.issuer });
    const { address, browser_key } = await start();
    const { reply } = await finish(await silent.browser()(address, account), browser_key);
    const token = 'token' in reply ? reply.token : '';
    expect(await confirmedUntil(token)).toBeNull();
    expect(await confirm(token, account, { browser: silent.browser() })).toBe('confirmed');
    expect(await confirmedUntil(token)).not.toBeNull();
    await setUp();
    await silent.stop();
  });
});

test('passwords can be closed to users who are linked, but not to administrators', async () => {
  const clerk = await member('view_master');
  const admin = await member('admin');
  const unlinked = await member('view_master');
  await tokenOf(clerk.account);
  await tokenOf(admin.account);
  await setUp({ passwords_stay: false });
  const login = (email: string, entered = password) =>
    shop().anonymous.call(session.login, { body: { email, password: entered } });
  expect((await login(clerk.email)).refusal.message).toBe(
    'Your account signs in with Staff ID. Choose “Sign in with Staff ID” on the sign-in page.',
  );
  expect((await login(clerk.email, 'a wrong one')).refusal.message, 'says nothing to others').toBe(
    'Email or password is wrong, or the account is not active.',
  );
  for (const { email } of [admin, unlinked]) expect((await login(email)).status).toBe(200);
  await tokenOf(clerk.account);
  await setUp();
  expect((await login(clerk.email)).status).toBe(200);
});

test('a link does not survive a new password by email', async () => {
  const { account, userId } = await member('view_master');
  await tokenOf(account);
  const token = await shop()
    .db.transaction()
    .execute(tx => createPasswordLink(tx, userId, 'reset', clock.now()));
  const body = { token, password: 'nine crates of tea leaves' };
  expect((await shop().anonymous.call(ownAccount.resetPassword, { body })).status).toBe(200);
  const { rows } = await sql`select from provider_links where user_id = ${userId}`.execute(shop().db);
  expect(rows).toEqual([]);
});
