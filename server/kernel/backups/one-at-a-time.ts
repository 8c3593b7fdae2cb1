import { sql } from 'kysely';
import type pg from 'pg';
import type { Database } from '../../platform/database/open-database';

const lock = 'counterfoil backups';

/**
 * Held by a session for as long as a backup is written or tried, so that its death is noticed whatever killed it, and
 * no stored file is removed that the snapshot names. Waits for whoever holds it.
 */
export const holdBackupLock = (session: pg.ClientBase): Promise<unknown> =>
  session.query('select pg_advisory_lock(hashtext($1))', [lock]);

/** Does `work` unless a backup is being written or tried at this moment; answers whether it did. */
export const whileNoBackup = (db: Database, work: () => Promise<void>): Promise<boolean> =>
  db.connection().execute(async session => {
    const { rows } = await sql<{ held: boolean }>`
      select pg_try_advisory_lock(hashtext(${lock})) as held`.execute(session);
    if (rows[0]?.held !== true) return false;
    try {
      await work();
    } finally {
      await sql`select pg_advisory_unlock(hashtext(${lock}))`.execute(session);
    }
    return true;
  });
