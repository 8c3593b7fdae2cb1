import { type CalendarDate, formatDate, londonDate } from '#domain/kernel/dates';
import { adjustmentReasonNames } from '#domain/vat-returns/vat-adjustment';
import { type VatAdjustmentRow, vatAdjustments } from '#domain/vat-returns/vat-adjustment.contract';
import { type VatRelief, vatReliefs } from '#domain/vat-returns/vat-relief.contract';
import { invalid } from '../../platform/http/refusal';
import { read, type Route, write } from '../../platform/http/route';
import type { Column } from '../../platform/spreadsheets/column';
import { exportReply } from '../../platform/spreadsheets/export-reply';
import { listReliefs, streamReliefs, totalReliefs } from './find-reliefs.queries';
import { getAdjustment } from './get-adjustment';
import { postAdjustment } from './post-adjustment';
import { postReliefs } from './post-reliefs';
import { previewAdjustment } from './preview-adjustment';
import { reverseAdjustment } from './reverse-adjustment';
import { listAdjustments, streamAdjustments, totalAdjustments } from './vat-adjustments.queries';

const columns: readonly Column<VatAdjustmentRow>[] = [
  { header: 'Number', kind: 'text', width: 14, value: row => row.number },
  { header: 'Date', kind: 'date', width: 12, value: row => row.business_date },
  { header: 'Reason', kind: 'text', width: 36, value: row => adjustmentReasonNames[row.reason] },
  { header: 'Description', kind: 'text', width: 48, value: row => row.description },
  { header: 'Box 1', kind: 'money', width: 14, value: row => row.box_1 },
  { header: 'Box 4', kind: 'money', width: 14, value: row => row.box_4 },
  { header: 'Box 6', kind: 'money', width: 14, value: row => row.box_6 },
  { header: 'Box 7', kind: 'money', width: 14, value: row => row.box_7 },
  { header: 'Net', kind: 'money', width: 14, value: row => row.net },
  { header: 'Account', kind: 'text', width: 10, value: row => row.account?.code ?? null },
  { header: 'Posted by', kind: 'text', width: 20, value: row => row.posted_by },
  { header: 'Reversed', kind: 'text', width: 10, value: row => (row.is_reversed ? 'Yes' : null) },
];

const reliefColumns: readonly Column<VatRelief>[] = [
  { header: 'Document', kind: 'text', width: 14, value: row => row.document.number },
  { header: 'Customer or supplier', kind: 'text', width: 32, value: row => row.party.name },
  { header: 'Tax point', kind: 'date', width: 12, value: row => row.tax_point },
  { header: 'Due', kind: 'date', width: 12, value: row => row.due_on },
  { header: 'Claim by', kind: 'date', width: 12, value: row => row.claim_by },
  { header: 'Gross', kind: 'money', width: 14, value: row => row.gross },
  { header: 'VAT', kind: 'money', width: 14, value: row => row.vat },
  { header: 'Written off or unpaid', kind: 'money', width: 18, value: row => row.base },
  { header: 'VAT relieved', kind: 'money', width: 14, value: row => row.relieved_vat },
  { header: 'VAT due', kind: 'money', width: 14, value: row => row.change_vat },
  {
    header: 'Possibly adjusted by hand',
    kind: 'text',
    width: 24,
    value: row => row.repeated.map(({ number }) => number).join(', ') || null,
  },
];

/** The day of the lists of relief: today, or an earlier one for the return that includes it. 422 for a later one. */
function dayOf({ as_at }: { as_at?: CalendarDate | undefined }, now: Date): CalendarDate {
  const today = londonDate(now);
  if (as_at !== undefined && as_at > today)
    throw invalid({ as_at: `Choose ${formatDate(today)} or earlier.` });
  return as_at ?? today;
}

export const vatAdjustmentRoutes: Route[] = [
  read(vatAdjustments.list, ({ db, query }) => listAdjustments(db, query)),
  read(vatAdjustments.totals, ({ db, query }) => totalAdjustments(db, query)),
  read(vatAdjustments.export, async ({ db, query }) =>
    exportReply('vat-adjustments', query.format, columns, streamAdjustments(db, query)),
  ),
  read(vatAdjustments.preview, ({ db, query: { business_date, reason, ...boxes }, now }) =>
    previewAdjustment(db, { date: business_date, reason, boxes, today: londonDate(now) }),
  ),
  read(vatAdjustments.get, ({ db, params, now }) => getAdjustment(db, params.id, londonDate(now))),
  write(vatAdjustments.create, ({ ctx, body }) => postAdjustment(ctx, body)),
  write(vatAdjustments.reverse, ({ ctx, params, body }) => reverseAdjustment(ctx, params.id, body)),
  read(vatReliefs.list, ({ db, query, now }) => listReliefs(db, query, dayOf(query, now))),
  read(vatReliefs.totals, ({ db, query, now }) => totalReliefs(db, query, dayOf(query, now))),
  read(vatReliefs.export, async ({ db, query, now }) =>
    exportReply('vat-reliefs', query.format, reliefColumns, streamReliefs(db, query, dayOf(query, now))),
  ),
  write(vatReliefs.post, ({ ctx, body }) => postReliefs(ctx, body)),
];
