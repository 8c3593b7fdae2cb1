import { describe, expect, test } from 'vitest';
import type { Size } from '../../bench/fill';
import { ordersOf, plannedLists, shareOfAllowed } from '../../bench/list-plans';
import { questionsFor } from '../support/query-answers';
import { useFilledDatabase } from '../support/filled-database';
import { Refusal } from '../../server/platform/http/refusal';
import type { Route } from '../../server/platform/http/route';

/** Enough for a deep page of what there is most of, and for a wrong plan to show. */
const size: Size = { suppliers: 1_000, orders: 3_000, payments: 3_000, products: 1_000, sales: 3_000 };

const filled = useFilledDatabase(size);

/** Filters that cannot be answered from the rows of the list alone, each with what is read for it. */
const readsMore: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  '/api/vat-reliefs': { kind: 'what was paid of every bill or debt that may be due for relief' },
  '/api/reports/vat-return/entries': { search: 'the document and the party of every entry' },
  '/api/reports/documents': {
    method: 'the payments of every sale and credit note',
    supplier_id: 'the lines of every sale and credit note',
  },
};

/** Null if the list refuses what is asked, such as the VAT entries of days that are no period. */
const readUnlessRefused = (route: Route, asked: Record<string, string>) =>
  filled()
    .reader.read(route, asked)
    .catch((error: unknown) => {
      if (error instanceof Refusal) return null;
      throw error;
    });

describe('a list cuts its page before it joins and calculates, in each order, deep down and filtered', () => {
  test.each(plannedLists())('%s', async (path, route) => {
    const whole = await filled().reader.read(route, {});
    const wasteful: string[] = [];
    const filters = questionsFor(route.call).filter(
      asked => !Object.keys(asked).some(name => readsMore[path]?.[name] !== undefined),
    );
    for (const asked of [...ordersOf(route), ...filters]) {
      const read = await readUnlessRefused(route, asked);
      if (!read) continue;
      // Of another period there may be more.
      const total = Math.max(whole.total, read.total);
      if (shareOfAllowed(read.rows, total) > 1)
        wasteful.push(
          `${new URLSearchParams(asked).toString()}: ${read.rows} rows read for a list of ${total}`,
        );
    }
    expect(wasteful).toEqual([]);
  });
});

test('15.2 the audit log is searched by its indexes, not entry by entry', async () => {
  const [, route] = plannedLists().find(([path]) => path === '/api/audit') ?? [];
  if (!route) throw new Error('There is no audit log');
  const { total } = await filled().reader.read(route, {});
  for (const search of ['inv-01234', 'no such record'])
    expect((await filled().reader.read(route, { search })).rows, search).toBeLessThan(total / 20);
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
    const { total } = await filled().reader.read(route, {});
    // Two rows at least, or nothing can turn.
    if (total < 2) return expect(withFewRows).toContain(path);
    const perPage = Math.min(1_000, Math.ceil(total / 2));
    for (const sort_by of listing.sort) {
      const asked = { sort_by, per_page: String(perPage) };
      const first = await filled().reader.page(route, { ...asked, sort_order: 'asc' });
      const last = await filled().reader.page(route, {
        ...asked,
        sort_order: 'desc',
        page: String(first.last_page),
      });
      const turned = last.data.toReversed();
      expect(turned, sort_by).toEqual(first.data.slice(0, turned.length));
    }
  });
});
