import { afterAll, beforeAll, beforeEach, expect } from 'vitest';
import { providerSignIn } from '#domain/session/provider.contract';
import { signInProvider } from '#domain/settings/sign-in-provider.contract';
import { readNetworks } from '../../server/platform/network';
import { client, startProvider, type TestProvider } from './sign-in-provider';
import { startTestApp, type TestApp } from './test-app';
import { usersWithPassword } from './with-password';

export const password = 'correct horse battery';
export const redirectUri = 'http://localhost:3000/login/provider';
export const asHolderOf = (token: string) => ({ headers: { authorization: `Bearer ${token}` } });

/** A shop whose users have accounts at a provider, for one test file. */
export function useStaffProvider(parts: { smtpUrl?: string } = {}) {
  /** The real time, because the provider has it too, until a test moves it. */
  const clock = { aheadMs: 0, now: () => new Date(Date.now() + clock.aheadMs) };
  let shop: TestApp;
  let provider: TestProvider;
  beforeAll(async () => {
    provider = await startProvider({ redirectUri });
    shop = await startTestApp({ ...parts, clock: clock.now, signInNetworks: readNetworks('127.0.0.1') });
    await setUp();
  });
  afterAll(async () => {
    await shop.close();
    await provider.stop();
  });
  beforeEach(() => {
    clock.aheadMs = 0;
    provider.tamperWith(undefined);
  });

  const someone = usersWithPassword(() => shop, password);

  /** Sets up the provider, which also makes the server forget what it knew of it. */
  async function setUp(changes: Record<string, unknown> = {}): Promise<void> {
    const admin = await shop.as('admin');
    const body = {
      name: 'Staff ID',
      issuer: provider.issuer,
      client_id: client.id,
      client_secret: client.secret,
      passwords_stay: true,
      ...changes,
    };
    expect((await admin.call(signInProvider.save, { body })).status).toBe(200);
  }

  let count = 0;
  /** A user whose account at the provider has the same, verified address. */
  async function member(...rights: Parameters<TestApp['as']>) {
    const person = await someone(...rights);
    const account = `account-${++count}`;
    const { email } = await shop.db
      .selectFrom('users')
      .select('email')
      .where('id', '=', person.userId)
      .executeTakeFirstOrThrow();
    provider.people.set(account, { email, email_verified: true });
    return { ...person, account, email };
  }

  const start = async () => (await shop.anonymous.call(providerSignIn.start)).reply;
  const finish = (answer: string, browser_key: string) =>
    shop.anonymous.call(providerSignIn.signIn, { body: { answer, browser_key } });

  async function signIn(account: string | null, browser = provider.browser()) {
    const { address, browser_key } = await start();
    return finish(await browser(address, account), browser_key);
  }

  async function tokenOf(account: string): Promise<string> {
    const { status, reply, refusal } = await signIn(account);
    expect([status, refusal?.message]).toEqual([200, undefined]);
    return 'token' in reply ? reply.token : reply.pending_token;
  }

  return {
    clock,
    shop: () => shop,
    provider: () => provider,
    setUp,
    someone,
    member,
    start,
    finish,
    signIn,
    tokenOf,
  };
}
