import type { BodyOf } from '#domain/kernel/call';
import { londonDate } from '#domain/kernel/dates';
import type { CountDetail, stockCounts } from '#domain/stock/stock-count.contract';
import { recordAudit } from '../../kernel/audit';
import { ensureNotBefore, ensureOpenDay } from '../../kernel/books-day';
import { nextNumber } from '../../kernel/documents';
import type { Tx } from '../../platform/database/open-database';
import type { WriteContext } from '../../platform/http/context';
import { ensure, ensureFound } from '../../platform/http/refusal';
import { postAdjustment, undoMovements } from '../stock';
import { approveReversal } from './approve-reversal';
import { getCount } from './get-count';
import { canReverseCount, findReversibleCount } from './reversible-count';
import { lockCount } from './stored-count';

/**
 * Reverses a stocktake posted in error by an adjustment (rules I8, L1, A13), as an adjustment is reversed: what was missing
 * comes back at the value it went out at, what was found goes out at the value it came in with. The stocktake and its count
 * sheet stay as they were (K2), and its products can be counted again. 409 if it is not posted or already reversed.
 */
export async function reverseCount(
  ctx: WriteContext,
  id: number,
  body: BodyOf<typeof stockCounts.reverse>,
): Promise<CountDetail> {
  const count = await lockCount(ctx.tx, id);
  // A statement of its own, so that of two at once the second sees the reversal of the first.
  await ensureReversible(ctx.tx, id);
  const businessDate = body.business_date ?? londonDate(ctx.now);
  const dateReason = body.date_reason ?? null;
  await ensureOpenDay(ctx, businessDate, { reason: dateReason });
  ensureNotBefore(businessDate, count.business_date, 'The stocktake was posted');
  const number = await nextNumber(ctx.tx, 'ADJ');
  const document = { type: 'stock_count', id, number: count.number };
  const undone = await undoMovements(ctx, document);
  // Its stock is locked now, so nothing is counted from it any more.
  await ensureReversible(ctx.tx, id);
  const reversal = await postAdjustment(ctx, {
    number,
    reason: 'correction',
    note: `Reversal of ${count.number}: ${body.reason}`,
    businessDate,
    dateReason,
    reverses: document,
    ...undone,
  });
  await approveReversal(ctx, { count, reversal, ...body });
  recordAudit(ctx, {
    action: 'reversed',
    recordType: 'stock_count',
    recordId: id,
    recordName: count.number,
    after: { by: number, on: businessDate, reason: body.reason },
  });
  return getCount(ctx.tx, id, ctx.actor);
}

const ensureReversible = async (tx: Tx, id: number) =>
  ensure(canReverseCount(ensureFound(await findReversibleCount(tx, id), 'Stocktake')));
