import { type RawBuilder, sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Permission } from '#domain/kernel/permissions';
import { demoDay } from '../support/demo-template';
import { permissionsFrom, smallest, tableRows } from '../support/permission-table';
import { invoiced, quoted, quoteSent } from '../support/quotes';
import { customerWithCredit, stockedProduct } from '../support/shop';
import { startTestApp, type TestApp } from '../support/test-app';

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp({ data: 'demo', clock: () => demoDay });
  // The demo's quotes are not invoiced yet.
  const [admin, product] = [await app.as('admin'), await stockedProduct(app.db)];
  const customer = await customerWithCredit(app.db, 50_000, 'Ada Byrne');
  await invoiced(
    admin,
    await quoted(admin, quoteSent(customer, [{ product_id: product, quantity: '1' }], 240)),
  );
}, 600_000);
afterAll(() => app.close());

type Row = { path: string; asker: Permission[]; right: Permission; fields: string[] };
const rows: Row[] = tableRows('fields.tsv').map(([path = '', requester = '', right = '', fields = '']) => {
  const rights = permissionsFrom(requester);
  return {
    path,
    asker: (typeof rights === 'string' ? [] : (smallest(rights)[0] ?? [])) as Permission[],
    right: right as Permission,
    fields: fields.split(' '),
  };
});

/** The demo records each route is asked for: a few, so that one of them has the field. */
const recordsOf: Readonly<Record<string, RawBuilder<unknown>>> = {
  '/customers/': sql`customers where not is_walk_in and merged_into_id is null order by id desc`,
  '/employees/': sql`employees order by id desc`,
  '/products/': sql`products order by id desc`,
  '/sales/': sql`sales order by quote_id is null, id desc`,
  '/quotes/': sql`quotes order by sale_id is null, id desc`,
  '/stock/counts/': sql`stock_counts order by id desc`,
  '/till-sessions/': sql`till_sessions order by id desc`,
};

async function addressesOf(path: string): Promise<string[]> {
  if (!path.includes('{id}')) return [`/api${path}`];
  const records = Object.entries(recordsOf).find(([start]) => path.startsWith(start))?.[1];
  if (!records) throw new Error(`Name the records of ${path}`);
  const { rows: found } = await sql<{ id: number }>`select id from ${records} limit 5`.execute(app.db);
  return found.map(({ id }) => `/api${path.replace('{id}', String(id))}`);
}

/** Every field of a reply with a value: "data[].cost". */
const fieldsIn = (value: unknown, at = ''): string[] => {
  if (Array.isArray(value)) return value.flatMap(one => fieldsIn(one, `${at}[]`));
  if (value === null || typeof value !== 'object') return [];
  return Object.entries(value).flatMap(([key, inner]) => {
    const name = at === '' ? key : `${at}.${key}`;
    return inner === null ? [] : [name, ...fieldsIn(inner, name)];
  });
};

async function fieldsReturned(path: string, rights: readonly Permission[]): Promise<Set<string>> {
  const person = await app.as(...(rights as Permission[]));
  const reported = new Set<string>();
  for (const url of await addressesOf(path)) {
    const answer = await app.app.inject({
      method: 'GET',
      url,
      headers: { authorization: `Bearer ${person.token}` },
    });
    expect(answer.statusCode, url).toBe(200);
    for (const field of fieldsIn(answer.json())) reported.add(field);
  }
  return reported;
}

describe.each(rows)('F87 F45 GET $path without $right', ({ path, asker: requester, right, fields }) => {
  test('omits the fields of the table, and no others', async () => {
    const [without, withRight] = [
      await fieldsReturned(path, requester),
      await fieldsReturned(path, [...requester, right]),
    ];
    expect(fields.filter(field => without.has(field))).toEqual([]);
    // Demo data has a value for most of them: a row whose fields never appear would prove nothing.
    expect(fields.some(field => withRight.has(field))).toBe(true);
    const more = [...withRight].filter(field => !without.has(field));
    const named = new Set(rows.filter(row => row.path === path).flatMap(row => row.fields));
    const isNamed = (field: string) =>
      [...named].some(one => field === one || field.startsWith(`${one}.`) || field.startsWith(`${one}[`));
    // The dashboard's tiles and to-do items appear or disappear as a whole, each by its own permission.
    const asAWhole = /^(?:todo|suppliers|activity|accounts)\b/;
    expect(
      more.filter(field => !isNamed(field) && !asAWhole.test(field)),
      'write these fields into tests/permissions/fields.tsv',
    ).toEqual([]);
  });
});
