import { truncateText } from '#domain/kernel/truncate-text';
import { sql } from 'kysely';
import { type ColumnMapping, guessColumns } from '#domain/imports/guess-columns';
import { maxImportColumns, maxRowsOf } from '#domain/imports/import.contract';
import { importTerms, namesOf } from '#domain/imports/import-kinds';
import type { Database, Tx } from '../../platform/database/open-database';
import { inTransaction } from '../../platform/database/transaction';
import { readTable, type TableRow, UnreadableTable } from '../../platform/spreadsheets/read';
import { settleSheet } from './choose-sheet';
import { recallColumns } from './column-memory';
import { claimImport, findImport, showProgress, type StoredImport } from './imports.queries';
import { stageRows } from './staged-rows.queries';

const rowsAtATime = 1_000;

type Files = { readonly path: (sha256: string) => string };

/** Stages the rows of a file and guesses the columns. @throws UnreadableTable */
export async function readFile(db: Database, files: Files, id: number): Promise<void> {
  const stored = await findImport(db, id);
  if (stored?.state !== 'reading') return;
  const limits = { maxColumns: maxImportColumns, maxRows: maxRowsOf(stored.kind) };
  const path = files.path(stored.sha256);
  const sheet = await settleSheet(db, stored, { path, limits });
  await inTransaction(db, async tx => {
    if (!(await claimImport(tx, id))) return;
    const imported = await findImport(tx, id);
    if (imported?.state !== 'reading') return;
    const rows = readTable(path, imported.format, limits, sheet);
    const { headers, count } = await stage(tx, db, imported, rows);
    ensureRows(imported, headers, count);
    const mapping = await guess(tx, imported, headers);
    await sql`
      update imports set state = 'mapping', headers = ${headers}::text[], row_count = ${count},
        mapping = ${JSON.stringify(mapping)}::jsonb, version = version + 1 where id = ${id}`.execute(tx);
  });
}

function ensureRows(
  { sheets, sheet }: StoredImport,
  headers: readonly string[] | undefined,
  count: number,
): asserts headers is string[] {
  const what = sheets.length > 1 ? `The sheet “${sheet}”` : 'The file';
  const then = sheets.length > 1 ? 'Choose another sheet.' : 'Add some rows and upload it again.';
  if (headers === undefined)
    throw new UnreadableTable(`${what} is empty.${sheets.length > 1 ? ` ${then}` : ''}`);
  if (count === 0) throw new UnreadableTable(`${what} has a header row but no data. ${then}`);
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
    .filter(({ needs }) => needs === undefined || imported.asked_rights.includes(needs))
    .map(field => ({ name: field.name, names: namesOf(field) }));
  return guessColumns(headers, fields, await recallColumns(tx, imported.kind));
}
