import { sql } from 'kysely';
import type { Database } from '../../server/platform/database/open-database';

/** Ends the connections that hold an advisory lock, as the step of an import does. Returns how many were ended. */
export async function endImportConnections(db: Database): Promise<number> {
  const cut = await sql`select pg_terminate_backend(pid) from (select distinct pid from pg_locks
    where locktype = 'advisory' and granted and pid <> pg_backend_pid()
      and database = (select oid from pg_database where datname = current_database())) as working`.execute(
    db,
  );
  return cut.rows.length;
}
