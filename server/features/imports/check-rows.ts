import { sql } from 'kysely';
import type { Database, Tx } from '../../platform/database/open-database';
import { inTransaction } from '../../platform/database/transaction';
import { importerOf } from './importers';
import { claimImport, claimKind, findImport, showProgress, type StoredImport } from './imports.queries';
import { newMastersOf, storeNewMasters } from './new-masters';
import { importContext, runRows, type Counts } from './run-rows';
import { clearSkipped, storeResults } from './staged-rows.queries';

/** Rolls back a transaction that did all of its work. */
class DryRun extends Error {
  readonly counts: Counts;
  constructor(counts: Counts) {
    super('The import was only tried out');
    this.counts = counts;
  }
}

/**
 * Checks an import by running it in a transaction that is rolled back. The result of each row is written over
 * other connections, so that it stays.
 */
export async function checkRows(db: Database, id: number, now: Date): Promise<void> {
  try {
    await inTransaction(db, async tx => {
      const imported = await claimImportStep(tx, id, 'checking');
      if (!imported) return;
      await clearSkipped(db, id);
      const ctx = importContext(tx, imported, now);
      const importer = importerOf(imported.kind);
      const counts = await runRows(ctx, imported, importer, async (results, done) => {
        await storeResults(db, id, results);
        await showProgress(db, id, done);
      });
      await importer.finish?.(ctx);
      await storeNewMasters(
        db,
        id,
        // The check is rolled back, and its numbers with it.
        newMastersOf(ctx, importer).map(master => ({ ...master, id: null })),
      );
      // Deferred constraints are checked now.
      await sql`set constraints all immediate`.execute(tx);
      throw new DryRun(counts);
    });
  } catch (error) {
    if (!(error instanceof DryRun)) throw error;
    await storeCounts(db, id, error.counts);
  }
}

/** Another import of the same kind is running. */
export class KindBusy extends Error {
  override readonly name = 'KindBusy';
}

/** The import, if it is at this step and no one else is working on it. @throws KindBusy */
export async function claimImportStep(
  tx: Tx,
  id: number,
  state: StoredImport['state'],
): Promise<StoredImport | undefined> {
  if (!(await claimImport(tx, id))) return undefined;
  const imported = await findImport(tx, id);
  if (imported?.state !== state) return undefined;
  if (!(await claimKind(tx, imported.kind))) throw new KindBusy();
  return imported;
}

async function storeCounts(db: Database, id: number, counts: Counts): Promise<void> {
  await sql`
    update imports set state = 'checked', new_count = ${counts.new}, changed_count = ${counts.changed},
      unchanged_count = ${counts.unchanged}, repeated_count = ${counts.repeated}, rejected_count = ${counts.rejected},
      is_stale = false, version = version + 1 where id = ${id} and state = 'checking'`.execute(db);
}
