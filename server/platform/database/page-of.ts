import { type RawBuilder, sql } from 'kysely';
import { pageSizes } from '#domain/kernel/list-query';
import type { Reader } from './open-database';
import { wholeListStatement } from './prepared-statement';
import { askTogether } from './send-together';

type Order<Key extends string> = { readonly sort_by: Key; readonly sort_order: 'asc' | 'desc' };
type Paging = { readonly page: number; readonly per_page: number; readonly from_end?: Window | undefined };
/** The rows of a page as they lie in the opposite order. */
type Window = { readonly limit: number; readonly offset: number };

/** The SQL for each sort key of a contract. No other key can reach the database. */
export type Sortable<Key extends string> = Readonly<Record<Key, RawBuilder<unknown>>>;

/** `order by` the chosen column, then by id in the same direction so that equal values keep a stable order. */
export function inOrder<Key extends string>(
  sortable: Sortable<Key>,
  order: Order<Key>,
  id: RawBuilder<unknown>,
): RawBuilder<unknown> {
  const column = Object.hasOwn(sortable, order.sort_by) ? sortable[order.sort_by] : id;
  const direction = order.sort_order === 'desc' ? sql`desc` : sql`asc`;
  return column === id
    ? sql`order by ${id} ${direction}`
    : sql`order by ${column} ${direction}, ${id} ${direction}`;
}

/**
 * `limit … offset …` of a page. Given the whole query of a list, the first page without filters, which is asked for most,
 * is planned once for each connection (decision 132). Its number of rows is part of the text, because a plan for any
 * number of rows would read more of the table than ten rows need.
 */
export const pageLimit = (query: Paging): RawBuilder<unknown> =>
  query.page === 1 && isOffered(query.per_page) && isUnfiltered(query)
    ? sql`limit ${sql.lit(query.per_page)} ${wholeListStatement}`
    : plannedLimit(query);

/** The same, planned for each request. */
function plannedLimit(query: Paging): RawBuilder<unknown> {
  const { limit, offset } = query.from_end ?? { limit: query.per_page, offset: offsetOf(query) };
  return sql`limit ${limit} offset ${offset}`;
}

const offsetOf = ({ page, per_page }: Paging): number => (page - 1) * per_page;

// Each other number of rows would be one more plan to keep.
const isOffered = (size: number): boolean => pageSizes.some(offered => offered === size);

/** Whether a list is asked for without any filter: only for a page of it, in some order. */
export const isUnfiltered = (query: object): boolean =>
  Object.entries(query).every(([name, value]) => value === undefined || notFilters.has(name));
const notFilters = new Set(['page', 'per_page', 'from_end', 'sort_by', 'sort_order']);

/** `where` with every condition given; nothing when there are none. */
export function where(
  ...conditions: readonly (RawBuilder<unknown> | false | undefined)[]
): RawBuilder<unknown> {
  const present = conditions.filter(condition => condition !== undefined && condition !== false);
  return present.length === 0 ? sql`` : sql`where ${sql.join(present, sql` and `)}`;
}

/** Whether one of several conditions holds, each the one of a chosen value. */
export const oneOf = <Value>(
  values: readonly Value[],
  conditionOf: (value: Value) => RawBuilder<unknown>,
): RawBuilder<unknown> =>
  sql`(${sql.join(
    values.map(value => sql`(${conditionOf(value)})`),
    sql` or `,
  )})`;

/**
 * Whether a column holds one of a filter's ids, or null where the filter has it. A single id stays an equality, so that
 * an index can also give the order of the rows.
 */
export function isAmong(column: RawBuilder<unknown>, ids: readonly (number | null)[]): RawBuilder<unknown> {
  const given = ids.filter(id => id !== null);
  const isGiven =
    given.length === 1 ? sql`${column} = ${given[0]}` : sql`${column} = any(${given}::bigint[])`;
  if (given.length === ids.length) return isGiven;
  return given.length === 0 ? sql`${column} is null` : sql`(${column} is null or ${isGiven})`;
}

/** The same for a filter's codes or words. */
export const isAmongWords = (column: RawBuilder<unknown>, words: readonly string[]): RawBuilder<unknown> =>
  words.length === 1 ? sql`${column} = ${words[0]}` : sql`${column} = any(${words}::text[])`;

/** The LIKE pattern for "contains this text", with wildcards in it escaped. */
export const containing = (search: string): string => `%${search.replaceAll(/[\\%_]/g, '\\$&')}%`;

/** The ids of a filter such as `12,15`. */
export const idsIn = (text: string): number[] => text.split(',').map(Number);

/** Wraps the rows of one page. An empty list still has a first page; a page past the end has no rows. */
export const pageFrom = <Row>(query: Paging, total: number, data: Row[]) => ({
  data,
  current_page: query.page,
  last_page: Math.max(1, Math.ceil(total / query.per_page)),
  total,
});

type Listed<Query, Row> = {
  /**
   * A statement, or what makes one of a query, for a list whose whole order turns with `sort_order`: its far pages may
   * be read from the end.
   */
  readonly rows: RawBuilder<Row> | ((asked: Query) => RawBuilder<Row>);
  readonly total: RawBuilder<{ total: number }>;
  /** How many rows down a page is far. */
  readonly farDown?: number;
};

/** A page of a list: its rows, and how many there are in all, in one round trip (decision 116). */
export async function askPage<Row, Query extends Paging & { readonly sort_order?: 'asc' | 'desc' }>(
  db: Reader,
  query: Query,
  { rows, total, farDown = 5_000 }: Listed<Query, Row>,
) {
  if (typeof rows === 'function' && offsetOf(query) >= farDown) return askFarPage(db, query, { rows, total });
  const [data, all] = await askTogether(db, [
    {
      statement: typeof rows === 'function' ? rows(query) : rows,
      answer: found => [...found] as Row[],
    },
    { statement: total, answer: totalIn },
  ]);
  return pageFrom(query, all, data);
}

const totalIn = ([counted]: readonly { total: number }[]): number => counted?.total ?? 0;

/**
 * A page to which thousands of rows must be passed: counted first, which is one round trip more, and then read from the
 * nearer end (decision 217). A page past the end is known to be empty.
 */
async function askFarPage<Row, Query extends Paging & { readonly sort_order?: 'asc' | 'desc' }>(
  db: Reader,
  query: Query,
  { rows, total }: { rows: (asked: Query) => RawBuilder<Row>; total: RawBuilder<{ total: number }> },
) {
  const all = totalIn((await total.execute(db)).rows);
  const offset = offsetOf(query);
  const limit = Math.min(query.per_page, all - offset);
  if (limit <= 0) return pageFrom(query, all, [] as Row[]);
  const behind = all - offset - limit;
  if (offset <= behind) return pageFrom(query, all, [...(await rows(query).execute(db)).rows]);
  const turned = {
    ...query,
    sort_order: query.sort_order === 'desc' ? 'asc' : 'desc',
    from_end: { limit, offset: behind },
  } as const;
  return pageFrom(query, all, (await rows(turned).execute(db)).rows.toReversed());
}

/** In the select list of a page's statement: how many rows the list has in all, beside each row of the page. */
export const allRows = sql`count(*) over () as all_rows`;
export type CountedRow<Row> = Row & { readonly all_rows: number };

/**
 * A page of a list that is calculated as a whole: one statement calculates and counts it (`allRows`). Only for a page
 * past the end, which has no row to say it, is it calculated again. It is planned for each request, because the best
 * plan depends on the day.
 */
export async function countedPage<Row>(
  query: Paging,
  rowsOf: (limit: RawBuilder<unknown>) => Promise<readonly CountedRow<Row>[]>,
) {
  const rows = await rowsOf(plannedLimit(query));
  const first = rows.length > 0 || query.page === 1 ? rows : await rowsOf(sql`limit 1`);
  return pageFrom(
    query,
    first[0]?.all_rows ?? 0,
    rows.map(({ all_rows: _all, ...row }) => row),
  );
}
