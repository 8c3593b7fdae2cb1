import { londonDate } from '#domain/kernel/dates';
import { vatPeriods } from '#domain/vat-returns/vat-period.contract';
import {
  vatDirectionNames,
  vatEntries,
  type VatEntryRow,
  vatReturns,
} from '#domain/vat-returns/vat-return.contract';
import { FileReply, read, type Route, write } from '../../platform/http/route';
import type { Column } from '../../platform/spreadsheets/column';
import { exportReply } from '../../platform/spreadsheets/export-reply';
import { fileReturn } from './file-return';
import { getReturn, listReturns } from './get-return';
import { drawReturn } from './return-document';
import { listVatEntries, streamVatEntries, totalVatEntries } from './vat-entries.queries';
import { findVatPeriods, saveVatPeriods } from './vat-periods';

const entryColumns: readonly Column<VatEntryRow>[] = [
  { header: 'Tax point', kind: 'date', width: 12, value: entry => entry.tax_point },
  { header: 'Posted to', kind: 'date', width: 12, value: entry => entry.business_date },
  {
    header: 'Side',
    kind: 'text',
    width: 10,
    value: ({ direction }) => vatDirectionNames[direction],
  },
  { header: 'Code', kind: 'text', width: 6, value: entry => entry.vat_code },
  { header: 'Rate %', kind: 'quantity', width: 8, value: entry => entry.rate },
  { header: 'Net', kind: 'money', width: 14, value: entry => entry.net },
  { header: 'VAT', kind: 'money', width: 14, value: entry => entry.vat },
  { header: 'Document', kind: 'text', width: 14, value: entry => entry.document.number },
  { header: 'Narrative', kind: 'text', width: 48, value: entry => entry.narrative },
  { header: 'Journal', kind: 'integer', width: 10, value: entry => entry.journal_id },
  { header: 'Adjustment', kind: 'text', width: 12, value: entry => (entry.is_late ? 'Yes' : null) },
];

export const vatReturnRoutes: Route[] = [
  read(vatReturns.list, ({ db, now }) => listReturns(db, londonDate(now))),
  read(vatReturns.get, ({ db, query, now }) => getReturn(db, query.to, londonDate(now))),
  write(vatReturns.file, ({ ctx, body }) => fileReturn(ctx, body)),
  read(vatReturns.pdf, async ({ db, query, now }) => {
    const { fileName, content } = await drawReturn(db, query.to, now);
    return new FileReply(fileName, 'application/pdf', content);
  }),
  read(vatEntries.list, ({ db, query, now }) => listVatEntries(db, query, londonDate(now))),
  read(vatEntries.totals, ({ db, query, now }) => totalVatEntries(db, query, londonDate(now))),
  read(vatEntries.export, async ({ db, query, now }) =>
    exportReply('vat-entries', query.format, entryColumns, streamVatEntries(db, query, londonDate(now))),
  ),
  read(vatPeriods.get, ({ db }) => findVatPeriods(db)),
  write(vatPeriods.save, ({ ctx, body }) => saveVatPeriods(ctx, body)),
];
