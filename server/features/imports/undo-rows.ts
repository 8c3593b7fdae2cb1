import { sql } from 'kysely';
import { masterNames } from '#domain/imports/import.contract';
import { countOf } from '#domain/kernel/count-of';
import { copyAudits, writeAudits } from '../../kernel/audit';
import type { ImportContext, Importer, UndoneRow, UndoRefusal } from '../../kernel/imports';
import type { Database } from '../../platform/database/open-database';
import { inTransaction } from '../../platform/database/transaction';
import { conflict } from '../../platform/http/refusal';
import { claimImportStep } from './check-rows';
import { noteImport } from './commit-rows';
import { importerOf } from './importers';
import { showProgress, type StoredImport } from './imports.queries';
import { removeNewMasters } from './new-masters';
import { importContext, inSavepoint } from './run-rows';
import { rowsToUndo } from './staged-rows.queries';

const rowsAtATime = 500;
const maxNamed = 5;
const maxCounted = 100;

/** Undoes an import in full or not at all: added records are deleted, changed ones restored. */
export const undoRows = (db: Database, id: number, now: Date): Promise<void> =>
  inTransaction(db, async tx => {
    const imported = await claimImportStep(tx, id, 'undoing');
    if (!imported) return;
    const ctx = importContext(tx, imported, now);
    const importer = importerOf(imported.kind);
    const refusals: UndoRefusal[] = [];
    if (imported.journal_id !== null) await importer.undoFinish?.(ctx, imported.journal_id);
    let below = 2 ** 31 - 1;
    let done = 0;
    for (;;) {
      const rows = await rowsToUndo(tx, id, below, rowsAtATime);
      if (rows.length === 0 || refusals.length >= maxCounted) break;
      below = rows.at(-1)?.number ?? 0;
      refusals.push(...(await attempt(ctx, importer, rows)));
      done += rows.length;
      await showProgress(db, id, done);
    }
    if (refusals.length > 0) throw conflict(inWords(refusals));
    const left = await remainingAfterUndo(ctx, importer, imported);
    await sql`update imports set state = 'undone', undone_at = ${now}, left_behind = ${JSON.stringify(left)}::jsonb,
      version = version + 1 where id = ${id}`.execute(tx);
    noteImport(ctx, imported, 'undone', imported.counts);
    await writeAudits(tx, ctx, ctx.audits);
    // One statement for all rows, which takes as long as there are rows.
    await sql`set local statement_timeout = 0`.execute(tx);
    await copyAudits(
      tx,
      ctx,
      sql`select -row_number as position, case outcome when 'new' then ${importer.audited ? 'edited' : (importer.actions?.undone ?? 'deleted')}::text else 'edited' end as action,
        ${importer.audited?.type ?? importer.recordType}::text as record_type,
        ${importer.audited?.id ?? sql`record_id`} as record_id, record_name, after as before, before as after
        from import_rows where import_id = ${id} and outcome in ('new', 'changed') and not is_left_out
          and row_number <> all(${[...ctx.undoneBefore]}::integer[])`,
    );
  });

/** The records that could not be undone, in words (F73). */
async function remainingAfterUndo(
  ctx: ImportContext,
  importer: Importer,
  { new_masters }: StoredImport,
): Promise<string[]> {
  const archived = (await importer.archivedByUndo?.(ctx)) ?? 0;
  const masters = await removeNewMasters(ctx, new_masters);
  return [
    ...(archived > 0
      ? [
          `${countOf(archived, 'product')} had stock movements, so ${archived === 1 ? 'it was archived instead of deleted' : 'they were archived instead of deleted'}.`,
        ]
      : []),
    ...(masters.length > 0
      ? [
          `Not removed because still in use: ${masters.map(({ kind, name }) => `${masterNames[kind]} “${name}”`).join(', ')}.`,
        ]
      : []),
  ];
}

/** Tries rows together, in halves if one of them is in use. */
async function attempt(
  ctx: ImportContext,
  importer: Importer,
  rows: readonly UndoneRow[],
): Promise<UndoRefusal[]> {
  const done = await inSavepoint(ctx, rows, () => importer.undoRows(ctx, rows));
  if ('value' in done) return done.value;
  const [only] = rows;
  if (rows.length === 1 && only) return [{ name: only.name, reason: 'is in use' }];
  const half = Math.ceil(rows.length / 2);
  const first = await attempt(ctx, importer, rows.slice(0, half));
  return first.length >= maxCounted ? first : [...first, ...(await attempt(ctx, importer, rows.slice(half)))];
}

function inWords(refusals: readonly UndoRefusal[]): string {
  const named = refusals.slice(0, maxNamed).map(({ name, reason }) => `“${name}” ${reason}`);
  const more = refusals.length - named.length;
  const others = more > 0 ? ` and ${refusals.length >= maxCounted ? 'many' : more} more` : '';
  return `This import cannot be undone: ${named.join(', ')}${others}.`;
}
