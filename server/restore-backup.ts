import { basename } from 'node:path';
import { sql } from 'kysely';
import { eraseCustomersAgain, listErasedCustomers } from './features/customers';
import { eraseEmployeesAgain, listErasedEmployees } from './features/employees';
import { allInvariants } from './invariants';
import { recordAudit, writeAudits } from './kernel/audit';
import { BackupRefused, findBreaches, restoreInto, storeIn } from './kernel/backups';
import {
  replacedDatabaseName,
  databaseOf,
  type DatabaseServer,
  dropDatabase,
  swapDatabases,
  sweepScratch,
} from './platform/database/databases';
import { type Database, openDatabase, openPool } from './platform/database/open-database';
import type { FileStore } from './platform/files/file-store';
import { anonymousActor, contextWithoutRequest } from './platform/http/context';

export type RestoreOptions = {
  readonly server: DatabaseServer;
  readonly files: Pick<FileStore, 'put'>;
  readonly path: string;
  /** Restores a backup even if a check of the books fails in it. */
  readonly acceptBreaches: boolean;
  readonly clock: () => Date;
  readonly say: (line: string) => void;
  /** Shows more of the restored database before it takes over. */
  readonly show?: (restored: Database) => Promise<void>;
};

export type Restored = {
  /** The new name of the database that was replaced; null when it was empty. */
  readonly aside: string | null;
  readonly takenAt: Date;
  readonly erasedAgain: number;
};

/**
 * Replaces the product's database with a backup. The backup is restored beside it and checked first; the old database
 * is renamed, not dropped. Customers erased since the backup are erased again (rule K7). Throws `BackupRefused`, and
 * then nothing has changed. The product must be stopped.
 */
export async function restoreBackup(options: RestoreOptions): Promise<Restored> {
  const { server, path, acceptBreaches, clock, say } = options;
  await sweepScratch(server);
  const now = databaseOf(server.connection);
  const aside = await replacedDatabaseName(server, clock());
  const replaced = await readReplaced(server);
  say('Restoring the backup into a separate database…');
  const restored = await restoreInto(
    server,
    path,
    { onRead: () => undefined, keepFile: storeIn(options.files) },
    async ({ db, database, head, missing }) => {
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
      const erasedAgain = await finish(db, { path, takenAt, replaced, aside, now: clock() });
      return { keep: true, value: { database, takenAt, erasedAgain } };
    },
  );
  try {
    await swapDatabases(server, { now, aside, next: restored.database });
  } catch (error) {
    await dropDatabase(server, restored.database);
    throw error;
  }
  if (!replaced) await dropDatabase(server, aside);
  const { takenAt, erasedAgain } = restored;
  return { aside: replaced ? aside : null, takenAt, erasedAgain };
}

type Replaced = {
  readonly customers: Awaited<ReturnType<typeof listErasedCustomers>>;
  readonly employees: Awaited<ReturnType<typeof listErasedEmployees>>;
};

/** The customers erased in the database to be replaced; null when it is empty. */
async function readReplaced({ connection }: DatabaseServer): Promise<Replaced | null> {
  const db = openDatabase(openPool(connection, 1, { unhurried: true }));
  try {
    const { rows } = await sql<{ users: boolean; customers: boolean; employees: boolean }>`
      select to_regclass('public.users') is not null as users, to_regclass('public.customers') is not null as customers,
        to_regclass('public.employees') is not null as employees`.execute(db);
    const [there] = rows;
    if (!there?.users) return null;
    return {
      customers: there.customers ? await listErasedCustomers(db) : [],
      employees: there.employees ? await listErasedEmployees(db) : [],
    };
  } finally {
    await db.destroy();
  }
}

type Finishing = {
  readonly path: string;
  readonly takenAt: Date;
  readonly replaced: Replaced | null;
  readonly aside: string;
  readonly now: Date;
};

/** The final steps before the restored database takes over, in one transaction. */
async function finish(db: Database, { path, takenAt, replaced, aside, now }: Finishing): Promise<number> {
  return db.transaction().execute(async tx => {
    const ctx = contextWithoutRequest(tx, { ...anonymousActor, name: 'Restore command' }, now);
    recordAudit(ctx, {
      action: 'restored',
      recordType: 'backup',
      recordName: basename(path),
      after: { taken_at: takenAt.toISOString(), replaced: replaced ? aside : null },
    });
    const erasedAgain = replaced
      ? (await eraseCustomersAgain(ctx, replaced.customers)) +
        (await eraseEmployeesAgain(ctx, replaced.employees))
      : 0;
    await writeAudits(tx, ctx, ctx.audits);
    return erasedAgain;
  });
}
