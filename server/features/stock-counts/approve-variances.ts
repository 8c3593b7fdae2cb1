import { sql } from 'kysely';
import { isAboveLimit } from '#domain/approvals/when-approval-is-needed';
import { toPence } from '#domain/kernel/money';
import type { UncountedChoice } from '#domain/stock/count-status';
import { ensureApproved, findApprovalLimits, recordSpent } from '../../kernel/approvals';
import type { MovedStock } from '../../kernel/stock';
import type { WriteContext } from '../../platform/http/context';
import type { StoredCount } from './stored-count';

type Input = {
  readonly moved: readonly MovedStock[];
  readonly uncounted: UncountedChoice;
  readonly client_id?: string | undefined;
  readonly approvals: readonly string[];
};

/**
 * Requires approval of variances above the limit by someone who did not count (rule P15): the poster, if they
 * took no part in the count, otherwise a second person by PIN. An approval is for one version of the count;
 * counting a line again needs a new one. Missing and found goods both count as absolute amounts.
 */
export async function approveVariances(
  ctx: WriteContext,
  { id, version }: StoredCount,
  { moved, uncounted, client_id: clientId, approvals }: Input,
): Promise<Readonly<Record<string, unknown>>> {
  const { stock_count_pence: limit } = await findApprovalLimits(ctx.tx);
  const worth = toPence(moved.reduce((all, one) => all + Math.abs(one.value), 0));
  if (!isAboveLimit(limit, worth)) return {};
  const need = { kind: 'stock_count', count_id: id, version, amount: worth } as const;
  const counters = await countersOf(ctx, id);
  // Setting uncounted products to zero is taking part in the count.
  const isOfAnother = uncounted === 'leave' && !counters.includes(ctx.actor.id);
  const spent = isOfAnother
    ? []
    : await ensureApproved(ctx, { clientId, approvals, needs: [need], enteredBy: counters });
  const approvalFacts = await recordSpent(
    ctx,
    { type: 'stock_count', id, revision: version },
    isOfAnother ? [{ id: null, by: ctx.actor.id, need, isOwn: false }] : spent,
  );
  return { worth_pence: worth, ...approvalFacts };
}

async function countersOf(ctx: WriteContext, id: number): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select distinct counted_by as id from stock_count_lines where stock_count_id = ${id} and counted_by is not null
    union select started_by from stock_counts where id = ${id}`.execute(ctx.tx);
  return rows.map(row => row.id);
}
