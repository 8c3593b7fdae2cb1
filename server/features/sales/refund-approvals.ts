import type { ApprovalNeed } from '#domain/approvals/approval-need';
import { isAboveLimit, lacksPermissionFor } from '#domain/approvals/when-approval-is-needed';
import type { Pence } from '#domain/kernel/money';
import { ensureApproved, findApprovalLimits, type SpentApproval } from '../../kernel/approvals';
import type { WriteContext } from '../../platform/http/context';
import { type RefundedLine, refundTotals } from './refunded-lines';
import type { StoredSale } from './stored-sale';

type RefundRequest = {
  readonly clientId: string;
  readonly approvals: readonly string[];
  readonly sale: StoredSale;
  readonly lines: readonly RefundedLine[];
  /** The refund total, when less than the lines. */
  readonly amount?: Pence;
  /** Whether permission to refund is required. Cancelling and editing have their own permissions. */
  readonly asksRight?: boolean;
};

/**
 * Requires approval for a refund: without the permission by a user who has it, and above the limit by a
 * second person in any case (rule P15). Cancelling or reducing a sale also refunds money.
 */
export async function ensureRefundApproved(
  ctx: WriteContext,
  {
    clientId,
    approvals,
    sale,
    lines,
    amount = refundTotals(lines).gross,
    asksRight: asksPermission = false,
  }: RefundRequest,
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
  if (asksPermission && lacksPermissionFor('refund', ctx.actor)) needs.push({ kind: 'refund', ...change });
  if (isAboveLimit(limit, amount)) needs.push({ kind: 'large_refund', ...change });
  return ensureApproved(ctx, { clientId, approvals, needs });
}
