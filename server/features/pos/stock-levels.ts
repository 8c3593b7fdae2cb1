import { sql } from 'kysely';
import type { ReplyOf } from '#domain/kernel/call';
import { quantityFromText } from '#domain/kernel/quantity';
import type { pos } from '#domain/pos/pos.contract';
import type { Reader } from '../../platform/database/open-database';
import { completeUntil } from './catalogue.queries';

type Row = { product_id: number; quantity: string; may_go_negative: boolean; may_ask: boolean };

/** Stock levels of products sold at tills; with `since` only where stock moved or the product was edited. */
export async function readTillStock(
  db: Reader,
  since: Date | undefined,
  now: Date,
): Promise<ReplyOf<typeof pos.stock>> {
  const as_of = await completeUntil(db, now);
  const changed = sql`and (p.updated_at >= ${since ?? now}
    or p.id in (select m.product_id from stock_movements m where m.posted_at >= ${since ?? now}))`;
  const { rows } = await sql<Row>`
    select p.id as product_id, s.quantity::text, s.may_go_negative, p.stock_policy = 'ask' as may_ask
    from products p join stock_pools s on s.product_id = p.id
    where p.is_stocked and p.status = 'active' ${since ? changed : sql``} order by p.id`.execute(db);
  return {
    as_of,
    levels: rows.map(row => [
      row.product_id,
      quantityFromText(row.quantity),
      row.may_go_negative,
      row.may_ask,
    ]),
  };
}
