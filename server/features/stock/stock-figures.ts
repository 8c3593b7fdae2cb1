import { sql } from 'kysely';
import type { ReplyOf } from '#domain/kernel/call';
import type { dashboard } from '#domain/dashboard/dashboard.contract';
import { onlyRow } from '../../platform/database/only-row';
import type { Reader } from '../../platform/database/open-database';
import { attention } from './attention';

type StockFigures = NonNullable<ReplyOf<typeof dashboard.show>['stock']>;

/** Stock as it is now: what needs attention (rule R4), what is below zero, and with `withCost` its value. */
export async function findStockFigures(db: Reader, withCost: boolean): Promise<StockFigures> {
  const { rows } = await sql<Required<StockFigures>>`
    select count(*) filter (where ${attention.low}) as low_stock, count(*) filter (where ${attention.out}) as out_of_stock,
      count(*) filter (where s.quantity < 0) as below_zero, coalesce(sum(s.value_pence), 0)::bigint as value
    from products p join stock_pools s on s.product_id = p.id`.execute(db);
  const { value, ...counts } = onlyRow(rows);
  return { ...counts, ...(withCost ? { value } : {}) };
}
