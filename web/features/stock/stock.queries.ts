import { queryOptions } from '@tanstack/react-query';
import { type ListQuerySent, maxSearchLength } from '#domain/kernel/list-query';
import { products } from '#domain/products/product.contract';
import { reorder } from '#domain/stock/reorder.contract';
import { stockAgeing } from '#domain/stock/stock-ageing.contract';
import { stockAdjustments } from '#domain/stock/stock-adjustment.contract';
import { stockCountLines, stockCounts } from '#domain/stock/stock-count.contract';
import { stockLevels } from '#domain/stock/stock-level.contract';
import { stockMovements } from '#domain/stock/stock-movement.contract';
import { stockValuation } from '#domain/stock/stock-valuation.contract';
import {
  contractQuery,
  previousWhileLoading,
  pageQuery,
  recordList,
  recordQuery,
  totalsQuery,
  unlessEmpty,
} from '../../platform/queries';

export const levelPage = pageQuery(stockLevels.list);
export const levelTotals = totalsQuery(stockLevels.totals);
export const movementPage = pageQuery(stockMovements.list);
export const movementTotals = totalsQuery(stockMovements.totals);
export const reorderPage = pageQuery(reorder.list);
export const valuationPage = pageQuery(stockValuation.list);
export const valuationTotals = totalsQuery(stockValuation.totals);
export const ageingPage = pageQuery(stockAgeing.list);
export const ageingTotals = totalsQuery(stockAgeing.totals);

export const adjustmentPage = pageQuery(stockAdjustments.list);
export const adjustmentTotals = totalsQuery(stockAdjustments.totals);
export const adjustmentList = recordList(stockAdjustments.list, id => `/stock/adjustments/${id}`);
export const adjustmentById = recordQuery(stockAdjustments.get);

export const countPage = pageQuery(stockCounts.list);
export const countTotals = totalsQuery(stockCounts.totals);
export const countList = recordList(stockCounts.list, id => `/stock/counts/${id}`);
export const countById = recordQuery(stockCounts.get);

/** Others may be counting too, so its progress is refreshed while the page is open. */
export const countNow = (id: number | undefined) =>
  queryOptions({
    ...countById(id),
    refetchInterval: ({ state }) => (state.data?.status === 'counting' ? refetchMs : false),
  });
const refetchMs = 20_000;

export const countChoices = contractQuery(stockCounts.choices);

/** The lines of a stocktake; every filtered query is under the key without a query. */
export const linesOfCount = (id: number, query?: ListQuerySent) =>
  previousWhileLoading(stockCountLines.list, { params: { id }, ...(query ? { query } : {}) });

/** Inactive products as well: what is on the shelf is counted. */
export const productsToCount = (text: string) =>
  unlessEmpty(
    text,
    contractQuery(products.search, { query: { text: text.slice(0, maxSearchLength), status: 'any' } }),
  );
