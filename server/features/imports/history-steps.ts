import { sql } from 'kysely';
import { recordAudit, writeAudits } from '../../kernel/audit';
import type { Database, Tx } from '../../platform/database/open-database';
import { refreshStatistics } from '../../platform/database/refresh-statistics';
import { inTransaction } from '../../platform/database/transaction';
import {
  clearReturnedVat,
  countLines,
  type HistoryRow,
  markRejected,
  planHistory,
  postNext,
} from '../sales-history';
import { KindBusy, claimImportStep } from './check-rows';
import { noteImport } from './commit-rows';
import { addImportJob } from './import-jobs';
import { claimImport, claimKind, findImport, showProgress, type StoredImport } from './imports.queries';
import { cellErrorsOf, valuesOf } from './row-values';
import { importContext } from './run-rows';
import { everyRow } from './staged-rows.queries';

/**
 * Checks a sales history: all rows are read and classified, then products and customers are added and the
 * first documents posted in a transaction that is rolled back.
 */
export async function checkHistory(db: Database, id: number, now: Date): Promise<void> {
  const planned = await inTransaction(db, async tx => {
    const imported = await claimImportStep(tx, id, 'checking');
    // Another process is working on it.
    if (!imported) return null;
    await sql`set local statement_timeout = 0`.execute(tx);
    const plan = await planHistory(importContext(tx, imported, now), rowsOf(tx, imported), done =>
      showProgress(db, id, done),
    );
    await sql`
      update imports set document_count = ${plan.documents}, document_cursor = -1, new_count = ${plan.counts.new},
        changed_count = 0, unchanged_count = ${plan.counts.unchanged}, repeated_count = 0, rejected_count = ${plan.counts.rejected},
        history = jsonb_build_object('read', ${JSON.stringify(plan.read)}::jsonb) where id = ${id}`.execute(
      tx,
    );
    return plan.counts.new > 0;
  });
  if (planned === null) return;
  const trial = planned ? await tryFirst(db, id, now) : undefined;
  if (trial === null) return;
  await sql`
    update imports set state = 'checked', is_stale = false, version = version + 1,
      history = history || jsonb_build_object('trial', ${trial ? JSON.stringify(trial) : null}::jsonb)
    where id = ${id} and state = 'checking'`.execute(db);
}

/** All rows of the file in blocks, skipped ones too, because each is accounted for. */
async function* rowsOf(tx: Tx, { id, mapping }: StoredImport): AsyncGenerator<HistoryRow[]> {
  for await (const rows of everyRow(tx, id))
    yield rows.map(row => ({
      number: row.row_number,
      values: valuesOf(row, mapping),
      problems: cellErrorsOf(row, mapping),
      isLeftOut: row.is_left_out,
    }));
}

type Trial = { readonly documents: number; readonly refused: number; readonly milliseconds: number };

class DryRun extends Error {
  readonly trial: Trial;
  constructor(trial: Trial) {
    super('The history was only tried out');
    this.trial = trial;
  }
}

/** Posts the first batch and rolls it back. Null if someone else is now working on the import. */
async function tryFirst(db: Database, id: number, now: Date): Promise<Trial | null> {
  try {
    await inTransaction(db, async tx => {
      const imported = await claimImportStep(tx, id, 'checking');
      if (!imported) return;
      const ctx = importContext(tx, imported, now);
      await postNext(ctx, -1);
      const from = performance.now();
      const { documents } = await postNext(ctx, 0);
      await sql`set constraints all immediate`.execute(tx);
      const { rejected } = await countLines(tx, id);
      throw new DryRun({
        documents,
        refused: rejected - imported.counts.rejected,
        milliseconds: Math.round(performance.now() - from),
      });
    });
    return null;
  } catch (error) {
    if (error instanceof DryRun) return error.trial;
    throw error;
  }
}

/** This many documents can change the best query plans. */
const manyDocuments = [100, 500, 2_000, 6_000];

/**
 * Carries out a history in batches. Each batch is one transaction with its cursor and audit entries, so that
 * a stop between batches loses and repeats nothing.
 */
export async function commitHistory(
  db: Database,
  id: number,
  clock: () => Date,
  stopping?: AbortSignal,
): Promise<void> {
  let isFirst = true;
  for (;;) {
    stopping?.throwIfAborted();
    const went = await inTransaction(db, tx => commitBatch(tx, id, clock(), isFirst));
    if (went === 'on' || went === 'many') isFirst = false;
    else if (went === 'busy') return resumeIfPaused(db, id);
    else return;
    // Run on its own, so that tills do not wait for it.
    if (went === 'many') await inTransaction(db, refreshStatistics);
  }
}

const waitMs = 2_000;

/** A last batch before a pause may end just as someone resumes, so this checks once more. */
const resumeIfPaused = (db: Database, id: number): Promise<void> =>
  // The queue uses the real clock.
  inTransaction(db, tx => addImportJob(tx, id, new Date(Date.now() + waitMs)));

/**
 * One batch. The import row is written last and not locked before, so that a pause does not wait; the current
 * batch still finishes.
 */
async function commitBatch(
  tx: Tx,
  id: number,
  now: Date,
  isFirst: boolean,
): Promise<'on' | 'many' | 'over' | 'busy'> {
  if (!(await claimImport(tx, id))) return 'busy';
  const imported = await findImport(tx, id);
  if (imported?.state !== 'committing') return 'over';
  if (!(await claimKind(tx, imported.kind))) throw new KindBusy();
  const ctx = importContext(tx, imported, now);
  const { document_cursor: before } = imported;
  const batch = await postNext(ctx, before);
  await sql`
    update imports set document_cursor = ${batch.cursor}, progress = progress + ${batch.lines}, alive_at = clock_timestamp(),
      run_from = case when ${isFirst} then ${Math.max(before, 0)} else run_from end,
      run_started_at = case when ${isFirst} then clock_timestamp() else run_started_at end where id = ${id}`.execute(
    tx,
  );
  if (batch.isLast) await finish(ctx, imported, now);
  else if (batch.documents > 0)
    recordAudit(ctx, {
      action: 'batch posted',
      recordType: 'import',
      recordId: id,
      recordName: imported.file_name,
      after: { through_document: batch.cursor, documents: batch.documents, lines: batch.lines },
    });
  await writeAudits(tx, ctx, ctx.audits);
  if (batch.isLast) return 'over';
  return manyDocuments.some(count => before < count && batch.cursor >= count) ? 'many' : 'on';
}

async function finish(
  ctx: ReturnType<typeof importContext>,
  imported: StoredImport,
  now: Date,
): Promise<void> {
  const { tx, importId: id } = ctx;
  await clearReturnedVat(ctx, id);
  await markRejected(ctx);
  const counts = await countLines(tx, id);
  await sql`
    update imports set state = 'done', document_cursor = document_count, new_count = ${counts.new},
      unchanged_count = ${counts.unchanged}, rejected_count = ${counts.rejected}, committed_at = ${now}, version = version + 1
    where id = ${id}`.execute(tx);
  noteImport(ctx, imported, 'imported', { changed: 0, repeated: 0, ...counts });
}
