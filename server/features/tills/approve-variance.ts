import { sql } from 'kysely';
import { isOwnApproval } from '#domain/approvals/approval.rules';
import type { BodyOf, ReplyOf } from '#domain/kernel/call';
import { toPence } from '#domain/kernel/money';
import type { approvals } from '#domain/tills/cashier.contract';
import { methodVarianceWords } from '#domain/tills/method-counts';
import type { TillSessionDetail } from '#domain/tills/till.contract';
import { hasSecondApprover, recordApproval } from '../../kernel/approvals';
import { recordAudit } from '../../kernel/audit';
import type { WriteContext } from '../../platform/http/context';
import { ensure, forbidden, Refusal } from '../../platform/http/refusal';
import { findCashier } from './cashiers';
import { getSession } from './get-session';
import { largestVariance, reportedCounts } from './method-counts';
import { checkPin } from './pins';
import { lockSession } from './stored-session';
import { canApprove, foundBy } from './till.rules';

type UserRef = { readonly id: number; readonly name: string };

/** Approves the variance of a closed till, once, by a user who did not count or close it (features 5.4). */
export async function approveVariance(
  ctx: WriteContext,
  id: number,
  note: string | null,
): Promise<TillSessionDetail> {
  await approve(ctx, id, note, ctx.actor);
  return getSession(ctx.tx, id, ctx.actor);
}

/**
 * The same by PIN of someone at the till. A wrong PIN is returned, not thrown, so that the attempt counts.
 */
export async function approveVarianceByPin(
  ctx: WriteContext,
  id: number,
  { user_id, pin, note }: BodyOf<typeof approvals.difference>,
): Promise<ReplyOf<typeof approvals.difference> | Refusal> {
  const user = await checkPin(ctx, user_id, pin);
  if (user instanceof Refusal) return user;
  const cashier = await findCashier(ctx.tx, user_id);
  if (!cashier?.may_approve_differences)
    throw forbidden(`${user.name} does not have permission to approve till variances.`);
  await approve(ctx, id, note ?? null, user);
  return { approved_by: user.name };
}

async function approve(ctx: WriteContext, id: number, note: string | null, user: UserRef): Promise<void> {
  const session = await lockSession(ctx.tx, id);
  const approver = {
    id: user.id,
    hasSecond: await hasSecondApprover(ctx.tx, 'approve_variance', foundBy(session)),
  };
  ensure(canApprove(session, approver));
  const difference = toPence((session.counted ?? 0) - (session.expected ?? 0));
  const methods = reportedCounts(session);
  const ofMethods = methodVarianceWords(methods);
  const approvalFacts = await recordApproval(ctx, {
    type: 'till_session',
    id,
    revision: session.version,
    upTo: largestVariance(difference, methods),
    by: user.id,
    isOwn: isOwnApproval(foundBy(session), approver),
  });
  await sql`update till_sessions set approved_by = ${user.id}, approved_at = ${ctx.now}, approval_note = ${note},
    version = version + 1 where id = ${id}`.execute(ctx.tx);
  recordAudit(ctx, {
    action: 'approved',
    recordType: 'till_session',
    recordId: id,
    recordName: session.register_name,
    after: {
      difference_pence: difference,
      ...(ofMethods === '' ? {} : { method_variances: ofMethods }),
      ...approvalFacts,
      ...(note === null ? {} : { note }),
      ...(user.id === ctx.actor.id ? {} : { at_device_of: ctx.actor.id }),
    },
    actor: user,
  });
}
