import { sql } from 'kysely';
import type { BodyOf, ReplyOf } from '#domain/kernel/call';
import {
  formatQuantity,
  type Quantity,
  quantityFromText,
  textFromQuantity,
  toQuantity,
} from '#domain/kernel/quantity';
import { maxCounted, type stockCounts } from '#domain/stock/stock-count.contract';
import { recordAudit } from '../../kernel/audit';
import { ensureWholeUnits, lockPools } from '../../kernel/stock';
import type { WriteContext } from '../../platform/http/context';
import { conflict, ensure, ensureFound, invalid } from '../../platform/http/refusal';
import { findCountLine, lineVisibility } from './count-lines.queries';
import { progress } from './stock-counts.queries';
import { noteCounter } from './counters';
import { isOpen, lockCount, touchCount } from './stored-count';

type Counted = BodyOf<typeof stockCounts.count>;
type Line = {
  id: number;
  sku: string;
  name: string;
  counted: string | null;
  counted_by: number | null;
  counter: string | null;
};

/**
 * Records the counted quantity of one product and fixes the expected quantity at this moment (rule I8); the
 * pool is locked, so no movement comes between. A recount takes a new snapshot. If stock moved between two
 * scans, the line is flagged for the reviewer.
 */
export async function countProduct(
  ctx: WriteContext,
  id: number,
  body: Counted,
): Promise<ReplyOf<typeof stockCounts.count>> {
  const count = await lockCount(ctx.tx, id);
  ensure(isOpen(count));
  const line = await findLine(ctx, id, body.product_id);
  if (!line) throw invalid({ product_id: `This product is not in ${count.number}.` });
  const counted = countedAfter(line, body);
  ensureSeen(line, counted, body, ctx.actor.id);
  if (counted !== null)
    await ensureWholeUnits(ctx.tx, [{ productId: body.product_id, quantity: counted, field: 'quantity' }]);
  await lockPools(ctx.tx, [body.product_id]);
  if (counted === null) await clearLine(ctx, line);
  else await storeLine(ctx, line, counted, body);
  await noteCounter(ctx, id);
  await touchCount(ctx.tx, id);
  recordAudit(ctx, {
    action: 'counted',
    recordType: 'stock_count',
    recordId: id,
    recordName: count.number,
    before: { [line.sku]: line.counted === null ? null : textFromQuantity(quantityFromText(line.counted)) },
    after: { [line.sku]: counted === null ? null : textFromQuantity(counted) },
  });
  const { rows } = await sql<{ products: number; counted: number }>`
    select n.* from stock_counts c cross join lateral (${progress}) n where c.id = ${id}`.execute(ctx.tx);
  const visibility = await lineVisibility(ctx.tx, id, ctx.actor);
  return {
    line: ensureFound(await findCountLine(ctx.tx, id, body.product_id, visibility), 'Line'),
    ...ensureFound(rows[0], 'Stocktake'),
  };
}

async function findLine(ctx: WriteContext, id: number, productId: number): Promise<Line | undefined> {
  const { rows } = await sql<Line>`
    select l.id, l.sku, l.name, l.counted_quantity::text as counted, l.counted_by, u.name as counter
    from stock_count_lines l left join users u on u.id = l.counted_by
    where l.stock_count_id = ${id} and l.product_id = ${productId}`.execute(ctx.tx);
  return rows[0];
}

/**
 * 409 when another user's count, which this user has not seen, would be replaced by a different one (F12). Without
 * `replaces` the user has seen none.
 */
function ensureSeen(line: Line, counted: Quantity | null, { how, replaces }: Counted, actorId: number): void {
  if (how === 'add' || line.counted === null) return;
  const stored = quantityFromText(line.counted);
  if (line.counted_by === actorId || stored === replaces || stored === counted) return;
  throw conflict(
    `${line.counter ?? 'Another user'} has counted ${formatQuantity(stored)} of ${line.name} meanwhile. Agree on one figure, then enter it again.`,
    textFromQuantity(stored),
  );
}

function countedAfter(line: Line, { how, quantity }: Counted): Quantity | null {
  if (how === 'clear') return null;
  if (quantity === undefined) throw invalid({ quantity: `Enter the quantity of ${line.name} you counted.` });
  if (how === 'set' || line.counted === null) return quantity;
  const sum = toQuantity(quantityFromText(line.counted) + quantity);
  if (sum > maxCounted)
    throw invalid({
      quantity: `This is more of ${line.name} than can be counted. Enter the quantity on the shelf.`,
    });
  return sum;
}

const storeLine = (ctx: WriteContext, line: Line, counted: Quantity, { how, note }: Counted) =>
  sql`
  update stock_count_lines l set counted_quantity = ${textFromQuantity(counted)}::numeric, counted_by = ${ctx.actor.id},
    counted_at = ${ctx.now}, note = coalesce(${note ?? null}, l.note),
    expected_quantity = s.quantity, expected_movement_id = m.id,
    moved_meanwhile = ${how === 'add'} and l.counted_at is not null
      and (l.moved_meanwhile or l.expected_movement_id is distinct from m.id)
  from stock_pools s
    left join lateral (select max(id) as id from stock_movements where product_id = s.product_id) m on true
  where l.id = ${line.id} and s.product_id = l.product_id`.execute(ctx.tx);

const clearLine = (ctx: WriteContext, line: Line) =>
  sql`
  update stock_count_lines set counted_quantity = null, counted_by = null, counted_at = null, expected_quantity = null,
    expected_movement_id = null, moved_meanwhile = false, note = null
  where id = ${line.id}`.execute(ctx.tx);
