import { queryOptions } from '@tanstack/react-query';
import type { BodySent } from '#domain/kernel/call';
import { maxPageSize } from '#domain/kernel/list-query';
import { priceGroups } from '#domain/pricing/price-group.contract';
import { productPricesCalls } from '#domain/pricing/product-prices.contract';
import { promotions } from '#domain/pricing/promotion.contract';
import { prices } from '#domain/pricing/prices.contract';
import { contractQuery, previousWhileLoading, pageQuery, recordQuery } from '../../platform/queries';

export const promotionPage = pageQuery(promotions.list);
export const priceGroupPage = pageQuery(priceGroups.list);

/** The form belongs to the version that was loaded. A newer version is reported on saving. */
export const promotionToEdit = (id: number | null) =>
  queryOptions({
    ...recordQuery(promotions.get)(id ?? undefined),
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  });

export const activePriceGroups = contractQuery(priceGroups.list, {
  query: { per_page: String(maxPageSize), status: 'active' },
});

export const pricesOfProduct = (id: number) => contractQuery(productPricesCalls.get, { params: { id } });

/** The rules that would set a price. */
export const rulesFor = (body: BodySent<typeof prices.rules>) => previousWhileLoading(prices.rules, { body });
