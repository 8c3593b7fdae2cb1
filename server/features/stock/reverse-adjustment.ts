import { hasPermission } from '#domain/kernel/access';
import type { BodyOf } from '#domain/kernel/call';
import { londonDate } from '#domain/kernel/dates';
import type { AdjustmentRow, stockAdjustments } from '#domain/stock/stock-adjustment.contract';
import { recordAudit } from '../../kernel/audit';
import { ensureNotBefore, ensureOpenDay } from '../../kernel/books-day';
import { nextNumber } from '../../kernel/documents';
import type { WriteContext } from '../../platform/http/context';
import { conflict, ensure, ensureFound, forbidden } from '../../platform/http/refusal';
import { postAdjustment } from './adjust-stock';
import { approveAdjustment } from './approve-adjustment';
import {
  canReverseAdjustment,
  findReversible,
  type ReversibleAdjustment,
  writeDownShowsValues,
} from './reversible-adjustment';
import { findAdjustment } from './stock-adjustments.queries';
import { undoMovements } from './undo-movements';

/**
 * Reverses an adjustment entered in error by another one (rules L1, A13): what went out comes back at the value it went out
 * at, what came in goes out at the value it came in with, and a write-down goes back for the goods still in stock (as rule
 * I15). What is left of the value stays in 5100. 404 if it does not exist, 409 if it is already reversed.
 */
export async function reverseAdjustment(
  ctx: WriteContext,
  id: number,
  body: BodyOf<typeof stockAdjustments.reverse>,
): Promise<AdjustmentRow> {
  const withCost = hasPermission(ctx.actor, 'view_cost');
  const { reason, business_date } = ensureFound(await findReversible(ctx.tx, id), 'Adjustment');
  if (reason === 'write_down' && !withCost) throw forbidden(writeDownShowsValues);
  const businessDate = body.business_date ?? londonDate(ctx.now);
  await ensureOpenDay(ctx, businessDate, { reason: body.date_reason ?? null });
  ensureNotBefore(businessDate, business_date, 'The adjustment was posted');
  // Whoever takes the next number has seen every adjustment before it, so two reversals cannot pass this check.
  const number = await nextNumber(ctx.tx, 'ADJ');
  const original = await ensureReversible(ctx, id);
  const document = { type: 'stock_adjustment', id, number: original.number };
  const undone = await undoMovements(ctx, document);
  // Its stock is locked now, so nothing is counted from it any more.
  await ensureReversible(ctx, id);
  const { movements } = undone;
  if (movements.length === 0)
    throw conflict(
      `None of the goods that ${original.number} wrote down are in stock any more, so there is no value to put back.`,
    );
  const reversal = await postAdjustment(ctx, {
    number,
    reason,
    note: `Reversal of ${original.number}: ${body.reason}`,
    businessDate,
    dateReason: body.date_reason ?? null,
    reverses: document,
    ...undone,
  });
  await approveAdjustment(
    ctx,
    {
      reason,
      isReversal: true,
      lines: movements.map(({ productId, quantity, value }) =>
        quantity === 0 ? { product_id: productId, value } : { product_id: productId, quantity },
      ),
      client_id: body.client_id,
      approvals: body.approvals,
    },
    reversal,
  );
  recordAudit(ctx, {
    action: 'reversed',
    recordType: 'stock_adjustment',
    recordId: id,
    recordName: original.number,
    after: { by: number, on: businessDate, reason: body.reason },
  });
  return ensureFound(await findAdjustment(ctx.tx, reversal.id, withCost), 'Adjustment');
}

async function ensureReversible(ctx: WriteContext, id: number): Promise<ReversibleAdjustment> {
  const adjustment = ensureFound(await findReversible(ctx.tx, id), 'Adjustment');
  ensure(canReverseAdjustment(adjustment, ctx.actor));
  return adjustment;
}
