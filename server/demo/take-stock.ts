import { sql } from 'kysely';
import { addDays, type CalendarDate, londonDate } from '#domain/kernel/dates';
import { type Quantity, quantityFromText, toQuantity } from '#domain/kernel/quantity';
import { countProduct, postCount, startCount } from '../features/stock-counts';
import type { Actor } from '../platform/http/actor';
import type { WriteContext } from '../platform/http/context';
import { duringWork, lastWorkdayThatReached, nextWorkday } from './calendar';
import type { Step } from './play-days';

/** Towards the end of the day, when the shop is quiet. */
const countMinute = 470;

/** Two stocktakes: one from three weeks ago, posted, and the last one, half done. */
export function stockTakes(administrator: Actor, now: Date): Step[] {
  const step = (day: CalendarDate, live: Step['live']): Step => ({
    at: duringWork(day, countMinute),
    actor: administrator,
    live,
  });
  return [
    step(nextWorkday(addDays(londonDate(now), -21)), async ctx => {
      const id = await countShelf(ctx, { place: 0, note: 'Quarterly stocktake', share: 1 });
      if (id !== null) await postCount(ctx, id, { uncounted: 'leave', approvals: [] });
    }),
    step(lastWorkdayThatReached(countMinute, now), async ctx => {
      await countShelf(ctx, { place: 1, note: 'Aisle 2', share: 0.5 });
    }),
  ];
}

type Shelf = { readonly place: number; readonly note: string; readonly share: number };

/** Counts the category with the most products in stock, or the next one; null if there is none. */
async function countShelf(ctx: WriteContext, { place, note, share }: Shelf): Promise<number | null> {
  const { rows: shelves } = await sql<{ category_id: number }>`
    select p.category_id from products p join stock_pools s on s.product_id = p.id
    where p.is_stocked and p.category_id is not null and s.quantity > 0
    group by p.category_id order by count(*) desc, p.category_id limit 1 offset ${place}`.execute(ctx.tx);
  const category_id = shelves[0]?.category_id;
  if (category_id === undefined) return null;
  const { id } = await startCount(ctx, { scope: 'category', category_id, is_blind: place === 1, note });
  const { rows } = await sql<{ product_id: number; quantity: string }>`
    select l.product_id, s.quantity::text from stock_count_lines l join stock_pools s on s.product_id = l.product_id
    where l.stock_count_id = ${id} order by l.line_number`.execute(ctx.tx);
  const counted = rows.slice(0, Math.ceil(rows.length * share));
  for (const [index, { product_id, quantity }] of counted.entries())
    await countProduct(ctx, id, {
      product_id,
      how: 'set',
      quantity: foundOf(quantityFromText(quantity), index),
    });
  return id;
}

/** Mostly the expected quantity; sometimes one less, and rarely one more. */
function foundOf(expected: Quantity, index: number): Quantity {
  if (expected < 1000) return expected;
  if (index % 4 === 1) return toQuantity(expected - 1000);
  return index % 9 === 3 ? toQuantity(expected + 1000) : expected;
}
