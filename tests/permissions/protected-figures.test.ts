import * as z from 'zod';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { fillPath, pathParamNames } from '#domain/kernel/call';
import type { Access } from '#domain/kernel/access';
import type { AnyListing } from '#domain/kernel/list-query';
import { allPermissions, type Permission } from '#domain/kernel/permissions';
import { hiddenFigures } from '#domain/kernel/protected-figures';
import type { Route } from '../../server/platform/http/route';
import { everyRoute } from '../support/every-route';
import { type Caller, noRefusalLimits, startTestApp, type TestApp } from '../support/test-app';

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp({ refusalLimits: noRefusalLimits });
});
afterAll(() => app.close());

const listingOf = ({ call }: Route) => (call as { readonly listing?: AnyListing }).listing;
/** Those of a record of their own need one; the only one of them with protected figures is tested with stocktakes. */
const lists = everyRoute.filter(
  route => listingOf(route) !== undefined && pathParamNames(route.call.path).length === 0,
);

/** The fewest permissions that open a list. */
function fewest(access: Access): readonly Permission[] {
  if (typeof access === 'string') return access === 'administrator' ? allPermissions : [];
  return [
    ...('allOf' in access ? access.allOf : []),
    ...('anyOf' in access ? access.anyOf.slice(0, 1) : []),
    ...('andAnyOf' in access ? access.andAnyOf.slice(0, 1) : []),
  ];
}

/** Every sorting, every choice of a filter with choices, and one value of what is protected besides. */
function questionsOf(listing: AnyListing): Record<string, string>[] {
  const chosen = Object.entries(listing.filters).flatMap(([name, filter]) =>
    filter instanceof z.ZodEnum ? filter.options.map(value => ({ [name]: String(value) })) : [],
  );
  const protectedFilters = (listing.protects ?? []).flatMap(({ filters = {} }) =>
    Object.keys(filters).filter(name => !chosen.some(one => name in one)),
  );
  return [
    ...listing.sort.map(sort_by => ({ sort_by })),
    ...chosen,
    ...protectedFilters.map(name => ({ [name]: '1' })),
  ];
}

const statusOf = async (path: string, query: Record<string, string>, { token }: Caller) => {
  const response = await app.app.inject({
    method: 'GET',
    url: `/api${fillPath(path, {})}`,
    query,
    headers: { authorization: `Bearer ${token}` },
  });
  return response.statusCode;
};

describe('a list is refused for its order or its filters only where its contract says so, which pages rely on', () => {
  test.each(lists.map(route => [route.call.path, route] as const))('%s', async (path, route) => {
    const listing = listingOf(route);
    if (!listing) throw new Error('no list');
    const permissions = fewest(route.call.access);
    const person = await app.as(...permissions);
    const holder = { roles: [], permissions };
    const wrong: string[] = [];
    for (const query of questionsOf(listing)) {
      const expected = hiddenFigures(listing, query, holder).length > 0 ? 403 : 200;
      const status = await statusOf(path, query, person);
      if (status !== expected) wrong.push(`${JSON.stringify(query)}: ${status}`);
    }
    expect(wrong).toEqual([]);
  });
});

test('what a list hides, its totals and its files hide too', async () => {
  const hiding = lists.filter(route => listingOf(route)?.protects);
  expect(hiding.map(({ call }) => call.path).toSorted()).toEqual([
    '/customers',
    '/reports/documents',
    '/reports/product-margins',
    '/suppliers',
  ]);
  const reported: string[] = [];
  for (const list of hiding) {
    const listing = listingOf(list);
    const needed = (listing?.protects ?? []).map(({ needs }) => needs);
    const permissions = [...fewest(list.call.access), 'export_data' as const];
    const person = await app.as(...permissions);
    const beside = ['/export', '/totals', '/pdf'].map(end => `${list.call.path}${end}`);
    for (const { call } of everyRoute.filter(route => beside.includes(route.call.path)))
      for (const query of listing ? questionsOf(listing) : []) {
        if (!call.query?.safeParse(query).success || !listing) continue;
        if (hiddenFigures(listing, query, { roles: [], permissions }).length === 0) continue;
        const status = await statusOf(call.path, query, person);
        if (status !== 403)
          reported.push(`${call.path} ${JSON.stringify(query)}: ${status} without ${needed.join(', ')}`);
      }
  }
  expect(reported).toEqual([]);
});
