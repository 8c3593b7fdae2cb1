import { sql } from 'kysely';
import type { BodyOf } from '#domain/kernel/call';
import { type CalendarDate, formatDate, londonDate } from '#domain/kernel/dates';
import { formatPounds, type Pence, toPence } from '#domain/kernel/money';
import {
  type AdjustedBoxes,
  type AdjustmentReason,
  adjustmentReasonNames,
  canAdjust,
} from '#domain/vat-returns/vat-adjustment';
import type { VatAdjustment, vatAdjustments } from '#domain/vat-returns/vat-adjustment.contract';
import { recordAudit } from '../../kernel/audit';
import { ensureOpenDay } from '../../kernel/books-day';
import { findVatRegistrationDays } from '../../kernel/company';
import { nextNumber } from '../../kernel/documents';
import { credit, debit, ensureAccounts, postJournal, systemAccounts } from '../../kernel/ledger';
import { lockBooks } from '../../kernel/locks';
import { insertedId } from '../../platform/database/inserted-id';
import type { WriteContext } from '../../platform/http/context';
import { ensure, invalid } from '../../platform/http/refusal';
import { findFirstReturnedDay } from '../vat-returns';
import { getAdjustment } from './get-adjustment';
import { previewAdjustment } from './preview-adjustment';
import { adjustmentDocument } from './vat-adjustments.queries';

export type ToPost = {
  readonly date: CalendarDate;
  readonly dateReason: string | null;
  readonly reason: AdjustmentReason;
  readonly description: string;
  readonly boxes: AdjustedBoxes;
  /** The net value of the VAT. */
  readonly net: Pence;
  readonly account: string | null;
};

/**
 * Posts an adjustment to 2200 and 2201 with its VAT entries, so that the return for its date includes it
 * (rule V27). 422 names the field: a closed day, boxes that the reason does not change, an account without
 * manual postings, or errors above the limit (rule V25).
 */
export async function postAdjustment(
  ctx: WriteContext,
  body: BodyOf<typeof vatAdjustments.create>,
): Promise<VatAdjustment> {
  const { box_1, box_4, box_6, box_7 } = body;
  const id = await postDocument(ctx, {
    date: body.business_date ?? londonDate(ctx.now),
    dateReason: body.date_reason ?? null,
    reason: body.reason,
    description: body.description,
    boxes: { box_1, box_4, box_6, box_7 },
    net: body.net ?? (box_7 === 0 ? box_6 : box_7),
    account: body.account ?? null,
  });
  return getAdjustment(ctx.tx, id, londonDate(ctx.now));
}

/** The same with boxes already calculated. Returns the adjustment's id. */
export async function postDocument(ctx: WriteContext, posting: ToPost): Promise<number> {
  const { date, dateReason, reason, boxes, account, description } = posting;
  const number = await nextNumber(ctx.tx, 'VADJ');
  // Concurrent error corrections are checked one after the other; every posting has its number by then.
  if (reason === 'error_correction') await lockBooks(ctx.tx);
  await ensureOpenDay(ctx, date, { reason: dateReason });
  ensure(canAdjust(reason, boxes, account));
  if (account !== null) await ensureAccounts(ctx.tx, [{ account, field: 'account' }]);
  await ensureReturned(ctx, date);
  if (reason === 'error_correction') await ensureWithinLimit(ctx, date, boxes);
  const { rows } = await sql<{ id: number }>`
    insert into vat_adjustments (number, business_date, reason, description, box_1_pence, box_4_pence, box_6_pence, box_7_pence,
      net_pence, account_code, posted_by, posted_at)
    values (${number}, ${date}, ${reason}, ${description}, ${boxes.box_1}, ${boxes.box_4}, ${boxes.box_6}, ${boxes.box_7},
      ${posting.net}, ${account}, ${ctx.actor.id}, ${ctx.now}) returning id`.execute(ctx.tx);
  const id = insertedId(rows);
  await postToLedger(ctx, { id, number, posting });
  recordAudit(ctx, {
    action: 'posted',
    recordType: adjustmentDocument,
    recordId: id,
    recordName: number,
    after: { on: date, reason, description, ...boxes, account, date_reason: dateReason },
  });
  return id;
}

async function postToLedger(
  ctx: WriteContext,
  { id, number, posting }: { id: number; number: string; posting: ToPost },
): Promise<void> {
  const { box_1, box_4, box_6, box_7 } = posting.boxes;
  // The net amount counts at any rate; the code only marks it as within the scope (rule V17).
  const entry = { taxPoint: posting.date, code: 'S', rate: 2000 } as const;
  const isOutput = box_1 !== 0 || box_6 !== 0;
  const isInput = box_4 !== 0 || box_7 !== 0;
  await postJournal(ctx, {
    businessDate: posting.date,
    kind: 'vat_adjustment',
    narrative: `${adjustmentReasonNames[posting.reason]}: ${posting.description}`,
    document: { type: adjustmentDocument, id, number },
    reason: posting.dateReason,
    lines: [
      credit(systemAccounts.outputVat, box_1),
      debit(systemAccounts.inputVat, box_4),
      ...(posting.account === null ? [] : [debit(posting.account, toPence(box_1 - box_4))]),
    ],
    vat: [
      ...(isOutput ? [{ direction: 'output' as const, net: box_6, vat: box_1, ...entry }] : []),
      ...(isInput ? [{ direction: 'input' as const, net: box_7, vat: box_4, ...entry }] : []),
    ],
  });
}

/**
 * An adjustment needs a return. After the registration it goes into the final one, or one that follows it
 * (F102).
 */
async function ensureReturned(ctx: WriteContext, date: CalendarDate): Promise<void> {
  const { is_registered, registered_from } = await findVatRegistrationDays(ctx.tx);
  if (is_registered && registered_from !== null && date < registered_from)
    throw invalid({
      business_date: `The VAT registration began on ${formatDate(registered_from)}. Choose that day or a later one.`,
    });
  const first = await findFirstReturnedDay(ctx.tx, londonDate(ctx.now));
  if (first !== null && date < first)
    throw invalid({
      business_date: `The first VAT return begins on ${formatDate(first)}. Choose that day or a later one.`,
    });
  if (is_registered) return;
  const filed = await ctx.tx.selectFrom('vat_returns').select('id').limit(1).executeTakeFirst();
  if (!filed)
    throw invalid({
      business_date: 'The business is not registered for VAT, so there is no VAT return to adjust.',
    });
}

/** A return may correct net errors of £10,000, or 1% of box 6 up to £50,000 (rule V25). */
async function ensureWithinLimit(ctx: WriteContext, date: CalendarDate, boxes: AdjustedBoxes): Promise<void> {
  const { corrections } = await previewAdjustment(ctx.tx, {
    date,
    reason: 'error_correction',
    boxes,
    today: londonDate(ctx.now),
  });
  if (corrections === null || corrections.is_within_limit) return;
  throw invalid({
    [boxes.box_1 === 0 ? 'box_4' : 'box_1']:
      `Corrections in this return would total ${formatPounds(Math.abs(corrections.net))} net. The limit is ${formatPounds(corrections.limit)}. Tell HMRC about this error separately, on form VAT652.`,
  });
}
