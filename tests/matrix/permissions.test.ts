import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type AccessFacts, evaluateAction } from '#domain/access-check/evaluate';
import { actionsOf } from '#domain/access-check/subjects';
import type { Person } from '#domain/access-check/access-answer';
import { fillPath, pathParamNames } from '#domain/kernel/call';
import { allPermissions, type Permission } from '#domain/kernel/permissions';
import { roleTemplates } from '#domain/users/role-templates';
import { findAccessFacts } from '../../server/features/access-check/access-facts';
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

/** What the access check says of every action, by method and path. */
const actions = new Map(actionsOf(everyRoute.map(({ call }) => call)).map(action => [action.key, action]));
const noFacts: AccessFacts = {
  people: [],
  roles: [],
  limits: {
    refund: null,
    bill: null,
    adjustment: null,
    write_off: null,
    stock_count: null,
    order: null,
    expense: null,
    till_variance: null,
    paid_out: null,
    discount: null,
  },
};
const holding = (...permissions: readonly Permission[]): Person => ({
  id: 1,
  name: 'Someone',
  isActive: true,
  mustChangePassword: false,
  roles: [],
  permissions,
});
const administrator: Person = { ...holding(), roles: [{ id: 1, name: 'admin' }] };

/** The access check refuses whom the server refuses with 403, and no one else. */
function expectSameAnswer(route: Route, person: Person, status: number, facts = noFacts): void {
  const action = actions.get(nameOf(route));
  if (!action) throw new Error(`The access check does not know ${nameOf(route)}`);
  const { result, change } = evaluateAction(action, person, { ...facts, people: [approver] });
  expect(result === 'no', nameOf(route)).toBe(status === 403);
  expect(change !== null, nameOf(route)).toBe(result === 'no');
}
// Someone can always approve here: what is compared is the permission of the route.
const approver: Person = { ...administrator, id: 2, name: 'Chief' };

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
    expectSameAnswer(route, holding(), rights === 'signed-in' ? 200 : 403);
    if (typeof rights !== 'string')
      for (const missing of tooFew(rights))
        expectSameAnswer(route, holding(...allPermissions.filter(right => !missing.includes(right))), 403);
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
    for (const [index, token] of [admin, ...people].entries()) {
      const status = await ask(route, token);
      expect([401, 403]).not.toContain(status);
      expect(status).toBeLessThan(500);
      const held = enough[index - 1] as readonly Permission[] | undefined;
      expectSameAnswer(route, index === 0 ? administrator : holding(...(held ?? [])), status);
    }
  });
});

test.each(roleTemplates)(
  'the access check gives the server’s answer for every route to a user with the role $name',
  async ({ permissions }) => {
    const user = await shop.as(...permissions);
    // Read as the access check reads it, with its roles, and everyone else as approver.
    const facts = await findAccessFacts(shop.db);
    const person = facts.people.find(({ id }) => id === user.userId);
    if (!person) throw new Error('The access check does not list the user');
    // Signing out would end the session of the others.
    const asked = everyRoute.filter(
      route => rightsTo(route) !== 'public' && route.call.path !== '/auth/logout',
    );
    // Several at once: none of them changes anything.
    for (let from = 0; from < asked.length; from += 20)
      await Promise.all(
        asked
          .slice(from, from + 20)
          .map(async route => expectSameAnswer(route, person, await ask(route, user.token), facts)),
      );
  },
);
