import { sql } from 'kysely';
import { isCostKnown } from '#domain/kernel/average-cost';
import { costAmount, isWithinReach, type UnitCost } from '#domain/kernel/unit-cost';
import { unitCostText } from '../../platform/database/unit-cost-text';
import type { BodyOf } from '#domain/kernel/call';
import { type Pence, toPence } from '#domain/kernel/money';
import { formatQuantity, type Quantity, quantityFromText, toQuantity } from '#domain/kernel/quantity';
import type { UncountedChoice } from '#domain/stock/count-status';
import type { CountDetail, stockCounts } from '#domain/stock/stock-count.contract';
import { recordAudit } from '../../kernel/audit';
import { ensureOpenDay } from '../../kernel/books-day';
import { credit, debit, postJournal, systemAccounts } from '../../kernel/ledger';
import { lockPools, type MovedStock, moveStock } from '../../kernel/stock';
import type { WriteContext } from '../../platform/http/context';
import { ensureUnchanged } from '../../platform/http/ensure-current';
import { conflict, ensure, invalid } from '../../platform/http/refusal';
import { approveVariances } from './approve-variances';
import { noteCounter } from './counters';
import { getCount } from './get-count';
import { isOpen, lockCount, type StoredCount } from './stored-count';

type Pools = Awaited<ReturnType<typeof lockPools>>;
type Named = { readonly name: string; readonly sku: string };
type Line = {
  readonly line_number: number;
  readonly product_id: number;
  readonly cost_each: UnitCost | null;
  readonly difference: Quantity;
};

/**
 * Posts a stocktake, once (rule I8): each line moves exactly counted less expected, dated the day of the
 * count. Sales and receipts since are in neither figure, so they stay. Missing goods go out at average cost
 * (I3), found goods come in at it, or at the cost entered (I7).
 */
export async function postCount(
  ctx: WriteContext,
  id: number,
  { version, uncounted, date_reason = null, ...request }: BodyOf<typeof stockCounts.post>,
): Promise<CountDetail> {
  const count = await lockCount(ctx.tx, id);
  ensure(isOpen(count));
  ensureUnchanged(count, version, 'Stocktake');
  await ensureOpenDay(ctx, count.business_date, { reason: date_reason });
  await ensureSomethingCounted(ctx, count, uncounted);
  const pools = await lockPools(ctx.tx, await productsOf(ctx, id, uncounted));
  if (uncounted === 'nothing') {
    await countRestAsNothing(ctx, id);
    // Setting uncounted products to zero is taking part in the count.
    await noteCounter(ctx, id);
  }
  const lines = await differentLines(ctx, id);
  const moved = await moveStock(ctx, {
    businessDate: count.business_date,
    kind: 'count',
    document: documentOf(count),
    reason: `Stocktake${count.note ? `: ${count.note}` : ''}`,
    movements: lines.map(line => movementOf(pools, line)),
  });
  await postDifferences(ctx, count, moved, date_reason);
  const approvalFacts = await approveVariances(ctx, count, { moved, uncounted, ...request });
  await closeLines(ctx, id, moved);
  await sql`update stock_counts set status = 'posted', uncounted = ${uncounted}, ended_by = ${ctx.actor.id},
    ended_at = ${ctx.now}, version = version + 1 where id = ${id}`.execute(ctx.tx);
  recordAudit(ctx, {
    action: 'posted',
    recordType: 'stock_count',
    recordId: id,
    recordName: count.number,
    after: {
      on: count.business_date,
      differences: lines.length,
      uncounted,
      reason: date_reason,
      ...approvalFacts,
    },
  });
  return getCount(ctx.tx, id, ctx.actor);
}

async function ensureSomethingCounted(
  ctx: WriteContext,
  count: StoredCount,
  uncounted: UncountedChoice,
): Promise<void> {
  if (uncounted === 'nothing') return;
  const { rows } = await sql`select from stock_count_lines where stock_count_id = ${count.id}
    and counted_at is not null limit 1`.execute(ctx.tx);
  if (rows.length === 0)
    throw conflict(
      `Nothing has been counted in ${count.number} yet. Count at least one product, or cancel it.`,
    );
}

/** The products whose stock may change: those with a variance, and uncounted ones that are set to zero. */
async function productsOf(ctx: WriteContext, id: number, uncounted: UncountedChoice): Promise<number[]> {
  const { rows } = await sql<{ product_id: number }>`
    select product_id from stock_count_lines where stock_count_id = ${id}
      and (counted_quantity <> expected_quantity or (counted_at is null and ${uncounted === 'nothing'}))`.execute(
    ctx.tx,
  );
  return rows.map(row => row.product_id);
}

/** The pools are locked, so their current stock becomes the expected quantity. */
const countRestAsNothing = (ctx: WriteContext, id: number) =>
  sql`
  update stock_count_lines l set counted_quantity = 0, counted_by = ${ctx.actor.id}, counted_at = ${ctx.now},
    expected_quantity = s.quantity, expected_movement_id = m.id
  from stock_pools s
    left join lateral (select max(id) as id from stock_movements where product_id = s.product_id) m on true
  where l.stock_count_id = ${id} and l.counted_at is null and s.product_id = l.product_id`.execute(ctx.tx);

async function differentLines(ctx: WriteContext, id: number): Promise<Line[]> {
  const { rows } = await sql<Omit<Line, 'difference'> & { counted: string; expected: string }>`
    select line_number, product_id, ${unitCostText(sql`cost_each`)} as cost_each, counted_quantity::text as counted,
      expected_quantity::text as expected
    from stock_count_lines where stock_count_id = ${id} and counted_quantity <> expected_quantity
    order by line_number`.execute(ctx.tx);
  return rows.map(({ counted, expected, ...line }) => ({
    ...line,
    difference: toQuantity(quantityFromText(counted) - quantityFromText(expected)),
  }));
}

/** The movement of a line; refusals are worded for a stocktake. */
function movementOf(pools: Pools, { product_id, line_number, difference, cost_each }: Line) {
  const pool = pools.get(product_id);
  if (!pool) throw conflict('A product in this stocktake no longer exists.');
  const movement = { productId: product_id, line: line_number, quantity: difference, field: 'cost_each' };
  if (difference > 0) {
    // A known cost takes precedence over the one entered (rule I7).
    return isCostKnown(pool) ? movement : { ...movement, value: entered(pool, difference, cost_each) };
  }
  if (0 - difference <= pool.quantity || pool.canGoNegative) return movement;
  throw conflict(
    `The count shows ${formatQuantity(0 - difference)} of ${pool.name} (${pool.sku}) missing, but stock has since fallen to ${formatQuantity(pool.quantity)}. Count it again.`,
  );
}

function entered(pool: Named, found: Quantity, cost_each: UnitCost | null): Pence {
  if (cost_each === null)
    throw invalid({
      cost_each: `The cost of ${pool.name} (${pool.sku}) is not known yet. Enter the cost of the found stock.`,
    });
  if (!isWithinReach(cost_each, found))
    throw invalid({
      cost_each: `This is more of ${pool.name} than can be recorded. Check the count and the cost.`,
    });
  return costAmount(cost_each, found);
}

const documentOf = ({ id, number }: StoredCount) => ({ type: 'stock_count', id, number });

/** Posts one journal: missing goods are debited to shrinkage, found goods credited to it. */
async function postDifferences(
  ctx: WriteContext,
  count: StoredCount,
  moved: readonly MovedStock[],
  reason: string | null,
): Promise<void> {
  const sum = (ones: readonly MovedStock[], figure: 'value' | 'variance') =>
    toPence(ones.reduce((all, one) => all + one[figure], 0));
  const missing = moved.filter(one => one.quantity < 0);
  const found = moved.filter(one => one.quantity > 0);
  const lost = toPence(0 - sum(missing, 'value'));
  const gained = sum(found, 'value');
  const variance = sum(found, 'variance');
  await postJournal(ctx, {
    businessDate: count.business_date,
    kind: 'stock_count',
    narrative: `Stocktake ${count.number}`,
    document: documentOf(count),
    reason,
    lines: [
      debit(systemAccounts.shrinkage, lost, { description: 'Missing' }),
      credit(systemAccounts.inventory, lost, { description: 'Missing' }),
      debit(systemAccounts.inventory, gained, { description: 'Found' }),
      debit(systemAccounts.costOfGoodsSold, variance, {
        description: 'Found stock that had been sold below zero',
      }),
      credit(systemAccounts.shrinkage, toPence(gained + variance), { description: 'Found' }),
    ],
  });
}

/** Stores on each line what posting moved; a line without a variance moved nothing. */
async function closeLines(ctx: WriteContext, id: number, moved: readonly MovedStock[]): Promise<void> {
  const rows = moved.map(({ line, value, variance }) => ({ line, value, variance }));
  await sql`
    update stock_count_lines l set is_open = false,
      value_pence = case when l.counted_at is not null then coalesce(m.value, 0) end,
      variance_pence = case when l.counted_at is not null then coalesce(m.variance, 0) end
    from stock_count_lines o left join jsonb_to_recordset(${JSON.stringify(rows)}::jsonb)
      as m (line integer, value bigint, variance bigint) on m.line = o.line_number
    where l.id = o.id and o.stock_count_id = ${id}`.execute(ctx.tx);
}
