import { sql } from 'kysely';
import type { ImportDetail } from '#domain/imports/import.contract';
import { importTerms } from '#domain/imports/import-kinds';
import type { Database } from '../../platform/database/open-database';
import type { WriteContext } from '../../platform/http/context';
import { invalid } from '../../platform/http/refusal';
import { sheetsOf, type TableFile } from '../../platform/spreadsheets/read';
import { recordAudit } from '../../kernel/audit';
import { headerRowFinder } from './header-row';
import { lockForStep, rereadFile } from './import-steps';
import type { StoredImport } from './imports.queries';

/**
 * The sheet of the first file to read: the selected one, else the one whose headers match best, since the first is often a
 * cover. It is saved before the rows are read, so that another can be chosen.
 */
export async function settleSheet(
  db: Database,
  imported: StoredImport,
  file: TableFile,
): Promise<string | undefined> {
  const sheets = await sheetsOf(file);
  const sheet =
    imported.sheet ?? (sheets.length > 1 ? await likeliest(db, imported, sheets, file) : sheets[0]);
  await sql`update imports set sheets = ${sheets}::text[], sheet = ${sheet ?? null} where id = ${imported.id}`.execute(
    db,
  );
  return sheets.length === 0 ? undefined : sheet;
}

async function likeliest(
  db: Database,
  { kind }: StoredImport,
  sheets: readonly string[],
  file: TableFile,
): Promise<string | undefined> {
  const findHeaderRow = await headerRowFinder(db, kind);
  let best: { sheet: string | undefined; score: number } = { sheet: sheets[0], score: 0 };
  for (const sheet of sheets) {
    const { mapping } = await findHeaderRow(file, sheet);
    const keys = importTerms[kind].keyFields.filter(name => name in mapping).length;
    const score = keys * 1000 + Object.keys(mapping).length;
    if (score > best.score) best = { sheet, score };
  }
  return best.sheet;
}

/** Reads another sheet of the workbook. 422 if there is no such sheet, 409 once the import is carried out. */
export async function chooseSheet(
  ctx: WriteContext,
  id: number,
  { sheet, version }: { readonly sheet: string; readonly version?: number | undefined },
): Promise<ImportDetail> {
  const imported = await lockForStep(ctx, id, version, ['mapping', 'checked', 'failed']);
  if (!imported.sheets.includes(sheet))
    throw invalid({ sheet: 'The file has no such sheet. Choose one from the list.' });
  await sql`delete from import_rows where import_id = ${id}`.execute(ctx.tx);
  await sql`update imports set sheet = ${sheet}, headers = '{}', mapping = '{}', row_count = 0, is_stale = true
    where id = ${id}`.execute(ctx.tx);
  recordAudit(ctx, {
    action: 'sheet chosen',
    recordType: 'import',
    recordId: id,
    recordName: imported.file_name,
    before: { sheet: imported.sheet },
    after: { sheet },
  });
  return rereadFile(ctx, imported);
}
