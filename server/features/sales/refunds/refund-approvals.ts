import { sql } from 'kysely';
import type { ApprovalNeed } from '#domain/approvals/approval-need';
import { isAboveLimit, lacksPermissionFor } from '#domain/approvals/when-approval-is-needed';
import { formatPounds, type Pence, toPence } from '#domain/kernel/money';
import { ensureApproved, findApprovalLimits, type SpentApproval } from '../../../kernel/approvals';
import type { WriteContext } from '../../../platform/http/context';
import { type RefundedLine, refundTotals } from './refunded-lines';
import type { StoredSale } from '../stored-sale';

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
 * second person in any case (rule P15). Cancelling or reducing a sale also refunds money. Earlier refunds that no
 * one approved count towards the limit, so that it cannot be passed in parts; the approval is of this one. The
 * caller has locked the sale.
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
  const earlier = limit === null || amount === 0 ? toPence(0) : await unapprovedRefunds(ctx, sale.id);
  if (amount > 0 && isAboveLimit(limit, toPence(amount + earlier)))
    needs.push({ kind: 'large_refund', ...change });
  const because =
    earlier > 0
      ? `${formatPounds(earlier)} of this sale has already been refunded without approval.`
      : undefined;
  return ensureApproved(ctx, { clientId, approvals, needs, because });
}

/** The database compares with the same sum. */
async function unapprovedRefunds(ctx: WriteContext, saleId: number): Promise<Pence> {
  const { rows } = await sql<{ earlier: Pence }>`select unapproved_refunds(${saleId}) as earlier`.execute(
    ctx.tx,
  );
  return rows[0]?.earlier ?? toPence(0);
}
