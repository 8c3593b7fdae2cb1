import { kindsBesideSales } from '#domain/accounting/journal-kind';
import { retainedEarnings } from '#domain/accounting/retained-earnings';
import { weekWithin } from '#domain/kernel/steps';
import type { BusinessPosition, FlowAmount } from '#domain/reports/business-dashboard.contract';
import type { MarginGroup } from '#domain/reports/product-margins.contract';
import type { PaymentTotals } from '#domain/reports/payment-transactions.contract';
import type { ProfitLine } from '#domain/reports/profit-loss';
import type { documentSides, SalesFigures, SalesSummary } from '#domain/reports/sales-summary.contract';
import { tendersExcludeVoids } from '#domain/reports/tenders-without-voids';
import type { Place } from '../../ui/figure-link';

/**
 * The list behind each figure: filters whose documents add up to it. Kept apart from the pages so that tests
 * can check every figure against its documents.
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

/** The whole sales summary: its days and filters. */
export function summaryDrillDown({ from, to }: Days, { cashier_id, register_id, channel }: Search): Search {
  return { from, to, cashier_id, register_id, channel };
}

/**
 * The sides behind its takings by payment method: with the sales voided the same day, except those of one cashier
 * or register.
 */
export const tenderSides = (
  filters: Search,
): Readonly<Record<'taken' | 'refunded' | 'net', keyof typeof documentSides | undefined>> =>
  tendersExcludeVoids(filters)
    ? { taken: 'sales', refunded: 'refunds', net: 'both' }
    : { taken: 'all_sales', refunded: 'all_refunds', net: undefined };

/** One row of it. */
export function salesRowDrillDown(
  summary: Pick<SalesSummary, 'group' | 'from' | 'to'>,
  { key }: { readonly key: string },
  filters: Search,
): Search {
  const search = summaryDrillDown(summary, filters);
  switch (summary.group) {
    case 'day':
      return { ...search, from: key, to: key };
    case 'week':
      return { ...search, ...weekWithin(key, summary) };
    case 'month': {
      const [from, to] = [`${key}-01`, lastDayOf(key)];
      return {
        ...search,
        from: from > summary.from ? from : summary.from,
        to: to < summary.to ? to : summary.to,
      };
    }
    case 'country':
      return { ...search, country: key };
    default:
      return { ...search, [`${summary.group}_id`]: key };
  }
}

const lastDayOf = (month: string) => {
  const [year, monthNumber] = month.split('-').map(Number);
  return new Date(Date.UTC(year ?? 0, monthNumber ?? 1, 0)).toISOString().slice(0, 10);
};

/** Ledger lines of income and expenses in a period: without year ends, as the figures are. */
const earnedIn = ({ from, to }: Days, lines: Search): Search => ({ ...lines, from, to, unclosed_from: from });

/** The ledger lines behind a line of the profit and loss: its account, or all accounts of the section. */
export const profitDrillDown = ({ code, key }: Pick<ProfitLine, 'code' | 'key'>, days: Days): Search =>
  earnedIn(days, code === null ? { part: key } : { account: code });

/** The entries of the revenue that no sale or credit note posted. */
export const entriesDrillDown = (days: Days): Search =>
  earnedIn(days, { part: 'revenue', kind: kindsBesideSales.join(',') });

/** The ledger lines behind account 5000 in the product margins. */
export const costDrillDown = (days: Days): Search => earnedIn(days, { account: '5000' });

/** The ledger lines behind an account of the balance sheet of a day in the financial year that starts on `yearFrom`. */
export const sheetDrillDown = (code: string, date: string, yearFrom: string): Search => ({
  account: code,
  to: date,
  // Until the year is over, its profit is a line of its own.
  ...(code === retainedEarnings && { unclosed_from: yearFrom }),
});

/** The transactions behind a figure of the profit and loss on the cash basis, or of its reconciliation. */
export const cashDrillDown = (key: string, { from, to }: Days): Search => ({
  // The last line of the reconciliation is the result of the statement.
  figure: key === 'cash' ? 'net_profit' : key,
  from,
  to,
});

/** All product margins, or one row. */
export function marginDrillDown(
  { from, to }: Days,
  { category_id, brand_id }: Search,
  row?: { readonly group: MarginGroup; readonly key: string },
): Search {
  return { from, to, category_id, brand_id, ...(row && { [`${row.group}_id`]: row.key }) };
}

/** The figures of a period on the business dashboard, with the list behind each (rule R4). */
export const flowDrillDown = ({ from, to }: Days): Readonly<Record<FlowAmount, Place>> => {
  const documents = (side: keyof typeof documentSides): Place => ({
    path: '/reports/documents',
    search: { from, to, side },
  });
  const posted = (part: string): Place => ({
    path: '/general-ledger',
    search: earnedIn({ from, to }, { part }),
  });
  return {
    net_takings: documents('both'),
    transactions: documents('sales'),
    average: { path: '/reports/sales-summary', search: { from, to } },
    refunds: documents('refunds'),
    net_revenue: documents('both'),
    revenue_of_entries: { path: '/general-ledger', search: entriesDrillDown({ from, to }) },
    cost: documents('both'),
    profit: documents('both'),
    cost_of_sales: posted('cost_of_sales'),
    gross_profit: posted('gross_profit'),
    other_income: posted('other_income'),
    expenses: { path: '/reports/profit-loss', search: { from, to } },
    net_profit: posted('net_profit'),
  };
};

/** The figures of the position, with the list behind each (rule R4). */
export const positionDrillDown = (
  as_at: string,
): Readonly<Record<Exclude<keyof BusinessPosition, 'as_at'>, Place>> => {
  const aged = (parties: 'debtors' | 'creditors', more: Search = {}): Place => ({
    path: `/aged-${parties}`,
    search: { as_at, ...more },
  });
  const ledger = (search: Search): Place => ({ path: '/general-ledger', search: { ...search, to: as_at } });
  return {
    receivables: aged('debtors'),
    overdue: aged('debtors', { overdue: 'yes' }),
    customer_credit: aged('debtors'),
    payables: aged('creditors'),
    prepayments: aged('creditors'),
    cash: ledger({ part: 'cash' }),
    bank: ledger({ account: '1020' }),
    vat_due: ledger({ part: 'vat' }),
    stock_value: { path: '/stock/valuation', search: { as_at } },
    low_stock: { path: '/stock', search: { attention: 'low' } },
    out_of_stock: { path: '/stock', search: { attention: 'out' } },
    open_orders: { path: '/purchases', search: { open: 'yes' } },
    undelivered: { path: '/purchases', search: { open: 'yes' } },
  };
};

/**
 * The payments behind money in, money out and transfers, with the filters of the report. Each transfer leaves one account
 * and enters another, so one side of them is enough: the one in the figure, if a filter keeps fewer lines of the other.
 */
export function paymentDrillDown(
  { from, to, transfers }: Days & Pick<PaymentTotals, 'transfers'>,
  filters: Search,
  figure: 'in' | 'out' | 'net' | 'transfers',
): Search {
  const { compare: _compare, period: _period, direction, ...rest } = filters;
  const largerSide = transfers.in < transfers.out ? 'out' : 'in';
  const isOfOne = filters.account !== undefined || filters.transfers !== undefined;
  return {
    ...rest,
    from,
    to,
    status: 'completed',
    ...(figure === 'transfers' ? { transfers: 'yes' } : isOfOne ? {} : { transfers: 'no' }),
    direction: figure === 'transfers' ? (direction ?? largerSide) : figure === 'net' ? direction : figure,
  };
}
