import { afterAll, beforeAll, expect, test } from 'vitest';
import type { AnyCall } from '#domain/kernel/call';
import { type AnyListing, isDated } from '#domain/kernel/list-query';
import { periodNames } from '#domain/kernel/period';
import { purchases } from '#domain/purchase-orders/purchase-order.contract';
import { financialYear } from '#domain/settings/financial-year.contract';
import { someSupplier } from '../support/books';
import { everyRoute } from '../support/every-route';
import { insertOrder } from '../support/purchases';
import { type Caller, startTestApp, type TestApp } from '../support/test-app';

type ListCall = AnyCall & { readonly listing: AnyListing };

const dated = everyRoute
  .map(({ call }) => call as ListCall)
  .filter(({ listing }) => listing !== undefined && isDated(listing));

let app: TestApp;
let admin: Caller & { readonly userId: number };

/** Half past midnight on Wednesday, 1 July 2026 in London, where it is still June in UTC. */
const now = () => new Date('2026-06-30T23:30:00Z');

beforeAll(async () => {
  app = await startTestApp({ clock: now });
  admin = await app.as('admin');
  const supplier_id = await someSupplier(app.db);
  for (const day of [
    '2025-03-31',
    '2025-04-01',
    '2026-03-31',
    '2026-04-01',
    '2026-05-31',
    '2026-06-01',
    '2026-06-02',
    '2026-06-24',
    '2026-06-25',
    '2026-06-28',
    '2026-06-29',
    '2026-06-30',
    '2026-07-01',
  ])
    await insertOrder(app.db, {
      supplier_id,
      created_by: admin.userId,
      total_pence: 100,
      order_date: day,
      po_number: day,
    });
});
afterAll(() => app.close());

const daysOf = async (query: Record<string, string>) =>
  (
    await admin.call(purchases.list, { query: { per_page: '100', sort_order: 'asc', ...query } })
  ).reply.data.map(order => order.order_date);

test.for([
  ['today', ['2026-07-01']],
  ['yesterday', ['2026-06-30']],
  ['this_week', ['2026-06-29', '2026-06-30', '2026-07-01']],
  ['last_week', ['2026-06-24', '2026-06-25', '2026-06-28']],
  ['last_7_days', ['2026-06-25', '2026-06-28', '2026-06-29', '2026-06-30', '2026-07-01']],
  [
    'last_30_days',
    ['2026-06-02', '2026-06-24', '2026-06-25', '2026-06-28', '2026-06-29', '2026-06-30', '2026-07-01'],
  ],
  ['this_month', ['2026-07-01']],
  [
    'last_month',
    ['2026-06-01', '2026-06-02', '2026-06-24', '2026-06-25', '2026-06-28', '2026-06-29', '2026-06-30'],
  ],
  ['this_quarter', ['2026-07-01']],
  ['last_year', ['2025-04-01', '2026-03-31']],
] as const)('D3 D4 the %s of a list are London days', async ([period, days]) => {
  expect(await daysOf({ period })).toEqual(days);
});

test('totals and export take the same relative dates', async () => {
  expect((await admin.call(purchases.totals, { query: { period: 'this_week' } })).reply.owed).toBe(300);
  const file = (await admin.call(purchases.export, { query: { period: 'yesterday' } })).raw.toString();
  expect(file).toContain('2026-06-30');
  expect(file).not.toContain('2026-06-29');
  expect(file).not.toContain('2026-07-01');
});

test('days in the query take precedence over the period, one day as well as two', async () => {
  expect(await daysOf({ period: 'today', from: '2026-06-29', to: '2026-06-30' })).toEqual([
    '2026-06-29',
    '2026-06-30',
  ]);
  expect(await daysOf({ period: 'last_year', from: '2026-07-01' })).toEqual(['2026-07-01']);
  expect(await daysOf({ period: 'today', to: '2025-03-31' })).toEqual(['2025-03-31']);
});

test('a blank period is none, and an unknown one is refused', async () => {
  expect(await daysOf({ period: '' })).toHaveLength(13);
  for (const call of [purchases.list, purchases.totals, purchases.export]) {
    const { status, refusal } = await admin.call(call, { query: { period: 'someday' } });
    expect(status).toBe(422);
    expect(refusal?.errors).toEqual({ period: ['Choose one of the periods.'] });
  }
});

test.for(dated.map(list => [list.path, list] as const))(
  '%s and its export take every period',
  async ([path, list]) => {
    const exported = everyRoute.find(({ call }) => call.path === `${path}/export`)?.call;
    for (const period of Object.keys(periodNames))
      expect((await admin.call(list, { query: { period } })).status, period).toBe(200);
    expect((await admin.call(exported as AnyCall, { query: { period: 'this_month' } })).status).toBe(200);
  },
);

test('most lists have dates', () => expect(dated.length).toBeGreaterThan(12));

test('a list without dates has no period', async () => {
  const { statusCode } = await app.app.inject({
    url: '/api/products?period=today',
    headers: { authorization: `Bearer ${admin.token}` },
  });
  expect(statusCode).toBe(422);
});

test('the financial year follows its setting', async () => {
  await admin.call(financialYear.save, { body: { starts: '06-02' } });
  expect(await daysOf({ period: 'this_year' })).toEqual([
    '2026-06-02',
    '2026-06-24',
    '2026-06-25',
    '2026-06-28',
    '2026-06-29',
    '2026-06-30',
    '2026-07-01',
  ]);
});
