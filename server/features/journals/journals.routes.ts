import { journalKindNames } from '#domain/accounting/journal-kind';
import { type JournalRow, journals } from '#domain/journals/journal.contract';
import { read, type Route, write } from '../../platform/http/route';
import type { Column } from '../../platform/spreadsheets/column';
import { exportReply } from '../../platform/spreadsheets/export-reply';
import { getJournal } from './get-journal';
import { listJournals, streamJournals } from './journals.queries';
import { postManualJournal, reverseManualJournal } from './post-manual-journal';

const exportColumns: readonly Column<JournalRow>[] = [
  { header: 'Journal', kind: 'integer', width: 10, value: journal => journal.id },
  { header: 'Date', kind: 'date', width: 12, value: journal => journal.business_date },
  { header: 'Kind', kind: 'text', width: 22, value: journal => journalKindNames[journal.kind] },
  { header: 'Document', kind: 'text', width: 14, value: journal => journal.document.number },
  { header: 'Narrative', kind: 'text', width: 48, value: journal => journal.narrative },
  { header: 'Amount', kind: 'money', width: 14, value: journal => journal.amount },
  { header: 'Posted by', kind: 'text', width: 20, value: journal => journal.posted_by },
];

export const journalRoutes: Route[] = [
  read(journals.list, ({ db, query }) => listJournals(db, query)),
  read(journals.export, async ({ db, query }) =>
    exportReply('journals', query.format, exportColumns, streamJournals(db, query)),
  ),
  read(journals.get, ({ db, params }) => getJournal(db, params.id)),
  write(journals.create, ({ ctx, body }) => postManualJournal(ctx, body)),
  write(journals.reverse, ({ ctx, params, body }) => reverseManualJournal(ctx, params.id, body)),
];
