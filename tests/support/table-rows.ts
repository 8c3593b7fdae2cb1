import { sql } from 'kysely';
import type { Database } from '../../server/platform/database/open-database';

/** Every row of the tables whose names a statement selects as `name`, to compare before and after. */
export async function rowsOf(db: Database, names: ReturnType<typeof sql<{ name: string }>>) {
  const found: Record<string, unknown> = {};
  for (const { name } of (await names.execute(db)).rows)
    found[name] = (
      await sql`select to_jsonb(t) as row from ${sql.table(name)} t order by 1`.execute(db)
    ).rows;
  return found;
}
