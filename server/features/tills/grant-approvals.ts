import { sql } from 'kysely';
import type { BodyOf, ReplyOf } from '#domain/kernel/call';
import {
  type ApprovalNeed,
  approvalNeed,
  needsSecondPerson,
  needWords,
} from '#domain/approvals/approval-need';
import { formatPercent } from '#domain/kernel/percent';
import { type approvals, type Cashier, canApproveNeed } from '#domain/tills/cashier.contract';
import { recordAudit } from '../../kernel/audit';
import type { WriteContext } from '../../platform/http/context';
import { forbidden, Refusal } from '../../platform/http/refusal';
import { findCashier } from './cashiers';
import { checkPin } from './pins';

/**
 * Approvals by PIN of exactly these changes of one basket, one each, for the sale to use. 403 when the user
 * may not approve one of them, and then none is given.
 */
export async function grantApprovals(
  ctx: WriteContext,
  { client_id, needs, user_id, pin }: BodyOf<typeof approvals.give>,
): Promise<ReplyOf<typeof approvals.give> | Refusal> {
  const user = await checkPin(ctx, user_id, pin);
  if (user instanceof Refusal) return user;
  const approver = await findCashier(ctx.tx, user_id);
  const refused = needs.find(need => !approver || !canApproveNeed(approver, need));
  if (refused) throw forbidden(`${user.name} ${whyNot(refused, approver)}`);
  if (user_id === ctx.actor.id && needs.some(({ kind }) => needsSecondPerson(kind)))
    throw forbidden('You entered this, so someone else must approve it.');
  const ids: string[] = [];
  for (const need of needs) ids.push(await insert(ctx, client_id, need, user.id));
  recordAudit(ctx, {
    action: 'approved',
    recordType: 'basket',
    recordId: null,
    recordName: client_id,
    after: { approved_by: user.id, needs: needs.map(need => approvalNeed.encode(need)) },
  });
  return { approvals: ids, approved_by: user.name };
}

function whyNot({ kind }: ApprovalNeed, approver: Cashier | undefined): string {
  if (kind === 'discount' && approver && approver.discount_limit > 0)
    return `can approve discounts of up to ${formatPercent(approver.discount_limit)}. Ask someone who can approve more.`;
  return `does not have permission to approve ${needWords[kind]}.`;
}

async function insert(ctx: WriteContext, clientId: string, need: ApprovalNeed, by: number): Promise<string> {
  const { rows } = await sql<{ id: string }>`
    insert into approvals (client_id, kind, subject, asked_by, approved_by, approved_at)
    values (${clientId}, ${need.kind}, ${JSON.stringify(approvalNeed.encode(need))}, ${ctx.actor.id}, ${by}, ${ctx.now})
    returning id`.execute(ctx.tx);
  return rows[0]?.id ?? '';
}
