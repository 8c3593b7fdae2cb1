import { sql } from 'kysely';
import * as z from 'zod';
import { londonDate } from '#domain/kernel/dates';
import { formatPounds, type Pence, toPence } from '#domain/kernel/money';
import { toQuantity } from '#domain/kernel/quantity';
import type { BasketEntry } from '#domain/pricing/price-rules';
import { canCalculate, calculateSale } from '#domain/sales/calculate-sale';
import { priceMode } from '#domain/sales/sale-state';
import type { WriteContext } from '../../platform/http/context';
import { loadPriceRules } from '../prices';

/** The contents of a voided basket, as far as they were sent. */
export type VoidedGoods = {
  readonly mode: z.output<typeof priceMode>;
  readonly entries: readonly BasketEntry[];
  readonly customerId: number | null;
};

export type VoidedValue = {
  readonly amount: Pence;
  /** What of it is still in the basket. */
  readonly left: Pence;
  /** Whether the server calculated a value of zero, which needs no approval. */
  readonly isNothing: boolean;
  /** A remark when the amount was reported by the till, or differs from what it reported. */
  readonly remark: string | null;
};

/**
 * The value of a voided basket: calculated from its goods at today's prices without manual discounts, so that
 * users cannot understate it. If contents are missing or no longer exist, the till's amount is used and
 * marked as reported (F91; F05: the exact amount is approved).
 */
export async function valueOfVoided(
  ctx: WriteContext,
  claimed: Pence,
  goods: VoidedGoods | null,
): Promise<VoidedValue> {
  const calculated = goods === null ? null : await calculate(ctx, goods);
  if (calculated === null)
    return { amount: claimed, left: claimed, isNothing: false, remark: 'amount reported by the till' };
  return {
    amount: calculated,
    left: calculated,
    isNothing: calculated === 0,
    remark: calculated === claimed ? null : `the till reported ${formatPounds(claimed)}`,
  };
}

/** Null for what can no longer be priced. */
async function calculate(
  ctx: WriteContext,
  { mode, entries, customerId }: VoidedGoods,
): Promise<Pence | null> {
  if (entries.length === 0) return toPence(0);
  const date = londonDate(ctx.now);
  const { rows } = await sql<{ group: number | null }>`
    select price_group_id as group from customers where id = ${customerId}`.execute(ctx.tx);
  const rules = await loadPriceRules(
    ctx.tx,
    entries.map(entry => entry.product_id),
    rows[0]?.group ?? null,
    date,
  );
  if (!rules) return null;
  const input = { mode, entries, rules, date, discount: null };
  return canCalculate(input).allowed ? calculateSale(input).gross : null;
}

export const withRemark = (note: string, { remark }: VoidedValue): string =>
  remark === null ? note : `${note} (${remark})`;

const thousandths = z.int().positive().transform(toQuantity);
/** The fields of a held basket the server reads. The rest belongs to the till. */
const storedBasket = z.object({
  mode: priceMode.default('inclusive'),
  lines: z
    .array(z.object({ productId: z.int().positive(), quantity: thousandths, factor: thousandths.optional() }))
    .max(500),
});

/** The goods of a stored basket; null in another format. */
export function goodsOfStored(basket: unknown, customerId: number | null): VoidedGoods | null {
  const read = storedBasket.safeParse(basket);
  if (!read.success) return null;
  const { mode, lines } = read.data;
  return {
    mode,
    customerId,
    entries: lines.map(({ productId, quantity, factor }) => ({
      product_id: productId,
      quantity,
      ...(factor === undefined ? {} : { factor }),
    })),
  };
}
