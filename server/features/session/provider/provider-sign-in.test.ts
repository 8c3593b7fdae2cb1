import { describe, expect, test } from 'vitest';
import { providerSignIn } from '#domain/session/provider.contract';
import { session } from '#domain/session/session.contract';
import { signInProvider } from '#domain/settings/sign-in-provider.contract';
import { users } from '#domain/users/user.contract';
import { changedToken, startProvider } from '../../../../tests/support/sign-in-provider';
import {
  asHolderOf,
  password,
  redirectUri,
  useStaffProvider,
} from '../../../../tests/support/staff-provider';

const { clock, shop, provider, setUp, someone, member, start, finish, signIn, tokenOf } = useStaffProvider();

describe('signing in through the provider', () => {
  test('links a user by the verified address, and afterwards knows the account whatever its address', async () => {
    const person = await member('view_master');
    expect((await shop().anonymous.call(session.entry)).reply.provider).toEqual({
      name: 'Staff ID',
      address: redirectUri,
    });
    const { address } = await start();
    expect(Object.fromEntries(new URL(address).searchParams)).toMatchObject({
      client_id: 'counterfoil',
      response_type: 'code',
      redirect_uri: redirectUri,
      scope: 'openid email',
      code_challenge_method: 'S256',
    });
    provider().people.set(person.account, { email: person.email.toUpperCase(), email_verified: true });
    const token = await tokenOf(person.account);
    expect(await shop().audits(2)).toMatchObject([
      { action: 'signed_in', record_id: person.userId, after: { provider: 'Staff ID' } },
      { action: 'provider_linked', record_type: 'user', record_id: person.userId },
    ]);
    expect((await shop().anonymous.call(session.user, asHolderOf(token))).reply.user.id).toBe(person.userId);

    provider().people.set(person.account, { email: 'someone.else@example.com', email_verified: false });
    await tokenOf(person.account);
    expect((await shop().anonymous.call(providerSignIn.links, asHolderOf(token))).reply).toMatchObject({
      data: [{ issuer: provider().issuer, email: 'someone.else@example.com' }],
      provider: { name: 'Staff ID', issuer: provider().issuer, site: 'http://localhost:3000' },
    });
  });

  test('refuses who is not a user, has no verified address, or is deactivated, and creates nobody', async () => {
    const before = await shop().db.selectFrom('users').select('id').execute();
    const refused = async (account: string, message: string) => {
      const { status, refusal } = await signIn(account);
      expect([status, refusal.message]).toEqual([422, message]);
    };
    provider().people.set('stranger', { email: 'stranger@example.com', email_verified: true });
    await refused(
      'stranger',
      'No user here has the address stranger@example.com. Ask an administrator to invite you.',
    );
    expect(await shop().audits()).toMatchObject([
      { action: 'sign-in_refused', record_id: null, after: { email: 'stranger@example.com' } },
    ]);
    const { account, email, userId } = await member('view_master');
    const unverified = `Staff ID has not verified the address ${email}, so it cannot be used to sign in. Sign in with your password, then link your account on your profile.`;
    provider().people.set(account, { email, email_verified: false });
    await refused(account, unverified);
    provider().people.set(account, { email });
    await refused(account, unverified);
    // This claim is Microsoft's, and means nothing elsewhere.
    provider().people.set(account, { email, xms_edov: true });
    await refused(account, unverified);
    provider().people.set('silent', {});
    await refused('silent', 'Staff ID did not share your email address, so your account cannot be found.');
    const admin = await someone('admin');
    await admin.call(users.deactivate, { params: { id: userId } });
    provider().people.set(account, { email, email_verified: true });
    const inactive = 'Your account is not active. Ask an administrator to activate it.';
    await refused(account, inactive);
    await admin.call(users.activate, { params: { id: userId } });
    await tokenOf(account);
    await admin.call(users.deactivate, { params: { id: userId } });
    await refused(account, inactive);
    const after = await shop().db.selectFrom('users').select('id').execute();
    expect(after.length - before.length, 'the member and the administrator').toBe(2);
  });

  test('accepts an answer once, in the window in which the visit began, for ten minutes', async () => {
    const lost =
      'This sign-in has expired, was used already, or began in another window. Start again from the sign-in page.';
    const { account } = await member('view_master');
    const visit = async () => {
      const { address, browser_key } = await start();
      return { answer: await provider().browser()(address, account), browser_key };
    };
    const refused = async (answer: string, browser_key: string) => {
      const { status, refusal } = await finish(answer, browser_key);
      expect([status, refusal.message]).toEqual([422, lost]);
    };
    const first = await visit();
    const other = await visit();
    await refused(first.answer, other.browser_key);
    await refused(first.answer.replace(/state=[^&]+/, 'state=made-up'), first.browser_key);
    await refused(first.answer.replace(/state=[^&]+&?/, ''), first.browser_key);
    expect((await finish(first.answer, first.browser_key)).status).toBe(200);
    await refused(first.answer, first.browser_key);

    const both = await Promise.all([1, 2].map(() => finish(other.answer, other.browser_key)));
    expect(both.map(({ status }) => status).toSorted((one, two) => one - two)).toEqual([200, 422]);

    const late = await visit();
    clock.aheadMs += 10 * 60_000;
    await refused(late.answer, late.browser_key);
    clock.aheadMs = 0;
    await refused(late.answer.replace(/code=[^&]+/, 'code=made-up'), other.browser_key);
    // The answer to a sign-in confirms nothing, and links nothing.
    const signedIn = await member('view_master');
    const again = await visit();
    for (const call of [providerSignIn.confirm, providerSignIn.link])
      expect((await signedIn.call(call, { body: again })).refusal.message).toBe(lost);
    expect((await finish(again.answer, again.browser_key)).status).toBe(200);
  });

  test('uses up a visit whose answer was not accepted', async () => {
    const { account } = await member('view_master');
    const { address, browser_key } = await start();
    const answer = await provider().browser()(address, account);
    const wrong = await finish(answer.replace(/code=[^&]+/, 'code=made-up'), browser_key);
    expect(wrong.refusal.message).toBe('This sign-in was used already or has expired. Start again.');
    expect((await finish(answer, browser_key)).status).toBe(422);
  });

  test('refuses a token that is changed, of another key, visit, client or provider, or out of date', async () => {
    const { account } = await member('view_master');
    const notAccepted =
      'The response from Staff ID could not be accepted. Try again. If it happens again, tell an administrator.';
    const outdated =
      'The response from Staff ID has expired, or its clock and this server’s differ. Try again.';
    const hour = 3600;
    const seconds = Math.floor(Date.now() / 1000);
    const changes: [Parameters<typeof changedToken>, string][] = [
      [[claims => ({ ...claims, email: 'owner@example.com' }), 'nobody'], notAccepted],
      [[claims => claims, 'stranger'], notAccepted],
      [[claims => ({ ...claims, nonce: 'another' })], notAccepted],
      [[claims => ({ ...claims, aud: 'another-client' })], notAccepted],
      [[claims => ({ ...claims, iss: 'https://phishing.example' })], notAccepted],
      [[({ sub: _sub, ...claims }) => claims], notAccepted],
      [[claims => ({ ...claims, exp: seconds - hour })], outdated],
      [[claims => ({ ...claims, nbf: seconds + hour })], outdated],
    ];
    for (const [change, message] of changes) {
      provider().tamperWith(changedToken(...change));
      const { status, refusal } = await signIn(account);
      expect([status, refusal.message], String(change)).toEqual([422, message]);
      expect(await shop().audits()).toMatchObject([{ action: 'sign-in_refused' }]);
    }
    provider().tamperWith(changedToken(claims => claims));
    await tokenOf(account);
    // Two minutes are too many, half a minute is not.
    provider().tamperWith(changedToken(claims => ({ ...claims, exp: Math.floor(Date.now() / 1000) - 30 })));
    await tokenOf(account);
    provider().tamperWith(undefined);
  });

  test('says that the clocks differ', async () => {
    const { account } = await member('view_master');
    clock.aheadMs = 2 * 3600_000;
    await setUp();
    expect((await signIn(account)).refusal.message).toBe(
      'The response from Staff ID has expired, or its clock and this server’s differ. Try again.',
    );
    clock.aheadMs = 0;
    await setUp();
  });

  test('says so when someone cancels, the secret is wrong, or the provider is down; passwords still work', async () => {
    const { account, email } = await member('view_master');
    expect((await signIn(null)).refusal.message).toBe(
      'You were not signed in: Staff ID refused, or you cancelled. Try again, or sign in with your password.',
    );
    await setUp({ client_secret: 'wrong' });
    expect((await signIn(account)).refusal.message).toBe(
      'The connection to Staff ID is not set up correctly. Tell an administrator, or sign in with your password.',
    );
    await setUp();
    const { address, browser_key } = await start();
    const answer = await provider().browser()(address, account);
    await setUp({ issuer: 'http://127.0.0.1:9' });
    const { status, refusal } = await shop().anonymous.call(providerSignIn.start);
    expect([status, refusal.message]).toEqual([
      409,
      'Staff ID cannot be reached now. Try again, or sign in with your password.',
    ]);
    expect((await finish(answer, browser_key)).refusal.message).toBe(
      'The sign-in settings have just changed. Start again.',
    );
    expect((await shop().anonymous.call(session.login, { body: { email, password } })).status).toBe(200);
    const admin = await shop().as('admin');
    await admin.call(signInProvider.remove);
    expect((await shop().anonymous.call(providerSignIn.start)).refusal.message).toBe(
      'No sign-in provider is set up. Sign in with your password.',
    );
    expect((await shop().anonymous.call(session.entry)).reply.provider).toBeNull();
    await setUp();
  });

  test('asks a provider that keeps the address out of its token', async () => {
    const strict = await startProvider({ redirectUri, isStrict: true });
    const { email, userId } = await member('view_master');
    strict.people.set('reserved', { email, email_verified: true });
    await setUp({ issuer: strict.issuer });
    const { address, browser_key } = await start();
    const { status, reply } = await finish(await strict.browser()(address, 'reserved'), browser_key);
    expect(status).toBe(200);
    expect('user' in reply && reply.user.id).toBe(userId);
    await setUp();
    await strict.stop();
  });

  test('takes no bad body for anything else', async () => {
    for (const [body, field] of [
      [{ browser_key: 'key' }, 'answer'],
      [{ answer: '', browser_key: 'key' }, 'answer'],
      [{ answer: 'a'.repeat(8001), browser_key: 'key' }, 'answer'],
      [{ answer: 'state=%00', browser_key: 7 }, 'browser_key'],
    ] as const) {
      const { status, refusal } = await shop().anonymous.call(providerSignIn.signIn, { body });
      expect([status, Object.keys(refusal.errors ?? {})]).toEqual([422, [field]]);
    }
    for (const answer of ['?', 'state=%ff%00&state=b', '<script>', `state=${'é'.repeat(3000)}`])
      expect((await finish(answer, 'key')).status, answer).toBe(422);
  });
});
