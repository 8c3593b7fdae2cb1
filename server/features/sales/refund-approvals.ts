import type { ApprovalNeed } from '#domain/approvals/approval-need';
import { hasPermission } from '#domain/kernel/access';
import type { Pence } from '#domain/kernel/money';
import { ensureApproved, findApprovalLimits, type SpentApproval } from '../../kernel/approvals';
import type { WriteContext } from '../../platform/http/context';
import { type RefundedLine, refundTotals } from './refunded-lines';
import type { StoredSale } from './stored-sale';

type Asked = {
  readonly clientId: string;
  readonly approvals: readonly string[];
  readonly sale: StoredSale;
  readonly lines: readonly RefundedLine[];
  /** What is given back in all, where that is less than what the lines come to. */
  readonly amount?: Pence;
  /** Whether the right to refund is asked for; cancelling and editing ask for rights of their own. */
  readonly asksRight?: boolean;
};

/**
 * Goes on when a refund is approved: by somebody with the right where whoever asks has none, and above the limit by a
 * second person whoever asks (rule P15). Cancelling a sale, or lowering it by an edit, gives money back as well.
 */
export async function ensureRefundApproved(
  ctx: WriteContext,
  { clientId, approvals, sale, lines, amount = refundTotals(lines).gross, asksRight = false }: Asked,
): Promise<readonly SpentApproval[]> {
  const { refund_pence: limit } = await findApprovalLimits(ctx.tx);
  const change = {
    sale_id: sale.id,
    amount,
    lines: lines.map(({ line, quantity, gross }) => ({
      line_number: line.line_number,
      quantity,
      amount: gross,
    })),
  };
  const needs: ApprovalNeed[] = [];
  if (asksRight && !hasPermission(ctx.actor, 'refund_sale')) needs.push({ kind: 'refund', ...change });
  if (limit !== null && amount > limit) needs.push({ kind: 'large_refund', ...change });
  return ensureApproved(ctx, { clientId, approvals, needs });
}
