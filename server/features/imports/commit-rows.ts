import { sql } from 'kysely';
import { countOf } from '#domain/kernel/count-of';
import { copyAudits, recordAudit, writeAudits } from '../../kernel/audit';
import type { ImportContext, Importer, RowResult } from '../../kernel/imports';
import type { Database, Tx } from '../../platform/database/open-database';
import { refreshStatistics } from '../../platform/database/refresh-statistics';
import { inTransaction } from '../../platform/database/transaction';
import { conflict } from '../../platform/http/refusal';
import { claimImportStep } from './check-rows';
import { importerOf } from './importers';
import { hashesOf, showProgress, type StoredImport } from './imports.queries';
import { newMastersOf, storeNewMasters } from './new-masters';
import { importContext, runRows, type Counts } from './run-rows';
import { type Staged, storeResults } from './staged-rows.queries';

/**
 * Carries out the import in one transaction with its audit entries. If a row would now do something else than its
 * check showed, nothing is imported: whoever confirmed it would overwrite what they have not seen (rule R15).
 */
export const commitRows = (db: Database, id: number, now: Date): Promise<void> =>
  inTransaction(db, async tx => {
    const imported = await claimImportStep(tx, id, 'committing');
    if (!imported) return;
    const ctx = importContext(tx, imported, now);
    const importer = importerOf(imported.kind);
    const differences: Differences = { refused: [], written: [] };
    const counts = await runRows(ctx, imported, importer, async (results, done, staged) => {
      addDifferences(differences, staged, results);
      await storeResults(tx, id, results);
      await showProgress(db, id, done);
    });
    ensureAsChecked(ctx, differences);
    const journalId = (await importer.finish?.(ctx)) ?? null;
    await sql`
      update imports set state = 'done', new_count = ${counts.new}, changed_count = ${counts.changed},
        unchanged_count = ${counts.unchanged}, repeated_count = ${counts.repeated}, rejected_count = ${counts.rejected},
        journal_id = ${journalId}, committed_at = ${now}, version = version + 1 where id = ${id}`.execute(tx);
    await storeNewMasters(tx, id, newMastersOf(ctx, importer));
    noteImport(ctx, imported, 'imported', counts);
    await writeAudits(tx, ctx, ctx.audits);
    // One statement for all rows, which takes as long as there are rows.
    await sql`set local statement_timeout = 0`.execute(tx);
    await auditRows(tx, ctx, imported, importer);
    if (counts.new >= manyRows) await refreshStatistics(tx);
  });

/** This many new records can change the best query plans. */
const manyRows = 1_000;

/** Rows that would now do something else than the check showed, by their numbers. */
type Differences = { readonly refused: number[]; readonly written: number[] };

/** A row that no longer writes anything does no harm: the record is already as the file has it. */
function addDifferences(
  { refused, written }: Differences,
  checked: readonly Staged[],
  results: readonly RowResult[],
): void {
  const before = new Map(checked.map(row => [row.row_number, row]));
  for (const result of results) {
    const row = before.get(result.number);
    if (result.outcome === 'rejected') {
      if (row?.outcome !== 'rejected') refused.push(result.number);
    } else if ('record' in result) {
      const isAsChecked =
        row?.outcome === result.outcome &&
        (result.outcome === 'new' ||
          (row.record_id === result.record.id && row.record_version === result.record.version));
      if (!isAsChecked) written.push(result.number);
    }
  }
}

function ensureAsChecked(ctx: ImportContext, { refused, written }: Differences): void {
  if (refused.length > 0)
    throw conflict(
      `${refused.length === 1 ? 'A row that was' : `${refused.length} rows that were`} valid when checked cannot be imported because other records have since changed. Nothing was imported. Check again.`,
    );
  if (written.length === 0) return;
  const others = written.length === 1 ? '' : ` and ${countOf(written.length - 1, 'more row')}`;
  throw conflict(
    `Records have been changed since the check. ${ctx.nameRow(Math.min(...written))}${others} would now be imported differently from what it showed. Nothing was imported. Check again.`,
  );
}

export const noteImport = (
  ctx: Parameters<typeof recordAudit>[0],
  imported: StoredImport,
  action: string,
  counts: Counts,
): void =>
  recordAudit(ctx, {
    action,
    recordType: 'import',
    recordId: imported.id,
    recordName: imported.file_name,
    after: { kind: imported.kind, file: hashesOf(imported), ...counts },
  });

/** One audit entry per record added or changed, as a form would write it. */
const auditRows = (
  tx: Tx,
  ctx: Parameters<typeof copyAudits>[1],
  { id }: StoredImport,
  { recordType, audited, actions }: Importer,
): Promise<void> =>
  copyAudits(
    tx,
    ctx,
    sql`select row_number as position, case outcome when 'new' then ${audited ? 'edited' : (actions?.added ?? 'created')}::text else 'edited' end as action,
      ${audited?.type ?? recordType}::text as record_type, ${audited?.id ?? sql`record_id`} as record_id, record_name, before, after
      from import_rows where import_id = ${id} and outcome in ('new', 'changed') and not is_left_out`,
  );
