import type { BodyOf } from '#domain/kernel/call';
import { londonDate } from '#domain/kernel/dates';
import { formatPounds, toPence } from '#domain/kernel/money';
import type { sales } from '#domain/sales/sale.contract';
import { canCancel } from '#domain/sales/sale-rules';
import { originalTenders } from '#domain/sales/refund-options';
import { recordSpent } from '../../../kernel/approvals';
import { recordAudit } from '../../../kernel/audit';
import { ensureOpenDay } from '../../../kernel/books-day';
import { lockOpenSession } from '../../../kernel/tills';
import type { WriteContext } from '../../../platform/http/context';
import { ensure } from '../../../platform/http/refusal';
import type { SaleRef } from '../complete-sale';
import { findRepeatedRequest, hashOf } from '../find-repeated-request';
import { postCreditNote } from './post-credit-note';
import { clearedOf, ensureRefundTenders, refundableSale } from './refund-money';
import { ensureRefundApproved } from './refund-approvals';
import { releaseQuote } from '../quoted-sale';
import { remainingLines, refundTotals } from './refunded-lines';
import { lockSale, lockSaleLedger } from '../stored-sale';

/**
 * Cancels a sale (rule L6): credits the remaining amount as of today and refunds the original payments. The
 * sale keeps its number, lines and figures (V11). Its quote, if any, is open again.
 */
export async function cancelSale(
  ctx: WriteContext,
  id: number,
  { approvals, ...body }: BodyOf<typeof sales.cancel>,
): Promise<SaleRef> {
  const hash = hashOf({ id, ...body });
  const before = await findRepeatedRequest(ctx, 'credit_notes', body.client_id, hash);
  if (before !== undefined) return { id: before };
  const sessionId = body.session_id ?? null;
  if (sessionId !== null) await lockOpenSession(ctx.tx, sessionId);
  const sale = await lockSale(ctx.tx, id);
  ensure(canCancel(sale));
  await releaseQuote(ctx, sale);
  const businessDate = londonDate(ctx.now);
  await ensureOpenDay(ctx, businessDate);
  const ledger = await lockSaleLedger(ctx.tx, sale);
  const lines = remainingLines(sale);
  const { gross } = refundTotals(lines);
  const approved = await ensureRefundApproved(ctx, { clientId: body.client_id, approvals, sale, lines });
  const due = toPence(gross - (await clearedOf(ctx, { sale, ledger }, gross)));
  const paid = refundableSale(sale, ledger);
  const tenders = originalTenders(paid, due).map(tender => ({ ...tender, reference: null }));
  ensureRefundTenders(paid, due, tenders, sessionId);
  const posted = await postCreditNote(ctx, {
    clientId: body.client_id,
    clientHash: hash,
    kind: 'cancellation',
    sale,
    ledger,
    sessionId,
    businessDate,
    reason: body.reason,
    lines,
    tenders,
  });
  const approvalFacts = await recordSpent(ctx, { type: 'credit_note', id: posted.id }, approved);
  recordAudit(ctx, {
    action: 'cancelled',
    recordType: 'sale',
    recordId: id,
    recordName: sale.number,
    after: {
      credit_note: posted.number,
      reason: body.reason,
      ...approvalFacts,
      tenders: tenders.map(({ method, amount }) => `${method} ${formatPounds(amount)}`),
    },
  });
  return { id };
}
