import { sql } from 'kysely';
import { requirePresent } from '#domain/kernel/require-present';
import type { Tx } from './open-database';

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
async function reserveIds(tx: Tx, table: string, count: number): Promise<number[]> {
  if (count === 0) return [];
  const { rows } = await sql<{ id: number }>`
    select nextval(pg_get_serial_sequence(${table}, 'id')) as id from generate_series(1, ${count})`.execute(
    tx,
  );
  return rows.map(row => row.id);
}
