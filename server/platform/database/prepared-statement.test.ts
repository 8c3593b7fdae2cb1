import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { freshDatabase } from '../../../tests/support/postgres-for-tests';
import { preparedStatement } from './prepared-statement';
import { type Database, openDatabase, openPool } from './open-database';

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
