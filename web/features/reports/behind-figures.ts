import type { MarginGroup } from '#domain/reports/product-margins.contract';
import type { ProfitLine } from '#domain/reports/profit-loss';
import type { documentSides, SalesFigures, SalesSummary } from '#domain/reports/sales-summary.contract';

/**
 * What makes a figure: the filters of the list of documents whose sum it is. Kept apart from the pages, so that every
 * figure can be held against its documents.
 */
export type Search = Readonly<Record<string, string | undefined>>;
type Days = { readonly from: string; readonly to: string };

/** The side of the documents that a figure of the sales summary counts. */
export const sideOf: Readonly<Record<keyof SalesFigures, keyof typeof documentSides>> = {
  transactions: 'sales',
  gross: 'sales',
  vat: 'sales',
  net: 'sales',
  discounts: 'sales',
  average: 'sales',
  refunds_gross: 'refunds',
  refunds_vat: 'refunds',
  refunds_net: 'refunds',
  net_takings: 'both',
  net_revenue: 'both',
  units: 'both',
};

/** Of a whole sales summary: its days and the filters of the report. */
export function behindSummary({ from, to }: Days, { cashier_id, register_id, channel }: Search): Search {
  return { from, to, cashier_id, register_id, channel };
}

/** Of one row of it. */
export function behindSalesRow(
  summary: Pick<SalesSummary, 'group' | 'from' | 'to'>,
  { key }: { readonly key: string },
  filters: Search,
): Search {
  const search = behindSummary(summary, filters);
  switch (summary.group) {
    case 'day':
      return { ...search, from: key, to: key };
    case 'month': {
      const [from, to] = [`${key}-01`, lastDayOf(key)];
      return {
        ...search,
        from: from > summary.from ? from : summary.from,
        to: to < summary.to ? to : summary.to,
      };
    }
    default:
      return { ...search, [`${summary.group}_id`]: key };
  }
}

const lastDayOf = (month: string) => {
  const [year, of] = month.split('-').map(Number);
  return new Date(Date.UTC(year ?? 0, of ?? 1, 0)).toISOString().slice(0, 10);
};

/** The lines of the ledger behind a line of the profit and loss: of its account, or of all accounts of the part. */
export const behindProfit = ({ code, key }: Pick<ProfitLine, 'code' | 'key'>): Search =>
  code === null ? { part: key } : { account: code };

/** Of all product margins, or of one row of them. */
export function behindMargins(
  { from, to }: Days,
  { category_id, brand_id }: Search,
  row?: { readonly group: MarginGroup; readonly key: string },
): Search {
  return { from, to, category_id, brand_id, ...(row && { [`${row.group}_id`]: row.key }) };
}
