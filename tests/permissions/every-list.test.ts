import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { pathParamNames, fillPath } from '#domain/kernel/call';
import { type AnyListing, sortOrders } from '#domain/kernel/list-query';
import type { Route } from '../../server/platform/http/route';
import { demoDay } from '../support/demo-template';
import { everyRoute } from '../support/every-route';
import { type Caller, startTestApp, type TestApp } from '../support/test-app';

let app: TestApp;
let admin: Caller;

const listingOf = ({ call }: Route) => (call as { readonly listing?: AnyListing }).listing;
const lists = everyRoute.filter(route => listingOf(route) !== undefined);
const reads = everyRoute.filter(({ call }) => call.method === 'GET' && call.replyKind === 'json');

const get = (path: string, query: Record<string, string> = {}) =>
  app.app.inject({
    method: 'GET',
    url: `/api${path}`,
    query,
    headers: { authorization: `Bearer ${admin.token}` },
  });

beforeAll(async () => {
  app = await startTestApp({ data: 'demo', clock: () => demoDay });
  admin = await app.as('admin');
  await everySettingSaved();
  await someRefusals();
}, 600_000);
afterAll(() => app.close());

/** Saves every page of settings unchanged: that is written to the log all the same. */
async function everySettingSaved(): Promise<void> {
  const pages = everyRoute.filter(
    ({ call }) =>
      call.method === 'PUT' &&
      pathParamNames(call.path).length === 0 &&
      reads.some(read => read.call.path === call.path),
  );
  let saved = 0;
  for (const { call } of pages) {
    const current = (await get(call.path)).json<unknown>();
    const fitting = call.body.safeParse(current);
    const body = fitting.success ? current : withoutUnknown(current, fitting.error.issues);
    const response = await app.app.inject({
      method: 'PUT',
      url: `/api${call.path}`,
      headers: { authorization: `Bearer ${admin.token}` },
      payload: body as object,
    });
    expect(response.statusCode, `${call.path} ${response.body}`).toBeLessThan(500);
    if (response.statusCode < 300) saved += 1;
  }
  expect(saved).toBeGreaterThan(5);
  const { rows } = await sql`select from audit_log where record_type = 'setting'`.execute(app.db);
  expect(rows.length).toBeGreaterThan(3);
}

type Issue = { readonly code: string; readonly keys?: readonly string[] };
const withoutUnknown = (current: unknown, issues: readonly Issue[]) => {
  const unknown = issues.flatMap(issue => (issue.code === 'unrecognized_keys' ? (issue.keys ?? []) : []));
  return Object.fromEntries(Object.entries(current as object).filter(([name]) => !unknown.includes(name)));
};

/** A user without permissions, whose attempts are recorded too. */
async function someRefusals(): Promise<void> {
  const noOne = await app.as();
  for (const { call } of everyRoute.slice(0, 40))
    await app.app.inject({
      method: call.method as 'GET',
      url: `/api${fillPath(call.path, Object.fromEntries(pathParamNames(call.path).map(name => [name, 1])))}`,
      headers: { authorization: `Bearer ${noOne.token}` },
      ...(call.replyKind === 'stream' ? { payloadAsStream: true } : {}),
    });
}

/** The newest ids for a path's records, from the lists above it; 1 where there is no such list. */
async function idsFor(path: string): Promise<Record<string, number>> {
  const ids: Record<string, number> = {};
  for (const name of pathParamNames(path)) {
    const above = path.slice(0, path.indexOf(`{${name}}`) - 1);
    const list = lists.find(({ call }) => call.path === above);
    const rows = list
      ? (await get(fillPath(above, ids), { per_page: '1' })).json<{ data?: { id?: number }[] }>()
      : {};
    ids[name] = rows.data?.[0]?.id ?? 1;
  }
  return ids;
}

describe('F43 no stored row makes a list fail', () => {
  test.each(lists.map(route => [route.call.path, route] as const))('%s', async (path, route) => {
    const listing = listingOf(route);
    const address = fillPath(path, await idsFor(path));
    const failed: string[] = [];
    for (const sort_by of listing?.sort ?? [])
      for (const sort_order of sortOrders) {
        let last = 1;
        for (let page = 1; page <= last; page++) {
          const response = await get(address, { page: String(page), per_page: '200', sort_by, sort_order });
          if (response.statusCode === 404) return;
          if (response.statusCode !== 200) failed.push(`${sort_by} ${sort_order} ${page}: ${response.body}`);
          else last = response.json<{ last_page: number }>().last_page;
        }
      }
    expect(failed).toEqual([]);
  });
});

test('F43 every page that can be read without choosing a record works on the data of a whole year', async () => {
  const failed: string[] = [];
  for (const { call } of reads.filter(read => pathParamNames(read.call.path).length === 0)) {
    const response = await get(call.path);
    if (response.statusCode >= 500) failed.push(`${call.path}: ${response.body}`);
  }
  expect(failed).toEqual([]);
});

test('F43 company-wide settings name no record, and old entries that named the record 0 can be read', async () => {
  const { rows } = await sql`select from audit_log where record_id <= 0`.execute(app.db);
  expect(rows).toHaveLength(0);
  // As earlier versions wrote it: the chain includes it, so it stays.
  await app.db.connection().execute(async db => {
    await sql`alter table audit_log disable trigger audit_zero_names_no_record`.execute(db);
    await sql`
      insert into audit_log (at, actor, action, record_type, record_id, record_name)
      values (${demoDay}, 'Ruth', 'edited', 'setting', 0, 'Company')`.execute(db);
    await sql`alter table audit_log enable trigger audit_zero_names_no_record`.execute(db);
  });
  const audit = (await get('/audit')).json<{ data: { record_id: number | null }[] }>();
  expect(audit.data[0]).toMatchObject({ record_name: 'Company', record_id: null });
  expect((await get('/dashboard')).statusCode).toBe(200);
  expect((await get('/audit/verification')).json<{ intact: boolean }>().intact).toBe(true);
});

test('F43 an unknown permission makes no list of roles fail', async () => {
  await sql`insert into role_permissions (role_id, permission) select max(id), 'no_such_right' from roles where not is_system`.execute(
    app.db,
  );
  expect((await get('/roles')).statusCode).toBe(200);
  expect((await get('/users')).statusCode).toBe(200);
});
