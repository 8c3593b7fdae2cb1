import { sql } from 'kysely';
import type { BodyOf } from '#domain/kernel/call';
import { londonDate } from '#domain/kernel/dates';
import type { VatAdjustment, vatAdjustments } from '#domain/vat-returns/vat-adjustment.contract';
import { recordAudit } from '../../kernel/audit';
import { ensureOpenDay } from '../../kernel/books-day';
import { reverseJournal } from '../../kernel/ledger';
import type { WriteContext } from '../../platform/http/context';
import { conflict, ensure, ensureFound } from '../../platform/http/refusal';
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
  ensure(canReverse(adjustment));
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
