import { isAboveLimit } from '#domain/approvals/when-approval-is-needed';
import { toPence } from '#domain/kernel/money';
import { ensureApproved, findApprovalLimits, recordSpent } from '../../kernel/approvals';
import { recordAudit } from '../../kernel/audit';
import type { WriteContext } from '../../platform/http/context';
import { earlierWords, type PostedAdjustment, unapprovedWriteOffs } from '../stock';
import type { StoredCount } from './stored-count';

type Input = {
  readonly count: StoredCount;
  readonly reversal: PostedAdjustment;
  readonly client_id?: string | undefined;
  readonly approvals: readonly string[];
};

/**
 * Requires a second person's approval of a reversal above the limit of variances, and of one that takes out stock above the
 * limit of write-offs, together with what this user wrote off earlier today (rule P15). One approval is for both: it names
 * the stocktake and what its variances are worth. The database compares with the same figures.
 */
export async function approveReversal(
  ctx: WriteContext,
  { count, reversal, client_id: clientId, approvals }: Input,
): Promise<void> {
  const { id, number, worth, takenOut, units } = reversal;
  const limits = await findApprovalLimits(ctx.tx);
  const earlier =
    limits.write_off_pence === null || takenOut === 0 ? toPence(0) : await unapprovedWriteOffs(ctx, id);
  const isWriteOff = takenOut > 0 && isAboveLimit(limits.write_off_pence, toPence(takenOut + earlier));
  if (!isWriteOff && !isAboveLimit(limits.stock_count_pence, worth)) return;
  const because = isWriteOff
    ? `Stock that the reversal takes out counts as a write-off.${earlier > 0 ? ` ${earlierWords(ctx, earlier)}` : ''}`
    : undefined;
  const spent = await ensureApproved(ctx, {
    clientId,
    approvals,
    because,
    needs: [
      {
        kind: 'stock_count',
        count_id: count.id,
        version: count.version,
        uncounted: null,
        units,
        amount: worth,
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
