import { type RawBuilder, sql } from 'kysely';
import { type Pool, textFromUnitCost, unitCostFromText } from '#domain/kernel/average-cost';
import { toPence } from '#domain/kernel/money';
import { quantityFromText, textFromQuantity } from '#domain/kernel/quantity';
import { anyOf, preparedStatement } from '../../platform/database/prepared-statement';
import { ask, type Question } from '../../platform/database/send-together';
import type { Tx } from '../../platform/database/open-database';

/** A product's pool, with the values refusals need. */
export type LockedPool = Pool & {
  readonly productId: number;
  readonly sku: string;
  readonly name: string;
  readonly unit: string;
  readonly canGoNegative: boolean;
  readonly isStocked: boolean;
};

/** By product; each movement changes them. */
export type LockedPools = Map<number, LockedPool>;

type Row = {
  product_id: number;
  quantity: string;
  value_pence: number;
  last_unit_cost: string | null;
  may_go_negative: boolean;
  sku: string;
  name: string;
  unit: string;
  is_stocked: boolean;
};

/** Locks the pools of these products until the commit, in id order, so that writers cannot deadlock. */
export const lockPools = (tx: Tx, productIds: Iterable<number>): Promise<LockedPools> =>
  ask(tx, lockingPools(productIds));

/** The same, to be sent with other statements. */
export const lockingPools = (productIds: Iterable<number>): Question<Row, LockedPools> => ({
  statement: sql<Row>`${preparedStatement}
    select s.product_id, s.quantity::text, s.value_pence, s.last_unit_cost::text, s.may_go_negative, p.sku, p.name,
      u.name as unit, p.is_stocked
    from stock_pools s join products p on p.id = s.product_id join units u on u.id = p.unit_id
    where s.product_id = ${anyOf([...new Set(productIds)])} order by s.product_id for update of s`,
  answer: rows => new Map(rows.map(row => [row.product_id, poolOf(row)])),
});

const poolOf = (row: Row): LockedPool => ({
  productId: row.product_id,
  sku: row.sku,
  name: row.name,
  unit: row.unit,
  quantity: quantityFromText(row.quantity),
  value: toPence(row.value_pence),
  lastUnitCost: unitCostFromStored(row.last_unit_cost),
  canGoNegative: row.may_go_negative,
  isStocked: row.is_stocked,
});

/** A pool's last known average, as the database stores it. */
export const storedUnitCost = ({ lastUnitCost }: Pool): string | null =>
  lastUnitCost === null ? null : textFromUnitCost(lastUnitCost);

/** The same, read back. */
export const unitCostFromStored = (text: string | null): bigint | null =>
  text === null ? null : unitCostFromText(text);

/**
 * Sets the assumed unit cost of products in millionths of a penny before anything has moved: sales ahead of
 * receipt go out at it (rule I9). Products that have moved or have a cost keep theirs.
 */
export async function assumeCosts(
  tx: Tx,
  costs: readonly { readonly productId: number; readonly unitCost: bigint }[],
): Promise<void> {
  const rows = costs.map(({ productId, unitCost }) => ({
    product_id: productId,
    unit_cost: textFromUnitCost(unitCost),
  }));
  await sql`
    update stock_pools s set last_unit_cost = new.unit_cost
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as new (product_id bigint, unit_cost numeric)
    where s.product_id = new.product_id and s.last_unit_cost is null and s.quantity = 0`.execute(tx);
}

/**
 * The statement that updates the pools, which the caller has locked. A pool may go further below zero than
 * its policy allows only for goods that have left the shop, or where a user approved the sale; anything that
 * comes in reduces the shortfall.
 */
export function poolsToStore(
  pools: Iterable<LockedPool>,
  canWiden: (productId: number) => boolean,
): RawBuilder<unknown> {
  const rows = Array.from(pools, pool => ({
    product_id: pool.productId,
    quantity: textFromQuantity(pool.quantity),
    may_widen: canWiden(pool.productId),
    value_pence: pool.value,
    last_unit_cost: storedUnitCost(pool),
  }));
  return sql`
    update stock_pools s set quantity = new.quantity, value_pence = new.value_pence, last_unit_cost = new.last_unit_cost,
      shortfall = least(case when new.may_widen then greatest(0, 0 - new.quantity) else s.shortfall end, greatest(0, 0 - new.quantity))
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as new (product_id bigint, quantity numeric, may_widen boolean,
      value_pence bigint, last_unit_cost numeric)
    where s.product_id = new.product_id`;
}
