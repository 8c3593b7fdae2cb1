import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { fill, type Size } from '../../bench/fill';
import {
  openPlanReader,
  ordersOf,
  type PlanReader,
  plannedLists,
  shareOfAllowed,
} from '../../bench/list-plans';
import { questionsFor } from '../support/query-answers';
import { freshDatabase } from '../support/postgres-for-tests';
import { temporaryFolder } from '../support/temporary-folder';
import { openDatabase, openPool } from '../../server/platform/database/open-database';

/** Enough for a deep page of what there is most of, and for a wrong plan to show. */
const size: Size = { suppliers: 1_000, orders: 3_000, payments: 3_000, products: 1_000, sales: 3_000 };

let reader: PlanReader;
let database: Awaited<ReturnType<typeof freshDatabase>>;
beforeAll(async () => {
  database = await freshDatabase();
  const db = openDatabase(openPool(database.connection, 1));
  await fill(db, size);
  await db.destroy();
  reader = await openPlanReader(database.connection, temporaryFolder());
});
afterAll(async () => {
  await reader.close();
  await database.drop();
});

describe('a list cuts its page before it joins and calculates, in each order, deep down and filtered', () => {
  test.each(plannedLists())('%s', async (_path, route) => {
    const { total } = await reader.read(route, {});
    const wasteful: string[] = [];
    for (const asked of [...ordersOf(route), ...questionsFor(route.call)]) {
      const { rows } = await reader.read(route, asked);
      const share = shareOfAllowed(rows, total);
      if (share > 1)
        wasteful.push(`${new URLSearchParams(asked).toString()}: ${rows} rows read for a list of ${total}`);
    }
    expect(wasteful).toEqual([]);
  });
});

test('15.2 the audit log is searched by its indexes, not entry by entry', async () => {
  const [, route] = plannedLists().find(([path]) => path === '/api/audit') ?? [];
  if (!route) throw new Error('There is no audit log');
  const { total } = await reader.read(route, {});
  for (const search of ['inv-01234', 'no such record'])
    expect((await reader.read(route, { search })).rows, search).toBeLessThan(total / 20);
});

/** Lists of which the sample data has no rows, or one. */
const withFewRows = [
  '/api/till-devices',
  '/api/sale-exceptions',
  '/api/supplier-bills',
  '/api/supplier-credits',
  '/api/bulk-changes',
  '/api/bulk-emails',
  '/api/aged-creditors',
  '/api/vat-adjustments',
  '/api/vat-reliefs',
];

describe('15.5 a list in one order is that in the other from its end, so that far pages may be read from there', () => {
  test.each(plannedLists())('%s', async (path, route) => {
    const { listing } = route.call as unknown as { readonly listing: { readonly sort: readonly string[] } };
    const { total } = await reader.read(route, {});
    // Two rows at least, or nothing can turn.
    if (total < 2) return expect(withFewRows).toContain(path);
    const perPage = Math.min(1_000, Math.ceil(total / 2));
    for (const sort_by of listing.sort) {
      const asked = { sort_by, per_page: String(perPage) };
      const first = await reader.page(route, { ...asked, sort_order: 'asc' });
      const last = await reader.page(route, { ...asked, sort_order: 'desc', page: String(first.last_page) });
      const turned = last.data.toReversed();
      expect(turned, sort_by).toEqual(first.data.slice(0, turned.length));
    }
  });
});
