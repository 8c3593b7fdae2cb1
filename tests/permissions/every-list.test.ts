import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { pathParamNames, fillPath } from '#domain/kernel/call';
import { demoDay } from '../support/demo-template';
import { getAs, idsFor, lists, problemsOfList } from '../support/every-list';
import { everyRoute } from '../support/every-route';
import { type Caller, startTestApp, type TestApp } from '../support/test-app';

let app: TestApp;
let admin: Caller;

const reads = everyRoute.filter(({ call }) => call.method === 'GET' && call.replyKind === 'json');

const get = (path: string, query: Record<string, string> = {}) => getAs(app, admin.token)(path, query);
type Paged = { readonly data: readonly unknown[]; readonly total: number; readonly last_page: number };

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

describe('F43 no stored row makes a list fail', () => {
  test.each(lists.map(route => [route.call.path, route] as const))('%s', async (_, route) => {
    // Demo data has records for every list; a list of one without a list above it names its own test.
    expect(await problemsOfList(get, route)).toEqual([]);
  });
});

describe('K-02 F89 every list has ten rows on a page unless another number is asked for', () => {
  test.each(lists.map(({ call }) => call.path))('%s', async path => {
    const address = fillPath(path, (await idsFor(get, path)) ?? {});
    const { data, total, last_page } = (await get(address)).json<Paged>();
    expect(data.length).toBe(Math.min(10, total));
    expect(last_page).toBe(Math.max(1, Math.ceil(total / 10)));
  });

  test('and most of them have more than ten', async () => {
    const totals = await Promise.all(
      lists
        .filter(({ call }) => pathParamNames(call.path).length === 0)
        .map(async ({ call }) => (await get(call.path)).json<Paged>().total),
    );
    expect(totals.filter(total => total > 10).length).toBeGreaterThan(totals.length / 2);
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
