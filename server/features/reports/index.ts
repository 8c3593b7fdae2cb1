import type { AnyCall } from '#domain/kernel/call';
import { trialBalance } from '#domain/accounts/account.contract';
import { dayBook } from '#domain/reports/day-book.contract';
import { balanceSheets } from '#domain/reports/balance-sheet.contract';
import { cashTransactions } from '#domain/reports/cash-transactions.contract';
import { businessDashboards } from '#domain/reports/business-dashboard.contract';
import { productMargins } from '#domain/reports/product-margins.contract';
import { profitAndLosses } from '#domain/reports/profit-loss.contract';
import { paymentTransactions } from '#domain/reports/payment-transactions.contract';
import { reportDocuments, salesSummaries } from '#domain/reports/sales-summary.contract';
import { stockValuation } from '#domain/stock/stock-valuation.contract';
import { agedCreditors, agedDebtors } from '#domain/wallet/aged.contract';
import { inOneSnapshot } from '../../platform/http/in-one-snapshot';
import { inTurns } from '../../platform/http/in-turns';
import { mayLag } from '../../platform/http/may-lag';
import { read, type Route, write } from '../../platform/http/route';
import { drawAged } from './aged-pdf';
import { exportBalanceSheet, findBalanceSheet } from './balance-sheet';
import { exportBusiness, findBusiness } from './business-dashboard';
import { exportTransactions, findTransactions, findTransactionTotals } from './cash-transactions';
import { findChoices } from './choices.queries';
import { drawDayBook, exportDayBook, findDayBook, findDayBookTotals } from './day-book';
import { exportDocuments, findDocuments, findDocumentTotals } from './documents';
import { drawPayments, exportPayments, findPayments, findPaymentTotals } from './payment-transactions';
import { drawMargins, exportMargins, findMargins, findMarginTotals } from './product-margins';
import { exportProfitAndLoss, findProfitAndLoss } from './profit-loss';
import { reconcilePayments } from './reconcile-payments';
import { exportSalesSummary, findSalesSummary } from './sales-summary';
import { drawValuation } from './stock-valuation-pdf';
import { exportTrialBalance } from './trial-balance';

export { takingsByDay } from './business-dashboard';
export { flowOf } from './business-dashboard.queries';
export { resolvePeriod } from './resolve-period';
export { salesFigures } from './sales-summary.queries';
export { findTakingsByHour } from './takings-by-hour.queries';

/** Totals as many rows as requested. They refresh when something is written, or are edited where they are shown. */
const heavyFreshReads: readonly Route[] = [
  read(businessDashboards.show, ({ db, query, ...context }) => findBusiness(db, query, context)),
  read(businessDashboards.export, ({ db, query, ...context }) => exportBusiness(db, query, context)),
  read(paymentTransactions.list, ({ db, query, ...context }) => findPayments(db, query, context)),
  read(paymentTransactions.totals, ({ db, query, ...context }) => findPaymentTotals(db, query, context)),
  read(paymentTransactions.export, ({ db, query, ...context }) => exportPayments(db, query, context)),
  read(paymentTransactions.pdf, ({ db, query, ...context }) => drawPayments(db, query, context)),
];

/** Totals as many rows as requested. */
const heavyReads: readonly Route[] = [
  read(salesSummaries.show, ({ db, query, ...context }) => findSalesSummary(db, query, context)),
  read(salesSummaries.export, ({ db, query, ...context }) => exportSalesSummary(db, query, context)),
  read(productMargins.list, ({ db, query, ...context }) => findMargins(db, query, context)),
  read(productMargins.totals, ({ db, query, ...context }) => findMarginTotals(db, query, context)),
  read(productMargins.export, ({ db, query, ...context }) => exportMargins(db, query, context)),
  read(productMargins.pdf, ({ db, query, ...context }) => drawMargins(db, query, context)),
  read(profitAndLosses.show, ({ db, query, actor, now }) => findProfitAndLoss(db, query, { actor, now })),
  read(profitAndLosses.export, ({ db, query, actor, now }) => exportProfitAndLoss(db, query, { actor, now })),
  read(cashTransactions.list, ({ db, query, ...context }) => findTransactions(db, query, context)),
  read(cashTransactions.totals, ({ db, query, ...context }) => findTransactionTotals(db, query, context)),
  read(cashTransactions.export, ({ db, query, ...context }) => exportTransactions(db, query, context)),
  read(balanceSheets.show, ({ db, query, now }) => findBalanceSheet(db, query, now)),
  read(balanceSheets.export, ({ db, query, now }) => exportBalanceSheet(db, query, now)),
  read(dayBook.list, ({ db, query, ...context }) => findDayBook(db, query, context)),
  read(dayBook.totals, ({ db, query, ...context }) => findDayBookTotals(db, query, context)),
  read(dayBook.export, ({ db, query, ...context }) => exportDayBook(db, query, context)),
  read(trialBalance.export, ({ db, query, now }) => exportTrialBalance(db, query, now)),
  read(agedDebtors.pdf, ({ db, query, now }) => drawAged(db, 'customer', query, now)),
  read(agedCreditors.pdf, ({ db, query, now }) => drawAged(db, 'supplier', query, now)),
  read(stockValuation.pdf, ({ db, query, now }) => drawValuation(db, query, now)),
  read(dayBook.pdf, ({ db, query, ...context }) => drawDayBook(db, query, context)),
  read(reportDocuments.list, ({ db, query, ...context }) => findDocuments(db, query, context)),
  read(reportDocuments.totals, ({ db, query, ...context }) => findDocumentTotals(db, query, context)),
  read(reportDocuments.export, ({ db, query, ...context }) => exportDocuments(db, query, context)),
];

/** Their rows come from one statement, which is read while the file is sent. */
const streamed: ReadonlySet<AnyCall> = new Set([
  productMargins.export,
  cashTransactions.export,
  paymentTransactions.export,
  dayBook.export,
  reportDocuments.export,
]);

const inSnapshotIfWhole = (route: Route): Route => (streamed.has(route.call) ? route : inOneSnapshot(route));
/** A file is still being sent when a standby fails, so it is read from the primary. */
const laggingIfJson = (route: Route): Route => (route.call.replyKind === 'json' ? mayLag(route) : route);

export const reportRoutes: Route[] = [
  read(salesSummaries.choices, ({ db }) => findChoices(db)),
  ...inTurns(
    [
      ...heavyFreshReads.map(inSnapshotIfWhole),
      ...heavyReads.map(route => laggingIfJson(inSnapshotIfWhole(route))),
    ],
    2,
  ),
  write(paymentTransactions.reconcile, ({ ctx, body }) => reconcilePayments(ctx, body)),
];
