import { sql } from 'kysely';
import { requirePresent } from '#domain/kernel/require-present';
import { onlyRow } from './only-row';
import type { Tx } from './open-database';
import { preparedStatement } from './prepared-statement';
import { ask, type Question } from './send-together';

/** Adds to each of many rows the id that it will be inserted with, so that one statement inserts them all. */
export async function withReservedIds<Row extends object>(
  tx: Tx,
  table: string,
  rows: readonly Row[],
): Promise<(Row & { readonly id: number })[]> {
  const ids = await reserveIds(tx, table, rows.length);
  return rows.map((row, index) => ({ ...row, id: requirePresent(ids[index], `The id of row ${index + 1}`) }));
}

/** Reserves ids of a table. */
const reserveIds = (tx: Tx, table: string, count: number): Promise<number[]> =>
  count === 0 ? Promise.resolve([]) : ask(tx, reservingIds(table, count));

/** An id of a table, to be sent with other statements. */
export const reservingId = (table: string): Question<{ id: number }, number> => ({
  statement: reserving(table, 1),
  answer: rows => onlyRow(rows).id,
});

/** Several, in the same way. */
export const reservingIds = (table: string, count: number): Question<{ id: number }, number[]> => ({
  statement: reserving(table, count),
  answer: rows => rows.map(({ id }) => id),
});

const reserving = (table: string, count: number) => sql<{ id: number }>`${preparedStatement}
  select nextval(pg_get_serial_sequence(${table}, 'id')) as id from generate_series(1, ${count})`;
