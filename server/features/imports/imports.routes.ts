import { importStateNames, imports } from '#domain/imports/import.contract';
import { importTerms } from '#domain/imports/import-kinds';
import { maxImportBytes, maxImportFiles } from '#domain/imports/import-limits';
import { read, type Route, takesLong, write, writeUpload } from '../../platform/http/route';
import type { Column } from '../../platform/spreadsheets/column';
import { exportReply } from '../../platform/spreadsheets/export-reply';
import { acceptTables } from '../../platform/spreadsheets/read/accept-table';
import { chooseSheet } from './choose-sheet';
import { correctRow } from './correct-row';
import { getImport, listRows } from './get-import';
import { allowedSteps, kindsFor } from './import-access';
import { getHistorySummary, getListed, getSettled, getUndoPlan } from './get-history';
import {
  changeCutOver,
  checkImport,
  commitImport,
  discardImport,
  pauseImport,
  undoImport,
} from './import-steps';
import { listImports, type StoredImportRow, streamImports } from './imports.queries';
import { rejectsFile } from './rejects-file';
import { settleListed, undoListed } from './workbench';
import { uploadImport } from './upload-import';

const exportColumns: readonly Column<StoredImportRow>[] = [
  { header: 'File', kind: 'text', width: 32, value: i => i.file_name },
  { header: 'Kind', kind: 'text', width: 18, value: i => importTerms[i.kind].many },
  { header: 'Status', kind: 'text', width: 16, value: i => importStateNames[i.state] },
  { header: 'Rows', kind: 'integer', value: i => i.row_count },
  { header: 'New', kind: 'integer', value: i => i.counts.new },
  { header: 'Changed', kind: 'integer', value: i => i.counts.changed },
  { header: 'Unchanged', kind: 'integer', value: i => i.counts.unchanged },
  { header: 'Duplicates', kind: 'integer', value: i => i.counts.repeated },
  { header: 'Rejected', kind: 'integer', value: i => i.counts.rejected },
  { header: 'By', kind: 'text', value: i => i.created_by },
  { header: 'Uploaded', kind: 'instant', value: i => i.created_at },
  { header: 'Imported', kind: 'instant', value: i => i.committed_at },
  { header: 'Undone', kind: 'instant', value: i => i.undone_at },
];

export const importRoutes: Route[] = [
  read(imports.list, async ({ db, query, actor }) => {
    const page = await listImports(db, query, kindsFor(actor));
    return { ...page, data: page.data.map(row => ({ ...row, can: allowedSteps(actor, row) })) };
  }),
  read(imports.export, async ({ db, query, actor }) =>
    exportReply('imports', query.format, exportColumns, streamImports(db, query, kindsFor(actor))),
  ),
  writeUpload(
    imports.upload,
    ({ ctx, body }) => uploadImport(ctx, body),
    ({ db, actor, now }, { id }) => getImport(db, id, actor, now),
    acceptTables({ maxBytes: maxImportBytes, maxFiles: maxImportFiles }),
  ),
  read(imports.get, ({ db, params, actor, now }) => getImport(db, params.id, actor, now)),
  read(imports.rows, ({ db, params, query, actor }) => listRows(db, params.id, query, actor)),
  read(imports.summary, ({ db, params, actor }) => getHistorySummary(db, params.id, actor)),
  read(imports.listed, ({ db, params, query, actor }) => getListed(db, params.id, query, actor)),
  read(imports.rejects, ({ db, params, actor }) => rejectsFile(db, params.id, actor)),
  write(imports.chooseSheet, ({ ctx, params, body }) => chooseSheet(ctx, params.id, body)),
  write(imports.check, ({ ctx, params, body }) => checkImport(ctx, params.id, body)),
  write(imports.correct, ({ ctx, params, body }) => correctRow(ctx, params.id, params.row, body)),
  write(imports.commit, ({ ctx, params, body }) => commitImport(ctx, params.id, body)),
  write(imports.pause, ({ ctx, params }) => pauseImport(ctx, params.id)),
  takesLong(write(imports.cutOver, ({ ctx, params, body }) => changeCutOver(ctx, params.id, body))),
  takesLong(write(imports.settle, ({ ctx, params, body }) => settleListed(ctx, params.id, body))),
  takesLong(write(imports.unsettle, ({ ctx, params, body }) => undoListed(ctx, params.id, body))),
  read(imports.settled, ({ db, params, query, actor }) => getSettled(db, params.id, query, actor)),
  read(imports.undoPlan, ({ db, params, actor }) => getUndoPlan(db, params.id, actor)),
  takesLong(write(imports.undo, ({ ctx, params }) => undoImport(ctx, params.id))),
  write(imports.discard, ({ ctx, params }) => discardImport(ctx, params.id)),
];
