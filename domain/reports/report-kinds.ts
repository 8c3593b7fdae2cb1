import { trialBalance } from '../accounts/account.contract';
import { type Access, isAllowed, type Holder } from '../kernel/access';
import type { AnyCall } from '../kernel/call';
import { reorder } from '../stock/reorder.contract';
import { stockAgeing } from '../stock/stock-ageing.contract';
import { stockValuation } from '../stock/stock-valuation.contract';
import { tills } from '../tills/till.contract';
import { agedCreditors, agedDebtors } from '../wallet/aged.contract';
import { balanceSheets } from './balance-sheet.contract';
import { businessDashboards } from './business-dashboard.contract';
import { dayBook } from './day-book.contract';
import { paymentTransactions } from './payment-transactions.contract';
import { productMargins } from './product-margins.contract';
import { profitAndLosses } from './profit-loss.contract';
import type { ReportFormat } from './report-query';
import { salesSummaries } from './sales-summary.contract';

/** A report that can be saved: its page, its permissions, and the calls that export it. */
export type ReportKind = {
  readonly title: string;
  readonly path: string;
  readonly access: Access;
  readonly files: Readonly<Partial<Record<ReportFormat, AnyCall>>>;
  /** A list of what there is, which is empty without rows; other reports are empty if all amounts are zero. */
  readonly isList: boolean;
};

const reportOf = (
  title: string,
  path: string,
  access: Access,
  { sheet, pdf, isList = false }: { sheet: AnyCall; pdf?: AnyCall; isList?: boolean },
): ReportKind => ({
  title,
  path,
  access,
  isList,
  files: { csv: sheet, xlsx: sheet, ...(pdf ? { pdf } : {}) },
});

const onAll = (call: AnyCall) => ({ sheet: call, pdf: call });

export const reportKinds = {
  'sales-summary': reportOf(
    'Sales Summary',
    '/reports/sales-summary',
    salesSummaries.show.access,
    onAll(salesSummaries.export),
  ),
  'product-margins': reportOf('Product Margins', '/reports/product-margins', productMargins.list.access, {
    sheet: productMargins.export,
    pdf: productMargins.pdf,
  }),
  'profit-loss': reportOf(
    'Profit & Loss',
    '/reports/profit-loss',
    profitAndLosses.show.access,
    onAll(profitAndLosses.export),
  ),
  'balance-sheet': reportOf(
    'Balance Sheet',
    '/reports/balance-sheet',
    balanceSheets.show.access,
    onAll(balanceSheets.export),
  ),
  'business-dashboard': reportOf(
    'Business Dashboard',
    '/reports/business-dashboard',
    businessDashboards.show.access,
    onAll(businessDashboards.export),
  ),
  'payment-transactions': reportOf(
    'Payment Transactions',
    '/reports/payment-transactions',
    paymentTransactions.list.access,
    { sheet: paymentTransactions.export, pdf: paymentTransactions.pdf },
  ),
  'day-book': reportOf('Day Book', '/day-book', dayBook.list.access, {
    sheet: dayBook.export,
    pdf: dayBook.pdf,
  }),
  'aged-debtors': reportOf('Aged Debtors', '/aged-debtors', agedDebtors.list.access, {
    sheet: agedDebtors.export,
    pdf: agedDebtors.pdf,
  }),
  'aged-creditors': reportOf('Aged Creditors', '/aged-creditors', agedCreditors.list.access, {
    sheet: agedCreditors.export,
    pdf: agedCreditors.pdf,
  }),
  'stock-valuation': reportOf('Stock Valuation', '/stock/valuation', stockValuation.list.access, {
    sheet: stockValuation.export,
    pdf: stockValuation.pdf,
  }),
  'trial-balance': reportOf(
    'Trial Balance',
    '/trial-balance',
    trialBalance.show.access,
    onAll(trialBalance.export),
  ),
  reorder: reportOf('Reorder', '/stock/reorder', reorder.list.access, {
    sheet: reorder.export,
    isList: true,
  }),
  'till-sessions': reportOf('Till Sessions', '/sales/tills', tills.list.access, {
    sheet: tills.export,
    isList: true,
  }),
  'stock-ageing': reportOf('Stock Ageing', '/stock/ageing', stockAgeing.list.access, {
    sheet: stockAgeing.export,
  }),
} as const satisfies Readonly<Record<string, ReportKind>>;

export type ReportName = keyof typeof reportKinds;
export const reportNames = Object.keys(reportKinds) as [ReportName, ...ReportName[]];

/** Widened to one type for all reports. */
export const reportKind = (name: ReportName): ReportKind => reportKinds[name];

/** The reports that a user may open. */
export const reportsOpenTo = (holder: Holder): ReportName[] =>
  reportNames.filter(name => isAllowed(reportKind(name).access, holder));

/** The parameters of a report, as named in its address. */
export type ReportParams = Readonly<Record<string, string>>;

type Read = { readonly query: unknown } | { readonly problem: string; readonly unknown: readonly string[] };

/** Parses the parameters of a call and drops those it does not know, or returns the problems. */
function readFor(call: AnyCall, params: ReportParams): Read {
  const first = call.query.safeParse(params);
  if (first.success) return { query: first.data };
  const unknown = first.error.issues.flatMap(issue => (issue.code === 'unrecognized_keys' ? issue.keys : []));
  const known = Object.fromEntries(Object.entries(params).filter(([name]) => !unknown.includes(name)));
  const again = unknown.length > 0 ? call.query.safeParse(known) : first;
  if (again.success) return { query: again.data };
  return { problem: again.error.issues[0]?.message ?? 'This report no longer has these filters.', unknown };
}

/** The query that exports a report in a format, or the problem with its parameters. */
export function fileQuery(
  report: ReportName,
  format: ReportFormat,
  params: ReportParams,
): { readonly call: AnyCall; readonly query: unknown } | { readonly problem: string } {
  const { files, title } = reportKind(report);
  const call = files[format];
  if (!call) return { problem: `${title} is not available as ${format.toUpperCase()}.` };
  const read = readFor(call, call === files.csv ? { ...params, format } : params);
  return 'query' in read ? { call, query: read.query } : { problem: read.problem };
}

/** The problem with the parameters of a report: an unknown name or an invalid value. */
export function problemWith(report: ReportName, params: ReportParams): string | null {
  const { files } = reportKind(report);
  const calls = [...new Set(Object.values(files))];
  for (const name of Object.keys(params)) {
    const isKnown = calls.some(call => {
      const read = call.query.safeParse({ [name]: params[name] });
      return (
        read.success ||
        !read.error.issues.some(issue => issue.code === 'unrecognized_keys' && issue.keys.includes(name))
      );
    });
    if (!isKnown) return `“${name.slice(0, 40)}” is not a filter of this report.`;
  }
  for (const call of calls) {
    const read = readFor(call, params);
    if ('problem' in read) return read.problem;
  }
  return null;
}
