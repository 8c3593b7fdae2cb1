import { sql } from 'kysely';
import { isAboveLimit } from '#domain/approvals/when-approval-is-needed';
import { londonDate } from '#domain/kernel/dates';
import { type Pence, toPence } from '#domain/kernel/money';
import type { UncountedChoice } from '#domain/stock/count-status';
import { ensureApproved, findApprovalLimits, recordSpent } from '../../kernel/approvals';
import { locks } from '../../kernel/locks';
import type { MovedStock } from '../../kernel/stock';
import { takeLock } from '../../platform/database/advisory-lock';
import type { WriteContext } from '../../platform/http/context';
import { earlierWords, unitsMoved } from '../stock';
import { countersOf } from './counters';
import type { StoredCount } from './stored-count';

type Input = {
  readonly moved: readonly MovedStock[];
  readonly uncounted: UncountedChoice;
  readonly client_id?: string | undefined;
  readonly approvals: readonly string[];
};

/**
 * Requires approval of variances above the limit by someone who took no part in the count (rule P15): the poster, or a second
 * person by PIN. What was missing in other stocktakes that the poster counted and posted today counts towards it, so that it
 * cannot be passed in parts. An approval is for one version of the count and for what happens to uncounted products; counting
 * a line again needs a new one. Missing and found goods both count as absolute amounts, with what found goods made up for in
 * stock below zero (rule I10). The database compares with the same figures.
 */
export async function approveVariances(
  ctx: WriteContext,
  { id, version }: StoredCount,
  { moved, uncounted, client_id: clientId, approvals }: Input,
): Promise<Readonly<Record<string, unknown>>> {
  const { stock_count_pence: limit } = await findApprovalLimits(ctx.tx);
  const worth = toPence(moved.reduce((all, one) => all + Math.abs(one.value + one.variance), 0));
  if (limit === null || worth === 0) return {};
  const counters = await countersOf(ctx, id);
  const isOfAnother = !counters.includes(ctx.actor.id);
  const earlier = isOfAnother ? toPence(0) : await lossesOfToday(ctx, id);
  if (!isAboveLimit(limit, toPence(worth + earlier))) return {};
  const need = {
    kind: 'stock_count',
    count_id: id,
    version,
    uncounted,
    units: unitsMoved(moved),
    amount: worth,
  } as const;
  const because =
    earlier > 0
      ? earlierWords(ctx, earlier, 'missing in stocktakes that you counted and posted today')
      : undefined;
  const spent = isOfAnother
    ? []
    : await ensureApproved(ctx, { clientId, approvals, because, needs: [need], enteredBy: counters });
  const approvalFacts = await recordSpent(
    ctx,
    { type: 'stock_count', id, revision: version },
    isOfAnother ? [{ id: null, by: ctx.actor.id, need, isOwn: false }] : spent,
  );
  return { worth_pence: worth, ...approvalFacts };
}

/** Two at once do not pass the limit together. */
async function lossesOfToday(ctx: WriteContext, id: number): Promise<Pence> {
  await takeLock(ctx.tx, locks.writtenOff, ctx.actor.id);
  const { rows } = await sql<{ earlier: Pence }>`
    select unapproved_count_losses(${ctx.actor.id}, ${londonDate(ctx.now)}::date, ${id}) as earlier`.execute(
    ctx.tx,
  );
  return rows[0]?.earlier ?? toPence(0);
}
