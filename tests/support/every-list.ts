import { fillPath, pathParamNames } from '#domain/kernel/call';
import { type AnyListing, sortOrders } from '#domain/kernel/list-query';
import type { Route } from '../../server/platform/http/route';
import { everyRoute } from './every-route';
import type { TestApp } from './test-app';

export const listingOf = ({ call }: Route) => (call as { readonly listing?: AnyListing }).listing;
export const lists = everyRoute.filter(route => listingOf(route) !== undefined);

export const getAs =
  (app: TestApp, token: string) =>
  (path: string, query: Record<string, string> = {}) =>
    app.app.inject({
      method: 'GET',
      url: `/api${path}`,
      query,
      headers: { authorization: `Bearer ${token}` },
    });
type Get = ReturnType<typeof getAs>;

/** The newest ids for a path's records, from the lists above it; null where there is no record. */
export async function idsFor(get: Get, path: string): Promise<Record<string, number> | null> {
  const ids: Record<string, number> = {};
  for (const name of pathParamNames(path)) {
    const above = path.slice(0, path.indexOf(`{${name}}`) - 1);
    const list = lists.find(({ call }) => call.path === above);
    if (!list) return null;
    const rows = (await get(fillPath(above, ids), { per_page: '1' })).json<{ data?: { id?: number }[] }>();
    const id = rows.data?.[0]?.id;
    if (id === undefined) return null;
    ids[name] = id;
  }
  return ids;
}

/** Reads a list to its last page, by each of its orders. Returns what failed; null if there is no record to list for. */
export async function problemsOfList(get: Get, route: Route): Promise<string[] | null> {
  const { path } = route.call;
  const ids = await idsFor(get, path);
  if (ids === null) return null;
  const address = fillPath(path, ids);
  const failed: string[] = [];
  for (const sort_by of listingOf(route)?.sort ?? [])
    for (const sort_order of sortOrders) {
      let last = 1;
      for (let page = 1; page <= last; page++) {
        const response = await get(address, { page: String(page), per_page: '200', sort_by, sort_order });
        if (response.statusCode === 200) last = response.json<{ last_page: number }>().last_page;
        else failed.push(`${address} ${sort_by} ${sort_order} ${page}: ${response.body}`);
      }
    }
  return failed;
}

/** Every list to its last page (finding F43): what failed, and the lists without a record to list for. */
export async function readEveryList(app: TestApp, token: string) {
  const get = getAs(app, token);
  const failed: string[] = [];
  const unread: string[] = [];
  for (const route of lists) {
    const problems = await problemsOfList(get, route);
    if (problems === null) unread.push(route.call.path);
    else failed.push(...problems);
  }
  return { failed, unread };
}
