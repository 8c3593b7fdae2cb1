import { truncateText } from '#domain/kernel/truncate-text';
import { sql } from 'kysely';
import { type ColumnMapping, guessColumns } from '#domain/imports/guess-columns';
import { importTerms, namesOf } from '#domain/imports/import-kinds';
import type { Database, Tx } from '../../platform/database/open-database';
import { inTransaction } from '../../platform/database/transaction';
import { type TableRow, UnreadableTable } from '../../platform/spreadsheets/read';
import { settleSheet } from './choose-sheet';
import { recallColumns } from './column-memory';
import { headerRowFinder } from './header-row';
import { claimImport, findImport, showProgress, type StoredImport } from './imports.queries';
import { joinFiles } from './join-files';
import { stageRows } from './staged-rows.queries';

const rowsAtATime = 1_000;

type Files = { readonly path: (sha256: string) => string };

/** Stages the rows of the files and guesses the columns. @throws UnreadableTable */
export async function readFiles(db: Database, store: Files, id: number): Promise<void> {
  const stored = await findImport(db, id);
  if (stored?.state !== 'reading') return;
  const files = stored.files.map(file => ({ ...file, path: store.path(file.sha256) }));
  const [first] = files;
  const sheet = first && (await settleSheet(db, stored, first));
  await inTransaction(db, async tx => {
    if (!(await claimImport(tx, id))) return;
    const imported = await findImport(tx, id);
    if (imported?.state !== 'reading') return;
    const rowsBefore: number[] = [];
    const rows = joinFiles(files, {
      kind: imported.kind,
      sheet,
      findHeaderRow: await headerRowFinder(tx, imported.kind),
      onFile: (index, before) => void (rowsBefore[index] = before),
    });
    const { headers, count } = await stage(tx, db, imported, rows);
    ensureRows(imported, headers, count);
    const mapping = await guess(tx, imported, headers);
    await sql`
      update import_files f set rows_before = b.rows_before
      from unnest(${rowsBefore}::integer[]) with ordinality b (rows_before, position)
      where f.import_id = ${id} and f.position = b.position`.execute(tx);
    await sql`
      update imports set state = 'mapping', headers = ${headers}::text[], row_count = ${count},
        mapping = ${JSON.stringify(mapping)}::jsonb, version = version + 1 where id = ${id}`.execute(tx);
  });
}

function ensureRows(
  { sheets, sheet, files }: StoredImport,
  headers: readonly string[] | undefined,
  count: number,
): asserts headers is string[] {
  const hasSheets = sheets.length > 1;
  const one = hasSheets ? `The sheet “${sheet}”` : 'The file';
  const then = hasSheets ? 'Choose another sheet.' : 'Add some rows and upload it again.';
  if (headers === undefined) throw new UnreadableTable(`${one} is empty.${hasSheets ? ` ${then}` : ''}`);
  if (count > 0) return;
  throw new UnreadableTable(
    files.length > 1
      ? 'The files have a header row but no data. Add some rows and upload them again.'
      : `${one} has a header row but no data. ${then}`,
  );
}

async function stage(tx: Tx, db: Database, { id }: StoredImport, rows: AsyncIterable<TableRow>) {
  let headers: string[] | undefined;
  let count = 0;
  let block: TableRow[] = [];
  const store = async () => {
    await stageRows(tx, id, block);
    count += block.length;
    block = [];
    await showProgress(db, id, count);
  };
  for await (const row of rows) {
    if (headers === undefined) {
      headers = row.cells.map(cell => truncateText(cell.replaceAll(/\s+/gu, ' ').trim(), 200));
      continue;
    }
    block.push(row);
    if (block.length === rowsAtATime) await store();
  }
  if (block.length > 0) await store();
  return { headers, count };
}

async function guess(tx: Tx, imported: StoredImport, headers: readonly string[]): Promise<ColumnMapping> {
  const fields = importTerms[imported.kind].fields
    .filter(({ needs }) => needs === undefined || needs.some(one => imported.asked_rights.includes(one)))
    .map(field => ({ name: field.name, names: namesOf(field) }));
  return guessColumns(headers, fields, await recallColumns(tx, imported.kind));
}
