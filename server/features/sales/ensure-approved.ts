import * as z from 'zod';
import { type ApprovalNeed, approvalNeed } from '#domain/sales/approval';
import { needWords } from '#domain/sales/needs';
import type { WriteContext } from '../../platform/http/context';
import { Refusal } from '../../platform/http/refusal';
import { spendApprovals } from '../../kernel/tills';

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
  const words = [...new Set(open.map(({ kind }) => needWords[kind]))].join(' and ');
  throw new Refusal('forbidden', `This needs the approval of somebody with the right to it: ${words}.`, {
    current: { needs: open.map(need => z.encode(approvalNeed, need)) },
  });
}
