import { sql } from 'kysely';
import { recordAudit, writeAudits } from '../../kernel/audit';
import type { Database, Tx } from '../../platform/database/open-database';
import { inTransaction } from '../../platform/database/transaction';
import { finishUndo, undoNext } from '../sales-history';
import { KindBusy } from './check-rows';
import { noteImport } from './commit-rows';
import { addImportJob } from './import-jobs';
import { claimImport, claimKind, findImport } from './imports.queries';
import { importContext } from './run-rows';

const waitMs = 2_000;

/**
 * Undoes a history in batches. Each batch is one transaction with its audit entry, so that a stop between
 * batches loses and repeats nothing.
 */
export async function undoHistory(
  db: Database,
  id: number,
  clock: () => Date,
  stopping?: AbortSignal,
): Promise<void> {
  for (;;) {
    stopping?.throwIfAborted();
    const went = await inTransaction(db, tx => undoBatch(tx, id, clock()));
    if (went === 'over') return;
    // The last batch before a pause may end just as someone resumes, so this checks once more. The queue uses the real
    // clock.
    if (went === 'busy') return inTransaction(db, tx => addImportJob(tx, id, new Date(Date.now() + waitMs)));
  }
}

/** The import row is written last and not locked before, so that a stop does not wait. */
async function undoBatch(tx: Tx, id: number, now: Date): Promise<'on' | 'over' | 'busy'> {
  if (!(await claimImport(tx, id))) return 'busy';
  const imported = await findImport(tx, id);
  if (imported?.state !== 'undoing') return 'over';
  if (!(await claimKind(tx, imported.kind))) throw new KindBusy();
  const ctx = importContext(tx, imported, now);
  const batch = await undoNext(ctx);
  if (batch.isLast) {
    const left = await finishUndo(ctx);
    await sql`
      update imports set state = 'undone', progress = progress + ${batch.lines}, undone_at = ${now},
        left_behind = ${JSON.stringify(left)}::jsonb, version = version + 1 where id = ${id}`.execute(tx);
    noteImport(ctx, imported, 'undone', imported.counts);
  } else {
    await sql`
      update imports set progress = progress + ${batch.lines}, alive_at = clock_timestamp() where id = ${id}`.execute(
      tx,
    );
    recordAudit(ctx, {
      action: 'batch undone',
      recordType: 'import',
      recordId: id,
      recordName: imported.file_name,
      after: { documents: batch.documents, lines: batch.lines },
    });
  }
  await writeAudits(tx, ctx, ctx.audits);
  return batch.isLast ? 'over' : 'on';
}
