import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { signInProvider } from '#domain/settings/sign-in-provider.contract';
import { businessRows } from '../../../tests/support/business-rows';
import { client, startProvider, type TestProvider } from '../../../tests/support/sign-in-provider';
import { type Caller, startTestApp, type TestApp } from '../../../tests/support/test-app';
import { readNetworks } from '../../platform/network';

let app: TestApp;
let keeper: Caller;
let provider: TestProvider;
/** A server that is no provider, or a wrong one: what it says of itself is set by the tests. */
let impostor: Server;
let metadata: unknown;
let impostorAddress: string;

beforeAll(async () => {
  provider = await startProvider({ redirectUri: 'http://localhost:3000/login/provider' });
  app = await startTestApp({ signInNetworks: readNetworks('127.0.0.1') });
  keeper = await app.as('admin');
  impostor = createServer((request, response) => {
    if (request.url === '/keys') return response.end('{"keys":[]}');
    return response.setHeader('content-type', 'application/json').end(JSON.stringify(metadata));
  });
  await new Promise<void>(resolve => impostor.listen(0, '127.0.0.1', resolve));
  impostorAddress = `http://127.0.0.1:${(impostor.address() as AddressInfo).port}`;
});
afterAll(async () => {
  await app.close();
  await provider.stop();
  impostor.close();
});

const entered = (more: object = {}) => ({
  name: 'Staff ID',
  issuer: provider.issuer,
  client_id: client.id,
  passwords_stay: true,
  ...more,
});
const save = (body: object, who = keeper) => who.call(signInProvider.save, { body: { ...body } });
const tried = async (issuer: string, who = keeper) =>
  (await who.call(signInProvider.test, { body: { issuer } })).reply;

test('K8 the provider is saved with its secret, which is in no reply, table or audit entry in clear', async () => {
  const redirect_uri = 'http://localhost:3000/login/provider';
  expect((await keeper.call(signInProvider.get)).reply).toEqual({ provider: null, redirect_uri, version: 1 });
  expect((await save(entered())).refusal.errors).toEqual({ client_secret: ['Enter the client secret.'] });
  const { status, reply, raw } = await save(entered({ client_secret: client.secret, version: 1 }));
  expect(status).toBe(200);
  expect(reply).toEqual({
    provider: { ...entered(), linked_users: 0 },
    redirect_uri,
    version: 2,
  });
  expect(raw.toString()).not.toMatch(/secret/);
  expect(await businessRows(app.db)).not.toContain(client.secret);
  const { rows } = await sql<{ text: string }>`select audit_log::text as text from audit_log`.execute(app.db);
  const log = rows.map(({ text }) => text).join('\n');
  expect(log).toContain('secret_entered_at');
  expect(log).not.toMatch(/correct-client-secret|v1\./);
  // Kept when it is not entered again.
  expect((await save(entered({ name: 'Staff', version: 2 }))).status).toBe(200);
  const stale = await save(entered({ version: 2 }));
  expect(stale.status).toBe(409);
  expect(stale.raw.toString()).not.toMatch(/sealed|v1\./);
});

test('a stored secret is never used for another provider or client', async () => {
  const again = {
    client_secret: ['Enter the client secret again because the issuer or client ID has changed.'],
  };
  expect((await save(entered({ issuer: 'https://phishing.example' }))).refusal.errors).toEqual(again);
  expect((await save(entered({ client_id: 'other' }))).refusal.errors).toEqual(again);
});

test('needs an administrator, because it decides who signs in as whom, and a confirmation', async () => {
  const reader = await app.as('view_setting', 'edit_setting');
  expect((await reader.call(signInProvider.get)).status).toBe(200);
  expect((await save(entered(), reader)).status).toBe(403);
  expect((await reader.call(signInProvider.remove)).status).toBe(403);
  expect((await reader.call(signInProvider.test, { body: { issuer: provider.issuer } })).status).toBe(403);
  await sql`update sessions set created_at = now() - interval '1 hour'`.execute(app.db);
  expect((await save(entered())).refusal.code).toBe('confirmation_required');
  expect((await keeper.call(signInProvider.remove)).refusal.code).toBe('confirmation_required');
  await sql`update sessions set created_at = now()`.execute(app.db);
});

test.each([
  ['', 'Issuer is required.'],
  ['accounts.google.com', 'Enter the issuer, an address such as https://accounts.google.com.'],
  ['javascript:alert(1)', 'Enter the issuer, an address such as https://accounts.google.com.'],
  ['https://a@id.example', 'Enter the issuer, an address such as https://accounts.google.com.'],
  ['https://id.example/?a=b', 'Enter the issuer, an address such as https://accounts.google.com.'],
  ['http://id.example', 'The issuer must start with https://.'],
  ['http://127.0.0.1.example.com', 'The issuer must start with https://.'],
  ['https://id.example/.well-known/openid-configuration', 'Enter the issuer only, without “/.well-known/…”.'],
])('the issuer “%s” is refused beside its field', async (issuer, message) => {
  const { refusal } = await save(entered({ issuer, client_secret: 'x' }));
  expect(refusal.errors).toEqual({ issuer: [message] });
  expect((await keeper.call(signInProvider.test, { body: { issuer } })).refusal.errors).toEqual({
    issuer: [message],
  });
});

test('a test says what is wrong, and is in the audit log', async () => {
  expect(await tried(provider.issuer)).toMatchObject({ works: true });
  expect(await app.audits()).toMatchObject([{ action: 'tested', after: { works: true } }]);
  expect(await tried('http://127.0.0.1:9')).toEqual({
    works: false,
    message: 'Nothing answers at this address.',
  });
  expect(await app.audits()).toMatchObject([{ action: 'tested', after: { works: false } }]);
  expect(await tried('https://127.0.0.1:99999')).toMatchObject({ works: false });
  const says = async (changes: unknown) => {
    metadata = changes;
    return (await tried(impostorAddress)).message;
  };
  const right = {
    issuer: impostorAddress,
    authorization_endpoint: `${impostorAddress}/auth`,
    token_endpoint: `${impostorAddress}/token`,
    jwks_uri: `${impostorAddress}/keys`,
  };
  expect(await says({ ...right, issuer: `${impostorAddress}/other` })).toContain(
    `The provider calls itself “${impostorAddress}/other”. Enter exactly that as the issuer.`,
  );
  expect(await says({ ...right, issuer: `${impostorAddress}/` })).toContain(
    'Enter exactly that as the issuer',
  );
  expect(await says({ ...right, token_endpoint: undefined })).toBe(
    'The provider does not say its token_endpoint.',
  );
  expect(await says({ ...right, authorization_endpoint: 'javascript:alert(1)' })).toBe(
    'The provider’s authorization_endpoint is not an https address.',
  );
  expect(await says({ ...right, code_challenge_methods_supported: ['plain'] })).toBe(
    'The provider does not support PKCE with S256.',
  );
  expect(await says(right)).toBe(`There are no signing keys at ${impostorAddress}/keys.`);
  for (const nonsense of [[], 'text', null, 7, { ...right, issuer: 7 }, { filler: 'a'.repeat(300_000) }])
    expect(await says(nonsense)).not.toBe('');
});

test('A-SSRF a provider in a private network is asked only if the operator lists it', async () => {
  const strict = await startTestApp();
  const admin = await strict.as('admin');
  expect(await tried(provider.issuer, admin)).toEqual({
    works: false,
    message: '127.0.0.1 is on a private network. To reach it, add its network to SIGN_IN_NETWORKS.',
  });
  await strict.close();
});

test('is removed with its secret', async () => {
  expect((await keeper.call(signInProvider.remove)).reply.provider).toBeNull();
  expect((await keeper.call(signInProvider.remove)).status).toBe(404);
  const { rows } = await sql<{ value: unknown }>`
    select value from settings where key = 'sign_in_provider'`.execute(app.db);
  expect(rows).toEqual([{ value: { provider: null } }]);
});
