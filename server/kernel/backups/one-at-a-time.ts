import type pg from 'pg';
import { takeLockOfConnection, whileLockIsFree } from '../../platform/database/advisory-lock';
import type { Database } from '../../platform/database/open-database';
import { locks } from '../locks';

/**
 * Held by a session for as long as a backup is written or tried, so that its death is noticed whatever killed it, and
 * no stored file is removed that the snapshot names. Waits for whoever holds it.
 */
export const lockBackups = (session: pg.ClientBase): Promise<unknown> =>
  takeLockOfConnection(session, locks.backups);

/** Does `work` unless a backup is being written or verified. Returns whether it did. */
export const whileNoBackup = (db: Database, work: () => Promise<void>): Promise<boolean> =>
  whileLockIsFree(db, locks.backups, work);
