import { sql } from 'kysely';
import { preparedStatement } from '../../server/platform/database/prepared-statement';
import type { Database } from '../../server/platform/database/open-database';

// What happens around every request, refused or not, is left out.
const notBusiness = new Set(['audit_log', 'audit_head', 'sign_in_attempts', 'sessions', 'idempotency_keys']);

/**
 * Every row of every table, in one statement, since thousands of cases ask for it before and after. Most of its time
 * went into planning it and into carrying the rows over: its plan is kept, and a hash of each table is all that comes.
 */
export function digestBy(db: Database): () => Promise<string> {
  let tables: Promise<readonly string[]> | undefined;
  return async () => {
    tables ??= businessTables(db);
    const parts = (await tables).map(
      name => sql`
        select ${sql.lit(name)} as name, (
          select count(*) || ' rows, ' || md5(string_agg(row, chr(10) order by row))
          from (select t::text collate "C" as row from ${sql.table(name)} t) as written) as contents`,
    );
    const { rows } = await sql<{
      name: string;
      contents: string | null;
    }>`${preparedStatement}${sql.join(parts, sql` union all `)}`.execute(db);
    return rows
      .map(({ name, contents }) => `${name}: ${contents ?? 'empty'}`)
      .sort()
      .join('\n');
  };
}

async function businessTables(db: Database): Promise<string[]> {
  const tables = await db.introspection.getTables();
  return tables
    .filter(table => table.schema === 'public' && !table.isView && !notBusiness.has(table.name))
    .map(({ name }) => name)
    .sort();
}

/** Every row of every table, to look for what must stand in none. */
export async function businessRows(db: Database): Promise<string> {
  const parts = (await businessTables(db)).map(
    name => sql`select array(select t::text from ${sql.table(name)} t) as rows`,
  );
  const { rows: tables } = await sql<{ rows: string[] }>`${sql.join(parts, sql` union all `)}`.execute(db);
  return tables.flatMap(({ rows }) => rows).join('\n');
}
