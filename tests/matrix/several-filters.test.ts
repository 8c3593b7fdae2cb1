import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type AnyListing, maxFilterIds, takesSeveral } from '#domain/kernel/list-query';
import { type AnyCall, pathParamNames } from '#domain/kernel/call';
import { purchases } from '#domain/purchase-orders/purchase-order.contract';
import { products } from '#domain/products/product.contract';
import { productMargins } from '#domain/reports/product-margins.contract';
import { everyRoute } from '../support/every-route';
import { someProduct } from '../support/products';
import { type Caller, startTestApp, type TestApp } from '../support/test-app';

type ListCall = AnyCall & { readonly listing: AnyListing };

/** The filters of all lists that hold several values. */
const filters = everyRoute.flatMap(({ call }) => {
  const list = call as ListCall;
  return Object.entries(list.listing?.filters ?? {})
    .filter(([, filter]) => takesSeveral(filter))
    .map(([name, filter]) => ({ list, name, filter, options: optionsOf(filter) }));
});

/** The values of a filter, as its description in the API document lists them; as many ids as it takes for records. */
function optionsOf(filter: AnyListing['filters'][string]): string[] {
  const description = filter.meta()?.description ?? '';
  const ids = Array.from({ length: maxFilterIds }, (_, index) => String(index + 1));
  if (description.startsWith('Ids of '))
    return description.includes('or none') ? ['none', ...ids.slice(1)] : ids;
  if (description.startsWith('Codes of ')) return (/such as (.+);/.exec(description)?.[1] ?? '').split(',');
  if (isOfWords(filter)) return ['North', 'South%2C West'];
  return description.slice(description.indexOf(': ') + 2, -1).split(', ');
}

/** Whether a filter takes the users' own words, of which none is wrong. */
function isOfWords(filter: AnyListing['filters'][string]): boolean {
  return filter.meta()?.description?.includes('a comma within one') === true;
}

/** The totals of all schedules: they are not those of what a list is narrowed to. */
const wholeTotals = ['/expenses/schedules/totals'];

/** The calls that take the filters of a list: itself, its export, and its totals. */
const callsOf = ({ path: listPath }: ListCall): AnyCall[] =>
  everyRoute
    .map(({ call }) => call)
    .filter(
      ({ method, path }) =>
        method === 'GET' &&
        [listPath, `${listPath}/totals`, `${listPath}/export`].includes(path) &&
        !wholeTotals.includes(path),
    );

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
    expect.arrayContaining([
      '/purchases status',
      '/sales payment_state',
      '/products status',
      '/purchased-lines state',
    ]),
  );
  expect(names.length).toBeGreaterThan(20);
});

test('the records of every list can be asked for together', () => {
  const ofRecords = filters.filter(({ name }) => name.endsWith('_id'));
  expect(ofRecords.map(({ list, name }) => `${list.path} ${name}`).toSorted()).toEqual([
    '/audit actor_id',
    '/day-book person_id',
    '/employees manager_id',
    '/expenses category_id',
    '/expenses supplier_id',
    '/ledger-lines supplier_id',
    '/products brand_id',
    '/products category_id',
    '/products sub_category_id',
    '/purchased-lines product_id',
    '/purchased-lines supplier_id',
    '/purchases supplier_id',
    '/quotes customer_id',
    '/reports/documents brand_id',
    '/reports/documents cashier_id',
    '/reports/documents category_id',
    '/reports/documents customer_id',
    '/reports/documents product_id',
    '/reports/documents register_id',
    '/reports/documents supplier_id',
    '/reports/payment-transactions person_id',
    '/reports/product-margins brand_id',
    '/reports/product-margins category_id',
    '/sales customer_id',
    '/sales product_id',
    '/stock category_id',
    '/stock sub_category_id',
    '/stock/ageing category_id',
    '/stock/ageing sub_category_id',
    '/stock/movements product_id',
    '/stock/reorder category_id',
    '/stock/reorder sub_category_id',
    '/stock/reorder supplier_id',
    '/stock/valuation category_id',
    '/stock/valuation sub_category_id',
    '/supplier-bills supplier_id',
    '/supplier-credits supplier_id',
    '/till-sessions register_id',
    '/time-entries employee_id',
    '/users role_id',
  ]);
});

test.for(filters.map(one => [`${one.list.path} ${one.name}`, one] as const))(
  '%s takes one value, several, and all of them, and refuses what is none',
  async ([, { list, name, filter, options }]) => {
    const [first = '', second = ''] = options;
    const calls = callsOf(list);
    expect(calls.length).toBeGreaterThan(0);
    // The type of any call has no parameters in its path.
    const params = Object.fromEntries(pathParamNames(list.path).map(param => [param, 1]));
    const ask = async (call: AnyCall, value: string) =>
      admin.call(call, { params, query: { [name]: value } } as never);
    for (const value of [first, `${first},${second}`, options.join(','), `${first},${first}`])
      expect((await ask(list, value)).status, value).toBe(200);
    // Once only: there is a limit to exports a minute.
    for (const call of calls) expect((await ask(call, `${first},${second}`)).status, call.path).toBe(200);
    const wrong = [
      `${first},`,
      ...(isOfWords(filter) ? [] : [`${first},No sense`, `${first} ${second}`]),
      ',',
    ];
    for (const value of wrong) {
      const { status, refusal } = await ask(list, value);
      expect(status, value).toBe(422);
      expect(Object.keys(refusal?.errors ?? {})).toEqual([name]);
    }
  },
);

test('a filter of records takes at most a hundred, and names what it asks for', async () => {
  const ids = (count: number) => Array.from({ length: count }, (_, index) => index + 1).join(',');
  const ask = (value: string) => admin.call(products.list, { query: { category_id: value } });
  expect((await ask(ids(100))).status).toBe(200);
  for (const value of [
    ids(101),
    '0',
    '-1',
    '1.5',
    'tea',
    '1,tea',
    '1000000000000000',
    '1;drop table products',
  ]) {
    const { status, refusal } = await ask(value);
    expect(status, value).toBe(422);
    expect(refusal?.errors).toEqual({
      category_id: ['Enter the ids of at most 100 categories, separated by commas.'],
    });
  }
  const { refusal } = await admin.call(productMargins.list, { query: { brand_id: 'no' } });
  expect(refusal?.errors).toEqual({
    brand_id: ['Enter the ids of at most 100 brands, separated by commas, or none.'],
  });
});

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
  const { raw } = await admin.call(products.export, { query: { status: 'inactive,archived' } });
  expect(raw.toString()).toContain('Archived mug');
  expect(raw.toString()).not.toContain('Active mug');
});

test('an invalid value is refused with the choice that the filter asks for', async () => {
  const { refusal } = await admin.call(purchases.list, { query: { status: 'draft,lost' } });
  expect(Object.keys(refusal?.errors ?? {})).toEqual(['status']);
});
