import { sql } from 'kysely';
import type { Tx } from '../../platform/database/open-database';

/** Reserves ids of a table, so that many rows can be inserted in one statement with known ids. */
export async function reserveIds(tx: Tx, table: string, count: number): Promise<number[]> {
  if (count === 0) return [];
  const { rows } = await sql<{ id: number }>`
    select nextval(pg_get_serial_sequence(${table}, 'id')) as id from generate_series(1, ${count})`.execute(
    tx,
  );
  return rows.map(row => row.id);
}
