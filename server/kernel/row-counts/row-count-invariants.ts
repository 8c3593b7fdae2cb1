import { sql } from 'kysely';
import { type Invariant, invariant } from '../verifier/invariant';
import { countedTables, idOf } from './count-rows';

/** Table by table, because each has an id of its own name. */
const stored = sql.join(
  countedTables.map(
    table => sql`
      select k.table_name, k.row_count as kept,
        (select count(*) from ${sql.table(table)} where ${idOf(table)} <= k.up_to_id) as counted
      from kept_row_counts k where k.table_name = ${sql.lit(table)}`,
  ),
  sql` union all `,
);

export const rowCountInvariants: readonly Invariant[] = [
  invariant(
    'A18',
    'Kept row counts match their tables',
    'the kept number of rows of each long table against its rows',
    {
      counted: sql`select count(*) from kept_row_counts`,
      broken: sql`
      select table_name || ': ' || kept || ' kept, ' || counted || ' counted' as what, null as link
      from (${stored}) s where kept <> counted`,
    },
  ),
];
