import { sql } from 'kysely';
import { isAboveLimit } from '#domain/approvals/when-approval-is-needed';
import { hasPermission } from '#domain/kernel/access';
import { londonDate } from '#domain/kernel/dates';
import { formatPounds, type Pence, toPence } from '#domain/kernel/money';
import { findApprovalLimits } from '../../../kernel/approvals';
import { locks } from '../../../kernel/locks';
import { takeLock } from '../../../platform/database/advisory-lock';
import type { WriteContext } from '../../../platform/http/context';
import { forbidden } from '../../../platform/http/refusal';

/**
 * A bill without an order, or of landed cost, is owed without an approved order: above the limit someone who can approve
 * orders records it (rule P15, decision 221). Returns what the audit log says.
 */
export async function ensureBillWithinLimit(
  ctx: WriteContext,
  gross: Pence,
): Promise<Readonly<Record<string, unknown>>> {
  const { bill_pence: limit } = await findApprovalLimits(ctx.tx);
  if (limit === null) return {};
  if (hasPermission(ctx.actor, 'approve_purchaseorder'))
    return isAboveLimit(limit, gross) ? { approved_by: [ctx.actor.id] } : {};
  // Of two at once the second sees the first.
  await takeLock(ctx.tx, locks.billsOfUser, ctx.actor.id);
  const earlier = await recordedToday(ctx);
  if (!isAboveLimit(limit, toPence(gross + earlier))) return {};
  const already =
    earlier === 0 ? '' : ` You have already recorded ${formatPounds(earlier)} of such bills today.`;
  throw forbidden(
    `Bills without an order, and landed cost, above ${formatPounds(limit)} are recorded by someone who can approve purchase orders.${already}`,
  );
}

async function recordedToday(ctx: WriteContext): Promise<Pence> {
  const { rows } = await sql<{ recorded: Pence }>`
    select coalesce(sum(gross_pence), 0)::bigint as recorded from supplier_bills
    where posted_by = ${ctx.actor.id} and kind in ('direct', 'landed_cost') and reversed_at is null
      and posted_at >= ${londonDate(ctx.now)}::date::timestamp at time zone 'Europe/London'`.execute(ctx.tx);
  return rows[0]?.recorded ?? toPence(0);
}
