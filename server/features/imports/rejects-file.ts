import type { Reader } from '../../platform/database/open-database';
import type { Actor } from '../../platform/http/actor';
import { conflict } from '../../platform/http/refusal';
import { FileReply } from '../../platform/http/route';
import type { Column } from '../../platform/spreadsheets/column';
import { exportReply } from '../../platform/spreadsheets/export-reply';
import { importTerms } from '#domain/imports/import-kinds';
import { placeOfRow } from '#domain/imports/row-place';
import { visibleImport } from './get-import';
import type { StoredImport } from './imports.queries';
import { rowRetentionDays } from './prune-rows';
import { type Staged, streamRejected } from './staged-rows.queries';

/**
 * The rejected rows with their headers and reasons, to correct and upload again. 409 once they are deleted.
 */
export async function rejectsFile(db: Reader, id: number, actor: Actor): Promise<FileReply> {
  const imported = await visibleImport(db, id, actor);
  if (imported.rows_pruned_at !== null)
    throw conflict(`Rows are kept for ${rowRetentionDays} days after an import ends. Upload the file again.`);
  const name = `${imported.file_name.replace(/\.[^.]*$/, '')} rejected`;
  return exportReply(name, 'csv', columnsOf(imported), streamRejected(db, id));
}

const fileColumn = (files: StoredImport['files']): Column<Staged> => ({
  header: 'File',
  kind: 'text',
  value: row => placeOfRow(files, row.row_number).file_name,
});

function columnsOf({ headers, mapping, kind, files }: StoredImport): Column<Staged>[] {
  const fieldOf = new Map(Object.entries(mapping).map(([field, column]) => [column, field]));
  const labels = new Map(importTerms[kind].fields.map(({ name, label }) => [name, label]));
  const reason = ({ errors }: Staged) =>
    (errors ?? [])
      .map(({ field, message }) => (field === null ? message : `${labels.get(field) ?? field}: ${message}`))
      .join(' ');
  return [
    ...headers.map((header, column) => ({
      header: header || `Column ${column + 1}`,
      kind: 'text' as const,
      value: (row: Staged) => row.corrections[fieldOf.get(column) ?? ''] ?? row.cells[column] ?? null,
    })),
    ...(files.length > 1 ? [fileColumn(files)] : []),
    { header: 'Row in the file', kind: 'integer', value: row => placeOfRow(files, row.row_number).row },
    { header: 'Why it was rejected', kind: 'text', value: reason },
  ];
}
