import type pg from 'pg';
import { takeLockOfConnection, whileLockIsFree } from '../../platform/database/advisory-lock';
import type { Database } from '../../platform/database/open-database';
import { locks } from '../locks';

/**
 * Held by a session while a backup is written or tested: the lock ends with the session however it dies, and no stored
 * file named in the snapshot is removed meanwhile. Waits for the current holder.
 */
export const lockBackups = (session: pg.ClientBase): Promise<unknown> =>
  takeLockOfConnection(session, locks.backups);

/** Does `work` unless a backup is being written or verified. Returns whether it did. */
export const unlessBackupRuns = (db: Database, work: () => Promise<void>): Promise<boolean> =>
  whileLockIsFree(db, locks.backups, work);
