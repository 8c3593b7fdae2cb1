import { londonDate } from '#domain/kernel/dates';
import type { BodyOf, ReplyOf } from '#domain/kernel/call';
import { canPriceAll } from '#domain/pricing/price-rules';
import { priceEntries } from '#domain/pricing/price-entries';
import type { prices } from '#domain/pricing/prices.contract';
import type { WriteContext } from '../../platform/http/context';
import { ensure, invalid } from '../../platform/http/refusal';
import { loadPriceRules } from './load-price-rules';

type Buyer = { readonly price_group_id?: number | null | undefined; readonly date?: string | undefined };

/** Prices a basket with the function the till uses. 422 by field. */
export async function explainPrices(
  ctx: WriteContext,
  body: BodyOf<typeof prices.explain>,
): Promise<ReplyOf<typeof prices.explain>> {
  const productIds = body.lines.map(line => line.product_id);
  const { date, rules } = await readRules(ctx, productIds, body);
  ensure(canPriceAll(body.lines, rules));
  return { date, ...priceEntries({ entries: body.lines, rules, date }) };
}

/** The price rules of products on a date, by default today. 422 when the price group does not exist. */
export async function readRules(
  ctx: WriteContext,
  productIds: readonly number[],
  { price_group_id, date: requestedDate }: Buyer,
): Promise<ReplyOf<typeof prices.rules>> {
  const date = requestedDate ?? londonDate(ctx.now);
  const rules = await loadPriceRules(ctx.tx, productIds, price_group_id ?? null, date);
  if (!rules) throw invalid({ price_group_id: 'This price group no longer exists. Choose another.' });
  return { date, rules };
}
