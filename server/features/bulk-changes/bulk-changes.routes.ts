import { bulkChanges, bulkListNames, bulkStateNames } from '#domain/bulk-changes/bulk-change.contract';
import type { BulkChangeRow } from '#domain/bulk-changes/bulk-change.contract';
import type { Reader } from '../../platform/database/open-database';
import { read, type Route, write } from '../../platform/http/route';
import type { Column } from '../../platform/spreadsheets/column';
import { exportReply } from '../../platform/spreadsheets/export-reply';
import { listChanges, type StoredChange, streamChanges } from './bulk-changes.queries';
import { bulkLists, listsFor } from './bulk-lists';
import { getChange, getRecords, withSummaries } from './get-change';
import { previewChange } from './preview-change';
import { startChange, undoChange } from './start-change';

const exportColumns: readonly Column<BulkChangeRow>[] = [
  { header: 'List', kind: 'text', width: 14, value: c => bulkListNames[c.list] },
  { header: 'Change', kind: 'text', width: 44, value: c => c.summary },
  { header: 'Status', kind: 'text', width: 12, value: c => bulkStateNames[c.state] },
  { header: 'Records', kind: 'integer', value: c => c.row_count },
  { header: 'Changed', kind: 'integer', value: c => c.changed_count },
  { header: 'Unchanged', kind: 'integer', value: c => c.unchanged_count },
  { header: 'Refused', kind: 'integer', value: c => c.refused_count },
  { header: 'Undone', kind: 'integer', value: c => c.undone_count },
  { header: 'Not undone', kind: 'integer', value: c => c.kept_count },
  { header: 'By', kind: 'text', value: c => c.created_by },
  { header: 'Started', kind: 'instant', value: c => c.created_at },
  { header: 'Finished', kind: 'instant', value: c => c.finished_at },
];

async function* streamSummaries(
  db: Reader,
  changes: AsyncIterable<StoredChange>,
): AsyncIterable<BulkChangeRow> {
  for await (const change of changes) yield* await withSummaries(db, [change]);
}

export const bulkChangeRoutes: Route[] = [
  ...Object.values(bulkLists).flatMap(list => [
    write(list.calls.preview, ({ ctx, body }) => previewChange(ctx, list, body)),
    write(list.calls.start, ({ ctx, body }) => startChange(ctx, list, body)),
  ]),
  read(bulkChanges.list, async ({ db, query, actor }) => {
    const page = await listChanges(db, query, listsFor(actor));
    return { ...page, data: await withSummaries(db, page.data) };
  }),
  read(bulkChanges.export, async ({ db, query, actor }) =>
    exportReply(
      'bulk-changes',
      query.format,
      exportColumns,
      streamSummaries(db, streamChanges(db, query, listsFor(actor))),
    ),
  ),
  read(bulkChanges.get, ({ db, params, actor }) => getChange(db, actor, params.id)),
  read(bulkChanges.records, ({ db, params, query, actor }) => getRecords(db, actor, params.id, query)),
  write(bulkChanges.undo, ({ ctx, params }) => undoChange(ctx, params.id)),
];
