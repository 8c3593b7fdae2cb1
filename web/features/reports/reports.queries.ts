import { queryOptions } from '@tanstack/react-query';
import { balanceSheets } from '#domain/reports/balance-sheet.contract';
import { businessDashboards } from '#domain/reports/business-dashboard.contract';
import { cashTransactions } from '#domain/reports/cash-transactions.contract';
import { dayBook } from '#domain/reports/day-book.contract';
import { paymentTransactions } from '#domain/reports/payment-transactions.contract';
import { productMargins } from '#domain/reports/product-margins.contract';
import { profitAndLosses } from '#domain/reports/profit-loss.contract';
import { reportDocuments, salesSummaries } from '#domain/reports/sales-summary.contract';
import { contractQuery, previousWhileLoading, pageQuery, totalsQuery } from '../../platform/queries';

type QueryParams = Readonly<Record<string, string>>;

export const balanceSheetOf = (query: QueryParams) => previousWhileLoading(balanceSheets.show, { query });
export const profitAndLossOf = (query: QueryParams) => previousWhileLoading(profitAndLosses.show, { query });
export const salesSummaryOf = (query: QueryParams) => previousWhileLoading(salesSummaries.show, { query });
export const businessOf = (query: QueryParams) => previousWhileLoading(businessDashboards.show, { query });

/** What reports can be filtered by. */
export const reportChoices = queryOptions({ ...contractQuery(salesSummaries.choices), staleTime: 60_000 });

export const documentPage = pageQuery(reportDocuments.list);
export const documentTotals = totalsQuery(reportDocuments.totals);
export const cashPage = pageQuery(cashTransactions.list);
export const cashTotals = totalsQuery(cashTransactions.totals);
export const paymentPage = pageQuery(paymentTransactions.list);
export const paymentTotals = totalsQuery(paymentTransactions.totals);
export const marginPage = pageQuery(productMargins.list);
export const marginTotals = totalsQuery(productMargins.totals);
export const dayBookPage = pageQuery(dayBook.list);
export const dayBookTotals = totalsQuery(dayBook.totals);
