import { basename } from 'node:path';
import { sql } from 'kysely';
import { type Finished, finishRestore, readReplaced } from './finish-restore';
import { allInvariants } from '../invariants';
import {
  BackupRefused,
  findBreaches,
  type KeptErasure,
  restoreInto,
  restoreMissingFiles,
  storeIn,
} from '../kernel/backups';
import { deleteUnusedFileRows } from '../kernel/stored-files';
import {
  connectionTo,
  databaseOf,
  type DatabaseServer,
  dropDatabase,
  replacedDatabaseName,
  swapDatabases,
  sweepScratch,
} from '../platform/database/databases';
import { migrateToLatest, readMigrationState } from '../platform/database/migrate';
import { type Database, openDatabase, openPool } from '../platform/database/open-database';
import type { FileStore } from '../platform/files/file-store';

/** What a restore does with what happened since. */
export type SinceThen = {
  readonly server: DatabaseServer;
  /** Erasures known from beside the backups. */
  readonly erasures?: readonly KeptErasure[];
  /** Leaves accounts and sign-in details as they were in the backup. */
  readonly usesOldSignIns?: boolean;
  readonly clock: () => Date;
};

export type RestoreOptions = SinceThen & {
  readonly files: Pick<FileStore, 'put'>;
  readonly path: string;
  /** Restores a backup even if a check of the books fails in it. */
  readonly acceptBreaches: boolean;
  readonly say: (line: string) => void;
  /** Shows more of the restored database before it takes over. */
  readonly show?: (restored: Database) => Promise<void>;
};

export type Restored = Finished & {
  /** The new name of the database that was replaced; null when it was empty. */
  readonly aside: string | null;
  readonly takenAt: Date;
};

/**
 * Replaces the product's database with a backup. The backup is restored beside it and checked first; the old database
 * is renamed, not dropped. People erased since the backup are erased again (rule K7), access withdrawn since then stays
 * withdrawn, and what was waiting in it is left to users. Throws `BackupRefused`, and then nothing has changed. The
 * product must be stopped.
 */
export async function restoreBackup(options: RestoreOptions): Promise<Restored> {
  const { server, path, acceptBreaches, clock, say } = options;
  await sweepScratch(server);
  const now = databaseOf(server.connection);
  const aside = await replacedDatabaseName(server, clock());
  const replaced = await readReplaced(server.connection);
  say('Restoring the backup into a separate database…');
  const { database, ...restored } = await restoreInto(
    server,
    path,
    { onRead: () => undefined, keepFile: storeIn(options.files) },
    async ({ db, database: scratch, head, missing }) => {
      say('Checking the books…');
      const breaches = await findBreaches(db, allInvariants, clock);
      for (const breach of breaches) say(`  ${breach}`);
      if (breaches.length > 0 && !acceptBreaches)
        throw new BackupRefused(
          'The books of this backup failed the checks above. Add --accept-breaches to restore it anyway.',
        );
      await options.show?.(db);
      if (missing.length > 0)
        say(` ${missing.length} stored files were already missing when the backup was made.`);
      const takenAt = new Date(head.taken_at);
      const finished = await finishRestore(db, {
        ...sinceThen(options),
        name: basename(path),
        takenAt,
        replaced,
        aside,
      });
      return { keep: true, value: { database: scratch, takenAt, ...finished } };
    },
  );
  try {
    await swapDatabases(server, { now, aside, next: database });
  } catch (error) {
    await dropDatabase(server, database);
    throw error;
  }
  if (!replaced) await dropDatabase(server, aside);
  return { ...restored, aside: replaced ? aside : null };
}

const sinceThen = ({ erasures = [], usesOldSignIns = false, clock }: SinceThen) => ({
  erasures,
  usesOldSignIns,
  now: clock(),
});

/**
 * Puts a database that was replaced by a restore back into its place. What happened since counts here, too: who was
 * erased, whose access was withdrawn, and what was sent. Its files are stored again from the backups where they are
 * missing; `missingFiles` says how many are in none.
 */
export async function putBack(
  options: SinceThen & {
    readonly back: string;
    readonly files: Pick<FileStore, 'inspect' | 'put'>;
    readonly backupDir: string;
  },
): Promise<Finished & { readonly aside: string; readonly missingFiles: number }> {
  const { server, back, clock, files, backupDir } = options;
  const aside = await replacedDatabaseName(server, clock());
  const replaced = await readReplaced(server.connection);
  const connection = connectionTo(server.connection, back);
  const db = openDatabase(openPool(connection, 2, { unhurried: true }));
  let finished: Finished;
  let missingFiles: number;
  try {
    await migrateToLatest(db);
    finished = await finishRestore(db, {
      ...sinceThen(options),
      name: back,
      takenAt: null,
      replaced,
      aside,
    });
    await closeDoors(db);
    // Files of records that were deleted or erased may be gone.
    await deleteUnusedFileRows(db, clock());
    missingFiles = await restoreMissingFiles(connection, files, backupDir);
  } finally {
    await db.destroy();
  }
  await swapDatabases(server, { now: databaseOf(server.connection), aside, next: back });
  return { ...finished, aside, missingFiles };
}

/** What signs in without a password, in a database that was not restored from a backup file. */
const openDoors = [
  'sessions',
  'api_tokens',
  'password_links',
  'pending_sign_ins',
  'passkey_challenges',
  'provider_attempts',
] as const;

async function closeDoors(db: Database): Promise<void> {
  for (const table of openDoors) await sql`delete from ${sql.table(table)}`.execute(db);
}

/** Finishes a restore that was made by other means, such as a copied folder. */
export async function finishInPlace({ server, ...since }: SinceThen): Promise<Finished> {
  const db = openDatabase(openPool(server.connection, 2, { unhurried: true }));
  try {
    if (!(await readMigrationState(db)).isCurrent)
      throw new BackupRefused(
        'The database was written by another version of Counterfoil. Run this command with that version.',
      );
    const now = since.clock();
    const finished = await finishRestore(db, {
      erasures: since.erasures ?? [],
      usesOldSignIns: false,
      name: 'By other means',
      takenAt: null,
      replaced: null,
      aside: '',
      now,
    });
    await closeDoors(db);
    return finished;
  } finally {
    await db.destroy();
  }
}
