import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { fillPath, pathParamNames } from '#domain/kernel/call';
import { allPermissions, type Permission } from '#domain/kernel/permissions';
import type { Route } from '../../server/platform/http/route';
import { everyRoute } from '../support/every-route';
import { type RequiredPermissions, permissionsByRoute, smallest, tooFew } from '../support/permission-table';
import { noRefusalLimits, startTestApp, type TestApp } from '../support/test-app';

let shop: TestApp;
let tokens: { none: string; administrator: string; deactivated: string; revoked: string };
const withRights = new Map<string, string>();

beforeAll(async () => {
  shop = await startTestApp({ refusalLimits: noRefusalLimits });
  const [noOne, administrator, deactivated, revoked] = [
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
    none: noOne.token,
    administrator: administrator.token,
    deactivated: deactivated.token,
    revoked: revoked.token,
  };
});
afterAll(() => shop.close());

/** A user with exactly these permissions and no role besides. */
async function tokenWith(rights: readonly string[]): Promise<string> {
  const key = rights.toSorted().join();
  const cached = withRights.get(key);
  if (cached) return cached;
  const { token } = await shop.as(...(rights as Permission[]));
  withRights.set(key, token);
  return token;
}

// An id without a row: permitted users get 404, and nothing changes.
const nowhere = 999_999_999;

async function ask(route: Route, token?: string): Promise<number> {
  const { call } = route;
  const params = Object.fromEntries(pathParamNames(call.path).map(name => [name, nowhere]));
  const response = await shop.app.inject({
    method: call.method as 'GET',
    url: `/api${fillPath(call.path, params)}`,
    headers: token ? { authorization: `Bearer ${token}` } : {},
    // An invalid body: permitted users get 4xx, and again nothing changes.
    ...(call.method === 'POST' || call.method === 'PUT' ? { payload: { no_such_field: true } } : {}),
    // A stream has no end to wait for.
    ...(call.replyKind === 'stream' ? { payloadAsStream: true } : {}),
  });
  if (call.replyKind === 'stream') response.stream().destroy();
  return response.statusCode;
}

const nameOf = ({ call }: Route) => `${call.method} ${call.path}`;
const named = (routes: readonly Route[]) => routes.map(route => [nameOf(route), route] as const);

/** The hand-written table, independent of the contracts: tests/permissions/permissions.tsv (F87). */
function rightsTo(route: Route): RequiredPermissions {
  const rights = permissionsByRoute.get(nameOf(route));
  if (rights === undefined)
    throw new Error(
      `${nameOf(route)} has no row in tests/permissions/permissions.tsv. Decide who may call it, and add one.`,
    );
  return rights;
}

test('F87 only the routes in the table are open to everyone', async () => {
  for (const [name, route] of named(everyRoute)) {
    if (rightsTo(route) === 'public') expect(await ask(route), name).not.toBe(401);
    else expect(await ask(route), name).toBe(401);
  }
});

describe.each(named(everyRoute.filter(route => rightsTo(route) !== 'public')))('%s', (_, route) => {
  const rights = rightsTo(route);

  test('F87 is closed to strangers, to ended sessions and without permission, and nothing changes', async () => {
    // All callers exist before the rows are counted.
    const others =
      typeof rights === 'string'
        ? []
        : await Promise.all(
            tooFew(rights).map(missing =>
              tokenWith(allPermissions.filter(right => !missing.includes(right))),
            ),
          );
    const everyRight = rights === 'administrator' ? [await tokenWith(allPermissions)] : [];
    const before = await shop.digest();
    expect(await ask(route), 'anonymous').toBe(401);
    expect(await ask(route, 'not-a-token-that-anybody-was-given'), 'unknown token').toBe(401);
    expect(await ask(route, tokens.deactivated), 'deactivated').toBe(401);
    expect(await ask(route, tokens.revoked), 'revoked').toBe(401);
    if (rights !== 'signed-in') expect(await ask(route, tokens.none), 'without any right').toBe(403);
    for (const token of [...others, ...everyRight])
      expect(await ask(route, token), 'with every right but what it asks for').toBe(403);
    expect(await shop.digest()).toBe(before);
  });

  test('F87 is open with exactly the permission, and to the administrator', async () => {
    // Signing out would end the session of the tests that follow.
    const signsOut = route.call.path === '/auth/logout';
    const admin = signsOut ? (await shop.as('admin')).token : tokens.administrator;
    const enough = typeof rights === 'string' ? [[]] : smallest(rights);
    const people = signsOut
      ? [(await shop.as()).token]
      : rights === 'administrator'
        ? []
        : await Promise.all(enough.map(tokenWith));
    for (const token of [admin, ...people]) {
      const status = await ask(route, token);
      expect([401, 403]).not.toContain(status);
      expect(status).toBeLessThan(500);
    }
  });
});
