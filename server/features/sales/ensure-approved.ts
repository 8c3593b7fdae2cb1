import type { ApprovalNeed } from '#domain/sales/approval';
import type { WriteContext } from '../../platform/http/context';
import { approvalNeeded, spendApprovals } from '../../kernel/tills';

type Asked = {
  readonly clientId: string;
  readonly approvals: readonly string[];
  readonly needs: readonly ApprovalNeed[];
};

/** Goes on when somebody with the right has said yes to each change; otherwise 403 with what is still needed. */
export async function ensureApproved(
  ctx: WriteContext,
  { clientId, approvals, needs }: Asked,
): Promise<void> {
  if (needs.length === 0) return;
  const open = await spendApprovals(ctx, { clientId, ids: approvals, needs });
  if (open.length === 0) return;
  throw approvalNeeded(open);
}
