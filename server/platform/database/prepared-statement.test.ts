import { type RawBuilder, sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { freshDatabase } from '../../../tests/support/postgres-for-tests';
import { type Database, openDatabase, openPool } from './open-database';
import { pageLimit } from './page-of';
import { anyOf, preparedStatement } from './prepared-statement';

let fresh: Awaited<ReturnType<typeof freshDatabase>>;
let db: Database;
beforeAll(async () => {
  fresh = await freshDatabase();
  // One connection, because plans are cached for each connection.
  db = openDatabase(openPool(fresh.connection, 1));
});
afterAll(async () => {
  await db.destroy();
  await fresh.drop();
});

const kept = async () => {
  const { rows } = await sql<{ statement: string; used: number }>`
    select statement, generic_plans + custom_plans as used from pg_prepared_statements order by statement`.execute(
    db,
  );
  return rows;
};
const add = async (one: number, other: number) => {
  const { rows } = await sql<{
    sum: number;
  }>`${preparedStatement} select ${one}::integer + ${other}::integer as sum`.execute(db);
  return rows[0]?.sum;
};

test('a marked statement is prepared once and takes its parameters; others are not prepared', async () => {
  expect(await add(1, 2)).toBe(3);
  expect(await add(20, 22)).toBe(42);
  await sql`select ${1}::integer as plain`.execute(db);
  expect(await kept()).toEqual([
    { statement: '/* plan kept */ select $1::integer + $2::integer as sum', used: 2 },
  ]);
});

test('of a list, only the first page without filters and of an offered size is prepared', async () => {
  const listed = async (query: { page: number; per_page: number; search?: string | undefined }) => {
    const { rows } = await sql<{ day: number }>`
      select day from generate_series(1, 31) as day order by day ${pageLimit(query)}`.execute(db);
    return rows.map(({ day }) => day);
  };
  const before = (await kept()).length;
  expect(await listed({ page: 1, per_page: 10, search: undefined })).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9, 10]);
  expect(await listed({ page: 1, per_page: 10 })).toHaveLength(10);
  expect(await listed({ page: 1, per_page: 25 })).toHaveLength(25);
  expect(await listed({ page: 2, per_page: 25 })).toEqual([26, 27, 28, 29, 30, 31]);
  expect(await listed({ page: 1, per_page: 11 })).toHaveLength(11);
  expect(await listed({ page: 1, per_page: 10, search: 'day' })).toHaveLength(10);
  const days = (await kept()).filter(({ statement }) => statement.includes('generate_series'));
  expect(days.map(({ statement, used }) => [/limit (.+)$/.exec(statement)?.[1], used])).toEqual([
    ['10 /* list without filter, plan kept */', 2],
    ['25 /* list without filter, plan kept */', 1],
  ]);
  expect(await kept()).toHaveLength(before + 2);
});

test('a marked statement that fails can be run again on the same connection', async () => {
  const ratio = (dividend: number, divisor: number) =>
    sql<{
      ratio: number;
    }>`${preparedStatement} select ${dividend}::integer / ${divisor}::integer as ratio`.execute(db);
  await expect(ratio(1, 0)).rejects.toThrow('division by zero');
  expect((await ratio(84, 2)).rows).toEqual([{ ratio: 42 }]);
  const unknown = () => sql`${preparedStatement} select nothing from nowhere where ${1} = 1`.execute(db);
  await expect(unknown()).rejects.toThrow('nowhere');
  await expect(unknown()).rejects.toThrow('nowhere');
  expect(await add(2, 2)).toBe(4);
});

test('F91 a marked look-up of a few ids keeps its plan, which it does not with the ids as a plain array', async () => {
  await sql`create table counted (id bigint primary key, next bigint not null)`.execute(db);
  await sql`insert into counted select n, n % 20000 + 1 from generate_series(1, 20000) n`.execute(db);
  await sql`analyze counted`.execute(db);
  const plansOf = async (name: string, ids: RawBuilder<unknown>) => {
    const lookUp = sql<{ next: number }>`${preparedStatement}
      select ${sql.lit(name)} as name, n.next from counted c join counted n on n.id = c.next where c.id = ${ids} order by c.id`;
    for (let times = 0; times < 8; times++)
      expect((await lookUp.execute(db)).rows.map(({ next }) => next)).toEqual([3, 102]);
    const { rows } = await sql<{ generic: number; custom: number }>`
      select generic_plans as generic, custom_plans as custom from pg_prepared_statements
      where statement like ${`%'${name}'%`}`.execute(db);
    return rows;
  };
  // PostgreSQL plans for the values five times before it compares.
  expect(await plansOf('a subquery', anyOf([100, 1]))).toEqual([{ generic: 3, custom: 5 }]);
  expect(await plansOf('an array', sql`any(${[100, 1]}::bigint[])`)).toEqual([{ generic: 0, custom: 8 }]);
});
