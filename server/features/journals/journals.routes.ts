import { journalKindNames } from '#domain/accounting/journal-kind';
import { journalAttachments } from '#domain/journals/journal-attachment.contract';
import { type JournalRow, journals } from '#domain/journals/journal.contract';
import { yearEnds } from '#domain/journals/year-end.contract';
import { type LedgerLine, ledgerLines } from '#domain/journals/ledger-line.contract';
import { attachmentRoutes } from '../../kernel/attachments';
import { wagesFor } from '../../kernel/ledger';
import { read, type Route, write } from '../../platform/http/route';
import type { Column } from '../../platform/spreadsheets/column';
import { exportReply } from '../../platform/spreadsheets/export-reply';
import { documentsOfJournals, ensureCanViewJournal } from './journal-attachments';
import { getJournal } from './get-journal';
import { listJournals, streamJournals, totalJournals } from './journals.queries';
import { listLedgerLines, streamLedgerLines, totalOfLines } from './ledger-lines.queries';
import { closeYear } from './close-year';
import { listEndedYears } from './ended-years';
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

const lineColumns: readonly Column<LedgerLine>[] = [
  { header: 'Journal', kind: 'integer', width: 10, value: line => line.journal_id },
  { header: 'Date', kind: 'date', width: 12, value: line => line.business_date },
  { header: 'Account', kind: 'text', width: 10, value: line => line.account.code },
  { header: 'Account name', kind: 'text', width: 28, value: line => line.account.name },
  { header: 'Kind', kind: 'text', width: 22, value: line => journalKindNames[line.kind] },
  { header: 'Document', kind: 'text', width: 14, value: line => line.document.number },
  { header: 'Supplier', kind: 'text', width: 28, value: line => line.supplier?.name ?? null },
  { header: 'Narrative', kind: 'text', width: 48, value: line => line.narrative },
  { header: 'Debit', kind: 'money', width: 14, value: line => line.debit || null },
  { header: 'Credit', kind: 'money', width: 14, value: line => line.credit || null },
  { header: 'Balance', kind: 'money', width: 14, value: line => line.balance },
];

export const journalRoutes: Route[] = [
  read(journals.list, ({ db, query, actor }) => listJournals(db, { ...query, ...wagesFor(actor) })),
  read(journals.totals, ({ db, query, actor }) => totalJournals(db, { ...query, ...wagesFor(actor) })),
  read(journals.export, async ({ db, query, actor }) =>
    exportReply(
      'journals',
      query.format,
      exportColumns,
      streamJournals(db, { ...query, ...wagesFor(actor) }),
    ),
  ),
  read(ledgerLines.list, ({ db, query, actor }) => listLedgerLines(db, { ...query, ...wagesFor(actor) })),
  read(ledgerLines.totals, ({ db, query, actor }) => totalOfLines(db, { ...query, ...wagesFor(actor) })),
  read(ledgerLines.export, async ({ db, query, actor }) =>
    exportReply(
      'general-ledger',
      query.format,
      lineColumns,
      streamLedgerLines(db, { ...query, ...wagesFor(actor) }),
    ),
  ),
  read(yearEnds.show, async ({ db, now }) => ({ data: await listEndedYears(db, now) })),
  read(journals.get, ({ db, params, actor }) => getJournal(db, params.id, wagesFor(actor))),
  ...attachmentRoutes(journalAttachments, documentsOfJournals, ensureCanViewJournal),
  write(journals.create, ({ ctx, body }) => postManualJournal(ctx, body)),
  write(yearEnds.close, ({ ctx, body }) => closeYear(ctx, body)),
  write(journals.reverse, ({ ctx, params, body }) => reverseManualJournal(ctx, params.id, body)),
];
