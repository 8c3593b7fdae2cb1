import { sql } from 'kysely';
import type { Tx } from '../../platform/database/open-database';
import type { UndoneRow, UndoRefusal } from './imported-row';

/** Where users may have added to a record; deleted together with it. */
export type WorkPlace = {
  readonly table: string;
  /** The column that refers to the record. */
  readonly column: string;
  /** What is there, in a sentence: "notes". */
  readonly words: string;
};

/** The records with something that was added to them since they were imported, and that would be deleted with them. */
export async function refuseWorkSince(
  tx: Tx,
  places: readonly WorkPlace[],
  rows: readonly UndoneRow[],
): Promise<UndoRefusal[]> {
  const ids = rows.map(({ id }) => id);
  if (places.length === 0 || ids.length === 0) return [];
  const { rows: found } = await sql<{ id: number; words: string }>`${sql.join(
    places.map(
      ({ table, column, words }) =>
        sql`select distinct ${sql.ref(column)} as id, ${words}::text as words from ${sql.table(table)}
          where ${sql.ref(column)} = any(${ids}::bigint[])`,
    ),
    sql` union all `,
  )}`.execute(tx);
  return rows.flatMap(({ id, name }) => {
    const there = new Set(found.filter(one => one.id === id).map(({ words }) => words));
    const named = places.map(({ words }) => words).filter(words => there.delete(words));
    return named.length === 0 ? [] : [{ name, reason: `has ${inWords.format(named)} since` }];
  });
}

const inWords = new Intl.ListFormat('en-GB', { type: 'conjunction' });
