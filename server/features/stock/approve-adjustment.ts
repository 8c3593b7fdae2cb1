import { isAboveLimit } from '#domain/approvals/when-approval-is-needed';
import type { BodyOf } from '#domain/kernel/call';
import { noQuantity } from '#domain/kernel/quantity';
import { isWriteOff } from '#domain/stock/adjustment-reason';
import type { stockAdjustments } from '#domain/stock/stock-adjustment.contract';
import { ensureApproved, findApprovalLimits, recordSpent } from '../../kernel/approvals';
import { recordAudit } from '../../kernel/audit';
import type { WriteContext } from '../../platform/http/context';
import type { PostedAdjustment } from './adjust-stock';

/**
 * Requires a second person's approval for an adjustment above its limit (rule P15). The value is known once
 * it is costed; when refused, everything is rolled back.
 */
export async function approveAdjustment(
  ctx: WriteContext,
  {
    reason,
    lines,
    client_id,
    approvals,
  }: Pick<BodyOf<typeof stockAdjustments.create>, 'reason' | 'lines' | 'client_id' | 'approvals'>,
  { id, number, worth }: PostedAdjustment,
): Promise<void> {
  const limits = await findApprovalLimits(ctx.tx);
  const kind = isWriteOff(reason) ? 'write_off' : 'stock_adjustment';
  const limit = kind === 'write_off' ? limits.write_off_pence : limits.adjustment_pence;
  if (!isAboveLimit(limit, worth)) return;
  const spent = await ensureApproved(ctx, {
    clientId: client_id,
    approvals,
    needs: [
      {
        kind,
        amount: worth,
        reason,
        lines: lines.map(line => ({
          product_id: line.product_id,
          quantity: line.quantity ?? noQuantity,
          value: line.value ?? null,
        })),
      },
    ],
  });
  const approvalFacts = await recordSpent(ctx, { type: 'stock_adjustment', id }, spent);
  recordAudit(ctx, {
    action: 'approved',
    recordType: 'stock_adjustment',
    recordId: id,
    recordName: number,
    after: { worth_pence: worth, approved_by: spent.map(({ by }) => by), ...approvalFacts },
  });
}
