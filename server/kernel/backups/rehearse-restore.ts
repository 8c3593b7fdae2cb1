import { sql } from 'kysely';
import {
  connectionTo,
  createScratch,
  type DatabaseServer,
  dropDatabase,
  type ScratchPurpose,
} from '../../platform/database/databases';
import { migrateToLatest } from '../../platform/database/migrate';
import {
  type Connection,
  type Database,
  openDatabase,
  openPool,
} from '../../platform/database/open-database';
import type { Steps } from '../../platform/report-steps';
import { verifyLog } from '../audit';
import { checkBooks, type Invariant } from '../verifier';
import { BackupRefused } from './backup-format';
import { type LoadedBackup, loadBackup, type LoadParts } from './load-backup';

type RestoreParts = Omit<LoadParts, 'connection'> & {
  readonly purpose?: ScratchPurpose;
  /** Runs on the restored database as the backup has it, before it is migrated. */
  readonly beforeMigration?: (db: Database) => Promise<void>;
  /** Hears of each migration. */
  readonly report?: Pick<Steps, 'next'>;
};

/** Runs `work` on a restored, migrated database, which is dropped afterwards unless `work` keeps it. */
export async function restoreInto<T>(
  server: DatabaseServer,
  path: string,
  parts: RestoreParts,
  work: (restored: LoadedBackup & { db: Database; database: string }) => Promise<{ keep: boolean; value: T }>,
): Promise<T> {
  const database = await createScratch(server, parts.purpose);
  let keep = false;
  try {
    const connection = connectionTo(server.connection, database);
    const loaded = await loadBackup(path, { ...parts, connection });
    const outcome = await withDatabase(connection, async db => {
      await parts.beforeMigration?.(db);
      await migrateToLatest(db, { report: parts.report });
      return work({ ...loaded, db, database });
    });
    keep = outcome.keep;
    return outcome.value;
  } finally {
    if (!keep) await dropDatabase(server, database);
  }
}

async function withDatabase<T>(connection: Connection, work: (db: Database) => Promise<T>): Promise<T> {
  const db = openDatabase(openPool(connection, 2, { unhurried: true }));
  try {
    return await work(db);
  } finally {
    await db.destroy();
  }
}

/** What fails in a restored database, in sentences: invariants of the books and the audit log chain. */
export async function findBreaches(
  db: Database,
  invariants: readonly Invariant[],
  clock: () => Date,
): Promise<string[]> {
  return db
    .transaction()
    .setIsolationLevel('repeatable read')
    .setAccessMode('read only')
    .execute(async tx => {
      await sql`set local statement_timeout = 0`.execute(tx);
      const { results } = await checkBooks(tx, invariants, clock);
      const broken = results.flatMap(({ id, title, breaches }) =>
        breaches.slice(0, 1).map(({ what }) => `${id}, ${title}: ${what}`),
      );
      const log = await verifyLog(tx, null);
      return log.intact
        ? broken
        : [...broken, `The audit log is inconsistent from entry ${log.firstBrokenId} onwards.`];
    });
}

/**
 * Test-restores a backup into a separate database, which is dropped. The live database is not touched.
 * Returns the reasons against it, none if it is sound.
 */
export async function rehearseRestore(
  server: DatabaseServer,
  path: string,
  parts: Pick<LoadParts, 'onRead'> & {
    readonly invariants: readonly Invariant[];
    readonly clock: () => Date;
  },
): Promise<string[]> {
  try {
    return await restoreInto(server, path, parts, async ({ db, missing }) => ({
      keep: false,
      value: [...missingFiles(missing), ...(await findBreaches(db, parts.invariants, parts.clock))],
    }));
  } catch (error) {
    if (error instanceof BackupRefused) return [error.message];
    throw error;
  }
}

const missingFiles = (missing: readonly string[]): string[] =>
  missing.length === 0
    ? []
    : [
        `${missing.length === 1 ? 'A stored file was' : `${missing.length} stored files were`} missing or damaged when the backup was made: ${missing[0]?.slice(0, 12)}….`,
      ];
