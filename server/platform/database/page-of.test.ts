import * as fc from 'fast-check';
import { type RawBuilder, sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type FreshDatabase, freshDatabase } from '../../../tests/support/postgres-for-tests';
import { type Database, openDatabase, openPool } from './open-database';
import { askPage, inOrder, pageLimit } from './page-of';

type Row = { readonly id: number; readonly place: number | null };
type Query = {
  readonly page: number;
  readonly per_page: number;
  readonly sort_by: 'place' | 'id';
  readonly sort_order: 'asc' | 'desc';
  readonly from_end?: { readonly limit: number; readonly offset: number } | undefined;
};

let database: FreshDatabase;
let db: Database;
beforeAll(async () => {
  database = await freshDatabase();
  db = openDatabase(openPool(database.connection, 1));
});
afterAll(async () => {
  await db.destroy();
  await database.drop();
});

const listOf = (places: readonly (number | null)[], query: Query, limit: RawBuilder<unknown>) => sql<Row>`
  select id::int, place::int from unnest(${[...places]}::int[]) with ordinality as shelf (place, id)
  ${inOrder({ place: sql`place`, id: sql`id` }, query, sql`id`)} ${limit}`;

/** A page read as if no row were near, and how many rows were passed to get to it. */
async function farPage(places: readonly (number | null)[], query: Query) {
  const passed: number[] = [];
  const page = await askPage(db, query, {
    rows: asked => {
      passed.push(asked.from_end?.offset ?? (asked.page - 1) * asked.per_page);
      return listOf(places, asked, pageLimit(asked));
    },
    total: sql<{ total: number }>`select ${places.length}::int as total`,
    farDown: 0,
  });
  return { page, passed };
}

// Few different places, so that many rows share one, and some have none.
const places = fc.array(fc.option(fc.integer({ min: 1, max: 3 })), { maxLength: 40 });
const queries = fc.record({
  page: fc.integer({ min: 1, max: 15 }),
  per_page: fc.integer({ min: 1, max: 12 }),
  sort_by: fc.constantFrom('place' as const, 'id' as const),
  sort_order: fc.constantFrom('asc' as const, 'desc' as const),
});

test('15.5 a far page has the rows of the list read from its start, and passes half of them at most', async () => {
  await fc.assert(
    fc.asyncProperty(places, queries, async (shelf, query) => {
      const { rows } = await listOf(shelf, query, sql``).execute(db);
      const from = (query.page - 1) * query.per_page;
      const { page, passed } = await farPage(shelf, query);
      expect(page).toEqual({
        data: rows.slice(from, from + query.per_page),
        current_page: query.page,
        last_page: Math.max(1, Math.ceil(shelf.length / query.per_page)),
        total: shelf.length,
      });
      // A page past the end is not read at all.
      expect(passed).toHaveLength(from < shelf.length ? 1 : 0);
      for (const rowsPassed of passed) expect(rowsPassed).toBeLessThanOrEqual(shelf.length / 2);
    }),
    { numRuns: 200 },
  );
});

test('15.5 an order that does not turn is read from the start on any page', async () => {
  const query = { page: 3, per_page: 2, sort_by: 'id', sort_order: 'asc' } as const;
  const page = await askPage(db, query, {
    rows: listOf([1, 1, 2, 2, 3, 3], query, pageLimit(query)),
    total: sql<{ total: number }>`select 6 as total`,
    farDown: 0,
  });
  expect(page.data.map(({ id }) => id)).toEqual([5, 6]);
});
