import { londonDate } from '#domain/kernel/dates';
import { formatPounds, type Pence, sum, toPence } from '#domain/kernel/money';
import { textFromQuantity } from '#domain/kernel/quantity';
import type { RefundWrite } from '#domain/sales/sale.contract';
import { canRefund } from '#domain/sales/sale-rules';
import { recordSpent } from '../../../kernel/approvals';
import { recordAudit } from '../../../kernel/audit';
import { ensureOpenDay } from '../../../kernel/books-day';
import { ensureWholeUnits } from '../../../kernel/stock';
import { lockOpenSession } from '../../../kernel/tills';
import type { WriteContext } from '../../../platform/http/context';
import { conflict, ensure, invalid } from '../../../platform/http/refusal';
import type { SaleRef } from '../complete-sale';
import { findRepeatedRequest, hashOf } from '../find-repeated-request';
import { postCreditNote, type PostedCreditNote } from './post-credit-note';
import {
  type RefundTender,
  clearedOf,
  ensureRefundMethods,
  ensureRefundTenders,
  refundableSale,
} from './refund-money';
import { ensureRefundApproved } from './refund-approvals';
import { type RefundedLine, refundedLines, refundTotals } from './refunded-lines';
import { lockSale, lockSaleLedger, type StoredSale } from '../stored-sale';

/** Refunds lines of a sale (rules V12, V13, V14, T5). The same client id returns the same refund. */
export async function refundSale(ctx: WriteContext, id: number, body: RefundWrite): Promise<SaleRef> {
  const hash = hashOf({ id, ...body, approvals: [] });
  const before = await findRepeatedRequest(ctx, 'credit_notes', body.client_id, hash);
  if (before !== undefined) return { id: before };
  if (body.session_id != null) await lockOpenSession(ctx.tx, body.session_id);
  const sale = await lockSale(ctx.tx, id);
  await postRefund(ctx, sale, body, { hash });
  return { id };
}

type Setting = {
  readonly hash: string;
  readonly number?: string;
  /** The part that pays for other goods instead. */
  readonly isExchange?: boolean;
};

/** Validates and posts a refund. The caller has locked the sale and holds the session open. */
export async function postRefund(
  ctx: WriteContext,
  sale: StoredSale,
  body: RefundWrite,
  setting: Setting,
): Promise<PostedCreditNote> {
  ensure(canRefund(sale));
  const businessDate = londonDate(ctx.now);
  await ensureOpenDay(ctx, businessDate);
  const ledger = await lockSaleLedger(ctx.tx, sale);
  const lines = refundedLines(sale, body.lines);
  await ensureWholeUnits(ctx.tx, partsOf(lines));
  const { gross } = refundTotals(lines);
  if (gross !== body.expected_total)
    throw conflict(
      `The refund is now ${formatPounds(gross)}, not ${formatPounds(body.expected_total)}. Check the receipt again.`,
      { total: gross },
    );
  const approved = await ensureRefundApproved(ctx, {
    clientId: body.client_id,
    approvals: body.approvals,
    sale,
    lines,
    asksRight: true,
  });
  const sessionId = body.session_id ?? null;
  const due = toPence(gross - (await clearedOf(ctx, { sale, ledger }, gross)));
  const tenders = withExchange(body.tenders, due, setting.isExchange ?? false);
  ensureRefundTenders(refundableSale(sale, ledger), due, tenders, sessionId);
  await ensureRefundMethods(ctx, tenders);
  const posted = await postCreditNote(
    ctx,
    {
      clientId: body.client_id,
      clientHash: setting.hash,
      kind: 'refund',
      sale,
      ledger,
      sessionId,
      businessDate,
      reason: body.reason,
      lines,
      tenders,
    },
    setting.number,
  );
  const approvalFacts = await recordSpent(ctx, { type: 'credit_note', id: posted.id }, approved);
  recordAudit(ctx, {
    action: 'refunded',
    recordType: 'sale',
    recordId: sale.id,
    recordName: sale.number,
    after: {
      credit_note: posted.number,
      reason: body.reason,
      gross_pence: gross,
      ...approvalFacts,
      lines: lines.map(({ line, quantity }) => `${textFromQuantity(quantity)} × ${line.description}`),
      tenders: tenders.map(({ method, amount }) => `${method} ${formatPounds(amount)}`),
    },
  });
  return posted;
}

/** What comes back of each line. The last of a line comes back as it was sold, whatever its unit says now. */
const partsOf = (lines: readonly RefundedLine[]) =>
  lines.flatMap(({ line, quantity, remaining }, index) =>
    remaining.quantity === 0
      ? []
      : [{ productId: line.product_id, quantity, field: `lines.${index}.quantity` }],
  );

const isExchange = ({ method }: RefundTender) => method === 'exchange';

/** The refund payments, and the part that pays for other goods. */
function withExchange(requested: RefundWrite['tenders'], due: Pence, takesGoods: boolean): RefundTender[] {
  const tenders = requested.map(tender => ({ ...tender, reference: tender.reference ?? null }));
  if (tenders.some(isExchange))
    throw invalid({
      tenders: 'The exchange amount is calculated automatically. Enter only the refund payments.',
    });
  const rest = toPence(due - sum(tenders.map(({ amount }) => amount)));
  return takesGoods && rest > 0
    ? [{ method: 'exchange', amount: rest, reference: null }, ...tenders]
    : tenders;
}
