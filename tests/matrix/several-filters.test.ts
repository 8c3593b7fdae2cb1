import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type AnyListing, takesSeveral } from '#domain/kernel/list-query';
import type { AnyCall } from '#domain/kernel/call';
import { purchases } from '#domain/purchase-orders/purchase-order.contract';
import { products } from '#domain/products/product.contract';
import { everyRoute } from '../support/every-route';
import { someProduct } from '../support/products';
import { type Caller, startTestApp, type TestApp } from '../support/test-app';

type ListCall = AnyCall & { readonly listing: AnyListing };

/** The filters of all lists that hold several values. */
const filters = everyRoute.flatMap(({ call }) => {
  const list = call as ListCall;
  return Object.entries(list.listing?.filters ?? {})
    .filter(([, filter]) => takesSeveral(filter))
    .map(([name, filter]) => ({ list, name, options: optionsOf(filter) }));
});

/** The values of a filter, as its description in the API document lists them. */
function optionsOf(filter: AnyListing['filters'][string]): string[] {
  const description = filter.meta()?.description ?? '';
  return description.slice(description.indexOf(': ') + 2, -1).split(', ');
}

let app: TestApp;
let admin: Caller;

beforeAll(async () => {
  app = await startTestApp();
  admin = await app.as('admin');
});
afterAll(() => app.close());

test('the statuses and kinds of every list can be asked for together', () => {
  const names = filters.map(({ list, name }) => `${list.path} ${name}`);
  expect(names).toEqual(
    expect.arrayContaining(['/purchases status', '/sales payment_state', '/products status']),
  );
  expect(names.length).toBeGreaterThan(20);
});

test.for(
  filters.map(({ list, name, options }) => [`${list.path} ${name}`, { list, name, options }] as const),
)(
  '%s takes one value, several, and all of them, and refuses what is none',
  async ([, { list, name, options }]) => {
    const ask = async (value: string) => (await admin.call(list, { query: { [name]: value } })).status;
    const [first = '', second = ''] = options;
    for (const value of [first, `${first},${second}`, options.join(','), `${first},${first}`])
      expect(await ask(value), value).toBe(200);
    for (const value of [`${first},`, `${first},nonsense`, `${first} ${second}`, ','])
      expect(await ask(value), value).toBe(422);
  },
);

test('values of one filter widen the list; two filters narrow it', async () => {
  const { db } = app;
  await someProduct(db, { name: 'Active mug' });
  await someProduct(db, { name: 'Inactive mug', status: 'inactive' });
  const archived = await someProduct(db, { name: 'Archived mug' });
  await sql`update products set status = 'archived' where id = ${archived}`.execute(db);
  const found = async (query: Record<string, string>) => {
    const { reply } = await admin.call(products.list, { query: { sort_by: 'name', ...query } });
    return reply.data.map(({ name }) => name);
  };
  expect(await found({ status: 'inactive' })).toEqual(['Inactive mug']);
  expect(await found({ status: 'inactive,archived' })).toEqual(['Archived mug', 'Inactive mug']);
  expect(await found({ status: 'inactive,archived', search: 'archived' })).toEqual(['Archived mug']);
  expect(await found({ status: 'inactive,active', stock_state: 'in_stock,low' })).toEqual([]);
  expect(await found({ status: 'inactive,active', stock_state: 'in_stock,out' })).toHaveLength(2);
  const { reply } = await admin.call(products.export, { query: { status: 'inactive,archived' } });
  expect(String(reply)).not.toContain('Active mug');
});

test('an invalid value is refused with the choice that the filter asks for', async () => {
  const { refusal } = await admin.call(purchases.list, { query: { status: 'draft,lost' } });
  expect(Object.keys(refusal?.errors ?? {})).toEqual(['status']);
});
