import { sql } from 'kysely';
import type { Tx } from './open-database';

/** Reserves ids of a table, so that many rows can be inserted in one statement with known ids. */
export async function reserveIds(tx: Tx, table: string, count: number): Promise<number[]> {
  if (count === 0) return [];
  const { rows } = await sql<{ id: number }>`
    select nextval(pg_get_serial_sequence(${table}, 'id')) as id from generate_series(1, ${count})`.execute(
    tx,
  );
  return rows.map(row => row.id);
}

/** Each value with an id reserved for it in a table, in the same order. */
export async function withReservedIds<T>(
  tx: Tx,
  table: string,
  values: readonly T[],
): Promise<{ readonly id: number; readonly value: T }[]> {
  const ids = await reserveIds(tx, table, values.length);
  return values.map((value, place) => {
    const id = ids[place];
    if (id === undefined) throw new Error(`No id was reserved in ${table} for row ${place + 1}`);
    return { id, value };
  });
}
