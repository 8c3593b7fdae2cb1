import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type FreshDatabase, freshDatabase } from '../../../tests/support/postgres-for-tests';
import { type Database, openDatabase, openPool } from './open-database';
import { streamRows } from './stream-rows';

let database: FreshDatabase;
let db: Database;
beforeAll(async () => {
  database = await freshDatabase();
  db = openDatabase(openPool(database.connection, 2));
});
afterAll(async () => {
  await db.destroy();
  await database.drop();
});

const numbers = (count: number) => sql`select n::int from generate_series(1, ${count}) n`;

test('F64 the time limit of a statement does not count for all rows together', async () => {
  await db.connection().execute(async connection => {
    await sql`set statement_timeout = '2s'`.execute(connection);
    const rows = streamRows<{ n: number }>(connection, numbers(2_000));
    const { value: first } = await rows.next();
    expect(first).toEqual({ n: 1 });
    // Longer than the limit, by the clock of the database.
    const { rows: started } = await sql<{ at: Date }>`select clock_timestamp() as at`.execute(db);
    await expect
      .poll(
        async () =>
          (
            await sql<{ over: boolean }>`
            select clock_timestamp() > ${started[0]?.at}::timestamptz + interval '2100 ms' as over`.execute(
              db,
            )
          ).rows[0]?.over,
      )
      .toBe(true);
    const others: { n: number }[] = [];
    for await (const row of rows) others.push(row);
    expect(others).toHaveLength(1_999);
    expect(others.at(-1)).toEqual({ n: 2_000 });
    await sql`reset statement_timeout`.execute(connection);
  });
});

test('within a transaction two streams at once are kept apart', async () => {
  await db.transaction().execute(async tx => {
    const [one, two] = [
      streamRows<{ n: number }>(tx, numbers(700)),
      streamRows<{ n: number }>(tx, numbers(600)),
    ];
    await one.next();
    await two.next();
    let left = 0;
    for await (const row of one) left += row.n > 0 ? 1 : 0;
    for await (const row of two) left += row.n > 0 ? 1 : 0;
    expect(left).toBe(1_298);
  });
});

test('a stream that is not read to its end leaves its connection free', async () => {
  for (let nth = 0; nth < 5; nth++)
    for await (const { n } of streamRows<{ n: number }>(db, numbers(2_000))) if (n === 10) break;
  const { rows } = await sql<{ open: number }>`
    select count(*)::int as open from pg_stat_activity
    where datname = current_database() and state = 'idle in transaction'`.execute(db);
  expect(rows).toEqual([{ open: 0 }]);
});
