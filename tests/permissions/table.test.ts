import { readFile } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { allPermissions } from '#domain/kernel/permissions';
import { everyRoute } from '../support/every-route';
import { pageRows } from '../support/page-permissions';
import { permissionsByRoute, requiredBy, permissionRows } from '../support/permission-table';

const nameOf = ({ call }: (typeof everyRoute)[number]) => `${call.method} ${call.path}`;

test('F87 every route is in the hand-written table once, and every row is a route', () => {
  const routes = everyRoute.map(nameOf);
  const known = new Set(routes);
  expect(
    routes
      .filter(name => !permissionsByRoute.has(name))
      .map(
        name =>
          `${name} has no row in tests/permissions/permissions.tsv. Decide who may call it, and write method, path, rights and why.`,
      ),
  ).toEqual([]);
  expect(
    permissionRows
      .filter(({ route }) => !known.has(route))
      .map(
        ({ route }) =>
          `${route} stands in tests/permissions/permissions.tsv and is no route. Take its row out.`,
      ),
  ).toEqual([]);
  expect(permissionRows.length, 'a route stands in tests/permissions/permissions.tsv twice').toBe(
    permissionsByRoute.size,
  );
});

test('F87 every row names permissions of the catalogue, and gives a reason', () => {
  const rights = new Set<string>(allPermissions);
  for (const { route, rights: required, why } of permissionRows) {
    expect(why.trim(), `${route} says no reason`).not.toBe('');
    if (typeof required === 'string') continue;
    for (const right of [...required.anyOf, ...(required.andAnyOf ?? []), ...required.allOf])
      expect(rights.has(right), `${route}: ${right}`).toBe(true);
  }
});

test("F87 each contract's permissions match the hand-written table", () => {
  const declared = everyRoute.map(route => ({ route: nameOf(route), asks: requiredBy(route.call.access) }));
  const meant = declared.map(({ route }) => ({ route, asks: permissionsByRoute.get(route) }));
  expect(declared).toEqual(meant);
});

test('F87 every permission of the catalogue opens a route, or is listed here with where it is checked', () => {
  const named = new Set(
    permissionRows.flatMap(({ rights }) =>
      typeof rights === 'string' ? [] : [...rights.anyOf, ...(rights.andAnyOf ?? []), ...rights.allOf],
    ),
  );
  // Checked inside a use case that other permissions open.
  const inside = ['override_price', 'override_discount', 'sell_on_account', 'pay_out_cash'];
  expect(allPermissions.filter(right => !named.has(right)).toSorted()).toEqual(inside.toSorted());
});

test('F91 calls of accounts and sessions are closed to tokens, each explicitly', () => {
  const closed = everyRoute
    .filter(({ call }) => call.closedToTokens && typeof call.access !== 'string')
    .map(nameOf)
    .toSorted();
  // By hand: API tokens cannot grant permissions, change who may sign in, or start a session.
  expect(closed).toEqual(
    [
      'GET /auth/two-factor-policy',
      'GET /settings/mail-out',
      'GET /settings/sign-in-provider',
      'GET /users',
      'GET /users/export',
      'GET /users/{id}',
      'POST /users',
      'PUT /users/{id}',
      'POST /users/{id}/deactivate',
      'POST /users/{id}/activate',
      'POST /users/{id}/reset-password',
      'POST /users/{id}/reset-two-factor',
      'DELETE /users/{id}/provider-links',
      'POST /users/{id}/sign-out',
      'DELETE /users/{id}',
      'GET /roles',
      'POST /roles',
      'PUT /roles/{id}',
      'POST /roles/{id}/clone',
      'DELETE /roles/{id}',
      'GET /access-check/subjects',
      'GET /access-check/who',
      'GET /access-check/why/{id}',
      'POST /access-check/role',
      'POST /tills/cashier',
    ].toSorted(),
  );
});

test('F91 before a password or second factor is set, a user can make these calls only', () => {
  // By hand: what setting them needs, and signing out. Anything else open to all users may show records.
  expect(
    everyRoute
      .filter(({ call }) => call.forUnfinishedSignIns)
      .map(nameOf)
      .toSorted(),
  ).toEqual(
    [
      'GET /auth/user',
      'POST /auth/logout',
      'PUT /auth/password',
      'GET /auth/devices',
      'DELETE /auth/devices/{id}',
      'DELETE /auth/devices',
      'GET /auth/two-factor',
      'POST /auth/two-factor/set-up',
      'POST /auth/two-factor/confirm',
      'GET /auth/confirmation',
      'POST /auth/confirmation',
      'POST /auth/confirmation/provider/start',
      'POST /auth/confirmation/provider',
      'POST /auth/confirmation/passkey/start',
      'POST /auth/confirmation/passkey',
    ].toSorted(),
  );
});

test('F87 every page of the router is in the hand-written table of pages once, and every row is a page', async () => {
  const router = await readFile(new URL('../../web/router.tsx', import.meta.url), 'utf8');
  const pages = [...router.matchAll(/\bpage\(\s*'([^']+)'/g)].map(([, path = '']) =>
    path === '/settings/$section' ? '/settings/{section}' : path.replaceAll(/\$(\w+)/g, '{$1}'),
  );
  expect(pages.length).toBeGreaterThan(80);
  const rows = pageRows.map(({ path }) => path);
  expect(
    pages
      .filter(path => !rows.includes(path))
      .map(
        path =>
          `${path} has no row in tests/permissions/pages.tsv. Decide who may open it, and which buttons ask for more.`,
      ),
  ).toEqual([]);
  expect(rows.filter(path => !pages.includes(path))).toEqual([]);
  expect(new Set(rows).size).toBe(rows.length);
});
