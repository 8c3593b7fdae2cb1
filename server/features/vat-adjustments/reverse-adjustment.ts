import { sql } from 'kysely';
import type { BodyOf } from '#domain/kernel/call';
import { londonDate } from '#domain/kernel/dates';
import { formatPounds, toPence } from '#domain/kernel/money';
import { canChangeCorrections, correctionLimit } from '#domain/vat-returns/adjustments';
import type { VatAdjustment, vatAdjustments } from '#domain/vat-returns/vat-adjustment.contract';
import { recordAudit } from '../../kernel/audit';
import { ensureOpenDay } from '../../kernel/books-day';
import { reverseJournal } from '../../kernel/ledger';
import { lockBooks } from '../../kernel/locks';
import type { WriteContext } from '../../platform/http/context';
import { conflict, ensure, ensureFound } from '../../platform/http/refusal';
import { findReturnOf, sumReturnOf } from '../vat-returns';
import { canReverse, getAdjustment } from './get-adjustment';
import { lockParties } from './lock-parties';
import { adjustmentDocument, findAdjustment, type StoredAdjustment } from './vat-adjustments.queries';

/**
 * Reverses an adjustment, dated today or another open day; a filed return does not change. 404 if it does
 * not exist, 409 if it is already reversed or its relief has since been returned.
 */
export async function reverseAdjustment(
  ctx: WriteContext,
  id: number,
  body: BodyOf<typeof vatAdjustments.reverse>,
): Promise<VatAdjustment> {
  const businessDate = body.business_date ?? londonDate(ctx.now);
  await ensureOpenDay(ctx, businessDate, { reason: body.date_reason ?? null });
  const adjustment = ensureFound(await findAdjustment(ctx.tx, id), 'VAT adjustment');
  if (adjustment.reason === 'error_correction') await lockBooks(ctx.tx);
  ensure(canReverse(adjustment));
  if (adjustment.reason === 'error_correction') await ensureWithinLimitWithout(ctx, adjustment);
  await undoReliefs(ctx, adjustment);
  const reversal = await reverseJournal(ctx, adjustment.journal_id, { businessDate, reason: body.reason });
  recordAudit(ctx, {
    action: 'reversed',
    recordType: adjustmentDocument,
    recordId: id,
    recordName: adjustment.number,
    after: { journal: reversal.id, on: businessDate, reason: body.reason },
  });
  return getAdjustment(ctx.tx, id, londonDate(ctx.now));
}

/**
 * Without a correction the others of its return may exceed the limit (rule V25). Late entries do not count: no reversal
 * changes them. One in a filed return leaves the others as they are.
 */
async function ensureWithinLimitWithout(
  { tx, now }: WriteContext,
  { number, journal_id, business_date: day, box_1, box_4 }: StoredAdjustment,
): Promise<void> {
  const today = londonDate(now);
  if ((await findReturnOf(tx, { journalId: journal_id, day }, today))?.is_filed) return;
  const found = await sumReturnOf(tx, day, today);
  if (!found) return;
  const { corrections, sales } = found;
  const rest = toPence(corrections.net - (box_1 - box_4));
  if (canChangeCorrections({ before: corrections.net, after: rest }, sales)) return;
  throw conflict(
    `Without ${number}, corrections in this return would total ${formatPounds(Math.abs(rest))} net. The limit is ${formatPounds(correctionLimit(sales))}. Reverse the other corrections first.`,
  );
}

/** Its invoices and bills can be relieved again, or are relieved again. */
async function undoReliefs(ctx: WriteContext, { id, number, reliefs }: StoredAdjustment): Promise<void> {
  if (reliefs.length === 0) return;
  await lockParties(
    ctx.tx,
    reliefs.map(line => line.item_id),
  );
  const { rows } = await sql<{ document_number: string | null }>`
    select i.document_number from vat_relief_lines l join vat_reliefs r using (item_id) join party_items i on i.id = l.item_id
    where l.adjustment_id = ${id} and not l.is_reversal and (r.relieved_gross_pence - l.gross_pence not between 0 and r.gross_pence
      or r.relieved_vat_pence - l.vat_pence not between 0 and r.vat_pence
      or (select sum(p.paid_gross_pence) from vat_relief_lines p where p.item_id = l.item_id) - l.paid_gross_pence
        < (select sum(b.paid_before_pence) from write_off_reversal_lines b where b.item_id = l.item_id))
    order by l.item_id limit 1`.execute(ctx.tx);
  if (rows[0])
    throw conflict(
      `${rows[0].document_number ?? 'A document'} was adjusted again after ${number}. Reverse the later adjustment first.`,
    );
  await sql`
    insert into vat_relief_lines (adjustment_id, item_id, is_reversal, gross_pence, vat_pence, paid_gross_pence)
    select adjustment_id, item_id, true, -gross_pence, -vat_pence, -paid_gross_pence from vat_relief_lines
    where adjustment_id = ${id} and not is_reversal`.execute(ctx.tx);
}
