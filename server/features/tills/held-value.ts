import * as z from 'zod';
import { formatPounds, type Pence, toPence } from '#domain/kernel/money';
import type { WriteContext } from '../../platform/http/context';
import { goodsOfStored, type VoidedValue, valueOfVoided } from './voided-value';

/** What a till stored of a basket when it was held, as far as its value goes. */
export type HeldGoods = {
  readonly total: Pence;
  readonly basket: unknown;
  readonly customer_id: number | null;
};

type Held = HeldGoods & { readonly worth_most: unknown };

const worthMost = z.object({
  total_pence: z.int().transform(toPence),
  customer_id: z.int().nullable(),
  basket: z.unknown(),
});

const mostOf = ({ worth_most }: Held): HeldGoods | null => {
  const read = worthMost.safeParse(worth_most);
  return read.success ? { ...read.data, total: read.data.total_pence } : null;
};

const valueOf = (ctx: WriteContext, { total, basket, customer_id }: HeldGoods): Promise<VoidedValue> =>
  valueOfVoided(ctx, total, goodsOfStored(basket, customer_id));

/** The value of a held basket: of what is held now, or of what it was when it was worth more. */
export async function valueOfHeld(ctx: WriteContext, held: Held): Promise<VoidedValue> {
  const now = await valueOf(ctx, held);
  const most = mostOf(held);
  if (most === null) return now;
  const before = await valueOf(ctx, most);
  return before.amount > now.amount
    ? {
        ...before,
        left: now.amount,
        remark: `valued with the goods taken out since; held last at ${formatPounds(now.amount)}`,
      }
    : now;
}

/** What remains to be counted when a held basket is held again with other goods; null when those are worth as much. */
export async function worthMostAfter(ctx: WriteContext, held: Held, next: HeldGoods): Promise<string | null> {
  const most = mostOf(held);
  const [now, before, after] = [
    await valueOf(ctx, held),
    most && (await valueOf(ctx, most)),
    await valueOf(ctx, next),
  ];
  const kept = most !== null && before !== null && before.amount > now.amount ? most : held;
  if (Math.max(now.amount, before?.amount ?? 0) <= after.amount) return null;
  // Only the goods: notes and names of customers are not needed for their value.
  const goods = goodsOfStored(kept.basket, kept.customer_id);
  return JSON.stringify({
    total_pence: kept.total,
    customer_id: kept.customer_id,
    basket: goods && {
      mode: goods.mode,
      lines: goods.entries.map(({ product_id, quantity, factor }) => ({
        productId: product_id,
        quantity,
        ...(factor === undefined ? {} : { factor }),
      })),
    },
  });
}
