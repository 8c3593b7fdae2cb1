import { sql } from 'kysely';
import { isAboveLimit } from '#domain/approvals/when-approval-is-needed';
import { hasPermission } from '#domain/kernel/access';
import type { BodyOf } from '#domain/kernel/call';
import { londonDate } from '#domain/kernel/dates';
import { formatPounds, type Pence, toPence } from '#domain/kernel/money';
import { noQuantity, type Quantity } from '#domain/kernel/quantity';
import { isWriteOff } from '#domain/stock/adjustment-reason';
import type { stockAdjustments } from '#domain/stock/stock-adjustment.contract';
import { ensureApproved, findApprovalLimits, recordSpent } from '../../kernel/approvals';
import { recordAudit } from '../../kernel/audit';
import { locks } from '../../kernel/locks';
import { takeLock } from '../../platform/database/advisory-lock';
import type { WriteContext } from '../../platform/http/context';

export type PostedAdjustment = {
  readonly id: number;
  readonly number: string;
  /** As an absolute amount per line: found stock does not offset losses. */
  readonly worth: Pence;
  /** The part of it that went out. */
  readonly takenOut: Pence;
  /** How many units it moved, in or out. */
  readonly units: Quantity;
};

type Requested = Pick<
  BodyOf<typeof stockAdjustments.create>,
  'reason' | 'lines' | 'client_id' | 'approvals'
> & { readonly isReversal?: boolean };

/**
 * Requires a second person's approval for an adjustment above its limit (rule P15). The value is known once
 * it is costed; when refused, everything is rolled back.
 */
export async function approveAdjustment(
  ctx: WriteContext,
  requested: Requested,
  adjustment: PostedAdjustment,
): Promise<void> {
  const { reason, lines, client_id, approvals } = requested;
  const { id, number, worth } = adjustment;
  const needed = await neededFor(ctx, requested, adjustment);
  if (needed === null) return;
  const { because, ...need } = needed;
  const spent = await ensureApproved(ctx, {
    clientId: client_id,
    approvals,
    because,
    needs: [
      {
        ...need,
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

type Needed = {
  readonly kind: 'write_off' | 'stock_adjustment';
  readonly amount: Pence;
  readonly because?: string;
};

/**
 * The limit that an adjustment is above. Of write-offs, what this user wrote off earlier today and no one approved counts
 * towards it, so that it cannot be passed in parts; a correction that takes value out counts too. Reversals do neither.
 */
async function neededFor(
  ctx: WriteContext,
  { reason, isReversal = false }: Requested,
  { id, worth, takenOut }: PostedAdjustment,
): Promise<Needed | null> {
  const { write_off_pence: limit, adjustment_pence } = await findApprovalLimits(ctx.tx);
  if (!isWriteOff(reason)) {
    if (isAboveLimit(adjustment_pence, worth)) return { kind: 'stock_adjustment', amount: worth };
    if (reason === 'found' || isReversal) return null;
  }
  const amount = isWriteOff(reason) ? worth : takenOut;
  if (limit === null || amount === 0) return null;
  const earlier = isReversal ? toPence(0) : await unapprovedWriteOffs(ctx, id);
  if (!isAboveLimit(limit, toPence(amount + earlier))) return null;
  return { kind: 'write_off', amount, ...(earlier > 0 ? { because: earlierWords(ctx, earlier) } : {}) };
}

/** What else counts towards a limit; the amount only with `view_cost`. */
export const earlierWords = (
  { actor }: Pick<WriteContext, 'actor'>,
  earlier: Pence,
  what = 'already written off, or missing in stocktakes, today',
): string =>
  `It counts together with ${hasPermission(actor, 'view_cost') ? `the ${formatPounds(earlier)}` : 'what was'} ${what} without approval.`;

/** The database compares with the same sum. Two at once do not pass the limit together. */
export async function unapprovedWriteOffs(ctx: WriteContext, before: number): Promise<Pence> {
  await takeLock(ctx.tx, locks.writtenOff, ctx.actor.id);
  const { rows } = await sql<{ earlier: Pence }>`
    select unapproved_write_offs(${ctx.actor.id}, ${londonDate(ctx.now)}::date, ${before}) as earlier`.execute(
    ctx.tx,
  );
  return rows[0]?.earlier ?? toPence(0);
}
