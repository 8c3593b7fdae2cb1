import { sql } from 'kysely';
import type { UnitCost } from '#domain/kernel/unit-cost';
import { unitCostText } from '../../platform/database/unit-cost-text';
import type { BodyOf } from '#domain/kernel/call';
import type { CountDetail, stockCounts } from '#domain/stock/stock-count.contract';
import { recordAudit, recordEdit } from '../../kernel/audit';
import { ensureOpenDay } from '../../kernel/books-day';
import type { WriteContext } from '../../platform/http/context';
import { ensureCurrent } from '../../platform/http/ensure-current';
import { conflict, ensure, invalid } from '../../platform/http/refusal';
import { noteCounter } from './counters';
import { getCount } from './get-count';
import { isOpen, lockCount, touchCount } from './stored-count';

/** Changes the posting date of the variances, or the note. */
export async function editCount(
  ctx: WriteContext,
  id: number,
  { version, business_date, note }: BodyOf<typeof stockCounts.update>,
): Promise<CountDetail> {
  const count = await lockCount(ctx.tx, id);
  ensure(isOpen(count));
  ensureCurrent(count, version, 'Stocktake');
  await ensureOpenDay(ctx, business_date);
  await sql`update stock_counts set business_date = ${business_date}, note = ${note ?? null}, version = version + 1
    where id = ${id}`.execute(ctx.tx);
  recordEdit(
    ctx,
    { type: 'stock_count', id, name: count.number },
    { business_date: count.business_date, note: count.note },
    { business_date, note: note ?? null },
  );
  return getCount(ctx.tx, id, ctx.actor);
}

/** Cancels a stocktake: counts are kept, stock does not change, and its products can be counted again. */
export async function cancelCount(ctx: WriteContext, id: number): Promise<CountDetail> {
  const count = await lockCount(ctx.tx, id);
  ensure(isOpen(count));
  await sql`update stock_count_lines set is_open = false where stock_count_id = ${id}`.execute(ctx.tx);
  await sql`update stock_counts set status = 'cancelled', ended_by = ${ctx.actor.id}, ended_at = ${ctx.now},
    version = version + 1 where id = ${id}`.execute(ctx.tx);
  recordAudit(ctx, {
    action: 'cancelled',
    recordType: 'stock_count',
    recordId: id,
    recordName: count.number,
  });
  return getCount(ctx.tx, id, ctx.actor);
}

/** Saves the unit cost of found goods. A known cost takes precedence (rule I7). */
export async function enterCost(
  ctx: WriteContext,
  id: number,
  { product_id, cost_each }: BodyOf<typeof stockCounts.cost>,
): Promise<CountDetail> {
  const count = await lockCount(ctx.tx, id);
  ensure(isOpen(count));
  const { rows } = await sql<{
    id: number;
    sku: string;
    name: string;
    is_known: boolean;
    cost_each: UnitCost | null;
  }>`
    select l.id, l.sku, l.name, s.quantity > 0 or s.last_unit_cost is not null as is_known, ${unitCostText(sql`l.cost_each`)} as cost_each
    from stock_count_lines l join stock_pools s on s.product_id = l.product_id
    where l.stock_count_id = ${id} and l.product_id = ${product_id}`.execute(ctx.tx);
  const [line] = rows;
  if (!line) throw invalid({ product_id: `This product is not in ${count.number}.` });
  if (line.is_known && cost_each !== null)
    throw conflict(`The cost of ${line.name} is already known, so found goods take it. No cost is needed.`);
  await sql`update stock_count_lines set cost_each = ${cost_each} where id = ${line.id}`.execute(ctx.tx);
  await noteCounter(ctx, id);
  await touchCount(ctx.tx, id);
  recordEdit(
    ctx,
    { type: 'stock_count', id, name: count.number },
    { [`cost of ${line.sku}`]: line.cost_each },
    { [`cost of ${line.sku}`]: cost_each },
  );
  return getCount(ctx.tx, id, ctx.actor);
}
