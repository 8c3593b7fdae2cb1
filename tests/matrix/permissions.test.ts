import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { fillPath, pathParamNames } from '#domain/kernel/call';
import { permissionsAskedBy } from '#domain/kernel/access';
import { allPermissions, type Permission } from '#domain/kernel/permissions';
import type { Route } from '../../server/platform/http/route';
import { everyRoute } from '../support/every-route';
import { startTestApp, type TestApp } from '../support/test-app';

let shop: TestApp;
let tokens: { none: string; administrator: string; deactivated: string; revoked: string };
const withRights = new Map<string, string>();

beforeAll(async () => {
  shop = await startTestApp();
  const [nobody, administrator, deactivated, revoked] = [
    await shop.as(),
    await shop.as('admin'),
    await shop.as('admin'),
    await shop.as('admin'),
  ];
  await shop.db
    .updateTable('users')
    .set({ status: 'inactive' })
    .where('id', '=', deactivated.userId)
    .execute();
  await shop.db.deleteFrom('sessions').where('user_id', '=', revoked.userId).execute();
  tokens = {
    none: nobody.token,
    administrator: administrator.token,
    deactivated: deactivated.token,
    revoked: revoked.token,
  };
});
afterAll(() => shop.close());

/** Somebody who holds exactly these rights and no role beside. */
async function tokenWith(rights: readonly Permission[]): Promise<string> {
  const key = rights.join();
  const known = withRights.get(key);
  if (known) return known;
  const { token } = await shop.as(...(rights as Permission[]));
  withRights.set(key, token);
  return token;
}

// An id that no row has: who may is told that there is none, and changes nothing by asking.
const nowhere = 999_999_999;

async function ask(route: Route, token?: string): Promise<number> {
  const { call } = route;
  const params = Object.fromEntries(pathParamNames(call.path).map(name => [name, nowhere]));
  const response = await shop.app.inject({
    method: call.method as 'GET',
    url: `/api${fillPath(call.path, params)}`,
    headers: token ? { authorization: `Bearer ${token}` } : {},
    // A body that no call takes: whoever may is refused for it with 4xx, and again nothing changes.
    ...(call.method === 'POST' || call.method === 'PUT' ? { payload: { no_such_field: true } } : {}),
    // It has no end to wait for.
    ...(call.replyKind === 'stream' ? { payloadAsStream: true } : {}),
  });
  if (call.replyKind === 'stream') response.stream().destroy();
  return response.statusCode;
}

const isOpen = (route: Route) => route.call.access === 'public';
const named = (routes: readonly Route[]) =>
  routes.map(route => [`${route.call.method} ${route.call.path}`, route] as const);

// Each for a reason of its own: nobody can sign in before signing in.
const openToEverybody = new Set([
  'GET /health',
  'GET /auth/entry',
  'POST /auth/login',
  'POST /auth/login/code',
  'POST /auth/register',
  'POST /auth/forgot-password',
  'POST /auth/reset-password',
]);

test('no route is open to everybody but those that must be', () => {
  const open = named(everyRoute.filter(isOpen)).map(([name]) => name);
  expect(open).toContain('POST /auth/login');
  expect(open.filter(name => !openToEverybody.has(name))).toEqual([]);
});

test('every right that a route asks for is in the catalogue', () => {
  const known = new Set<string>(allPermissions);
  for (const route of everyRoute)
    for (const right of permissionsAskedBy(route.call.access)) expect(known.has(right), right).toBe(true);
});

describe.each(named(everyRoute.filter(route => !isOpen(route))))('%s', (_, route) => {
  const { access } = route.call;
  const rights = permissionsAskedBy(access);

  test('is closed to strangers, to ended sessions and to those without the right, and nothing changes', async () => {
    // Everybody who asks is there before the rows are counted.
    const asksAll = typeof access === 'object' && 'allOf' in access && rights.length > 1;
    const others = await tokenWith(allPermissions.filter(right => !rights.includes(right)));
    const alone = asksAll ? await Promise.all(rights.map(right => tokenWith([right]))) : [];
    const before = await shop.digest();
    expect(await ask(route), 'anonymous').toBe(401);
    expect(await ask(route, 'not-a-token-that-anybody-was-given'), 'unknown token').toBe(401);
    expect(await ask(route, tokens.deactivated), 'deactivated').toBe(401);
    expect(await ask(route, tokens.revoked), 'revoked').toBe(401);
    if (access !== 'signed-in') {
      expect(await ask(route, tokens.none), 'without any right').toBe(403);
      expect(await ask(route, others), 'with every other right').toBe(403);
    }
    for (const token of alone) expect(await ask(route, token), 'with one of the rights alone').toBe(403);
    expect(await shop.digest()).toBe(before);
  });

  test('lets in who has exactly the right, and the administrator', async () => {
    // Signing out would end the session of the tests that follow.
    const signsOut = route.call.path === '/auth/logout';
    const admin = signsOut ? (await shop.as('admin')).token : tokens.administrator;
    for (const token of [
      admin,
      ...(access === 'administrator' ? [] : [signsOut ? (await shop.as()).token : await tokenWith(rights)]),
    ]) {
      const status = await ask(route, token);
      expect([401, 403]).not.toContain(status);
      expect(status).toBeLessThan(500);
    }
  });
});
