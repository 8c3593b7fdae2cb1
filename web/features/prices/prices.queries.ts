import { queryOptions } from '@tanstack/react-query';
import type { BodySent } from '#domain/kernel/call';
import { largestPageSize } from '#domain/kernel/list-query';
import { priceGroups } from '#domain/pricing/price-group.contract';
import { productPricesCalls } from '#domain/pricing/product-prices.contract';
import { promotions } from '#domain/pricing/promotion.contract';
import { prices } from '#domain/pricing/quote.contract';
import { contractQuery, keptWhileAsking, pageQuery, recordQuery } from '../../platform/queries';

export const promotionPage = pageQuery(promotions.list);
export const priceGroupPage = pageQuery(priceGroups.list);

/** What is typed belongs to the version that was read; a later one is told of when it is saved. */
export const promotionToEdit = (id: number | null) =>
  queryOptions({
    ...recordQuery(promotions.get)(id ?? undefined),
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  });

export const activePriceGroups = contractQuery(priceGroups.list, {
  query: { per_page: String(largestPageSize), status: 'active' },
});

export const pricesOfProduct = (id: number) => contractQuery(productPricesCalls.get, { params: { id } });

/** By which rules a price would come about. */
export const rulesFor = (asked: BodySent<typeof prices.rules>) =>
  keptWhileAsking(prices.rules, { body: asked });
