import { sql } from 'kysely';
import type { Database } from '../../server/platform/database/open-database';

/**
 * Ends the connections that hold an advisory lock and wait for another, as the step of an import that is held does. Returns
 * how many were ended. Other jobs may hold locks of their own meanwhile.
 */
export async function endImportConnections(db: Database): Promise<number> {
  const cut = await sql`select pg_terminate_backend(pid) from (select distinct pid from pg_locks
    where locktype = 'advisory' and granted and pid <> pg_backend_pid() and cardinality(pg_blocking_pids(pid)) > 0
      and database = (select oid from pg_database where datname = current_database())) as working`.execute(
    db,
  );
  return cut.rows.length;
}
