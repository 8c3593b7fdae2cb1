import { sql } from 'kysely';
import { preparedStatement } from '../../server/platform/database/prepared-statement';
import type { Database } from '../../server/platform/database/open-database';
import { withoutRandom } from './without-random';

// Tables written by every request, refused or not, are omitted.
const notBusiness = new Set([
  'audit_log',
  'audit_heads',
  'audit_seals',
  'audit_stamping',
  'audit_time_stamps',
  'sign_in_attempts',
  'sessions',
  'idempotency_keys',
]);

/**
 * A digest of every row of every table in one statement, because thousands of cases need it before and after. Most of
 * the time went into planning and transfer, so the plan is cached and only a hash of each table is returned.
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

/** Every row of every table, to search for text that must not be stored. */
export async function businessRows(db: Database): Promise<string> {
  const parts = (await businessTables(db)).map(
    name => sql`select array(select t::text from ${sql.table(name)} t) as rows`,
  );
  const { rows: tables } = await sql<{ rows: string[] }>`${sql.join(parts, sql` union all `)}`.execute(db);
  return tables.flatMap(({ rows }) => rows.map(withoutRandom)).join('\n');
}
