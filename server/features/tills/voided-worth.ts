import { sql } from 'kysely';
import * as z from 'zod';
import { londonDate } from '#domain/kernel/dates';
import { formatPounds, type Pence, toPence } from '#domain/kernel/money';
import { toQuantity } from '#domain/kernel/quantity';
import type { BasketEntry } from '#domain/pricing/price-rules';
import { canReckon, reckonSale } from '#domain/sales/reckon-sale';
import { priceMode } from '#domain/sales/sale-state';
import type { WriteContext } from '../../platform/http/context';
import { loadPriceRules } from '../prices';

/** What was in a basket that is thrown away, as far as it was told. */
export type VoidedGoods = {
  readonly mode: z.output<typeof priceMode>;
  readonly entries: readonly BasketEntry[];
  readonly customerId: number | null;
};

export type VoidedWorth = {
  readonly amount: Pence;
  /** Whether it was reckoned here to come to nothing: nobody has to say yes to that. */
  readonly isNothing: boolean;
  /** What is noted when the amount is the till's word, or when the till said another. */
  readonly remark: string | null;
};

/**
 * What a voided basket comes to: reckoned here from its goods at today's prices, without what somebody typed off them. Whoever
 * voids cannot make it small. Where the till did not say what was in it, or something of it is gone, its word is taken and noted
 * as that (F91; F05: what is approved is the exact amount).
 */
export async function worthOfVoided(
  ctx: WriteContext,
  said: Pence,
  goods: VoidedGoods | null,
): Promise<VoidedWorth> {
  const reckoned = goods === null ? null : await reckon(ctx, goods);
  if (reckoned === null) return { amount: said, isNothing: false, remark: 'amount reported by the till' };
  return {
    amount: reckoned,
    isNothing: reckoned === 0,
    remark: reckoned === said ? null : `the till reported ${formatPounds(said)}`,
  };
}

/** Null for what cannot be priced any more. */
async function reckon(ctx: WriteContext, { mode, entries, customerId }: VoidedGoods): Promise<Pence | null> {
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
  const asked = { mode, entries, rules, date, discount: null };
  return canReckon(asked).allowed ? reckonSale(asked).gross : null;
}

export const withRemark = (note: string, { remark }: VoidedWorth): string =>
  remark === null ? note : `${note} (${remark})`;

const thousandths = z.int().positive().transform(toQuantity);
/** What the server reads of a held basket, which is the till's own otherwise. */
const keptBasket = z.object({
  mode: priceMode.default('inclusive'),
  lines: z
    .array(z.object({ productId: z.int().positive(), quantity: thousandths, factor: thousandths.optional() }))
    .max(500),
});

/** The goods of a basket as a till keeps it; null when it keeps them otherwise. */
export function goodsOfKept(basket: unknown, customerId: number | null): VoidedGoods | null {
  const read = keptBasket.safeParse(basket);
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
