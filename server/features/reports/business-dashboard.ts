import { profitPartNames } from '#domain/accounting/profit-parts';
import { excludingWages } from '#domain/accounting/wages';
import { hasPermission } from '#domain/kernel/access';
import type { QueryOf } from '#domain/kernel/call';
import { addDays, type CalendarDate, formatDate, londonDate } from '#domain/kernel/dates';
import { formatPounds, type Pence, toPence } from '#domain/kernel/money';
import { formatPercent } from '#domain/kernel/percent';
import { formatQuantity } from '#domain/kernel/quantity';
import { daysInWords, namePeriod } from '#domain/kernel/period';
import type {
  BusinessFlow,
  BusinessPosition,
  BusinessReport,
  businessDashboards,
  FlowAmount,
} from '#domain/reports/business-dashboard.contract';
import { revenueOfEntries } from '#domain/reports/profit-loss.contract';
import { profitOnSales } from '#domain/reports/product-margins.contract';
import { monthToDate } from '#domain/reports/month-to-date';
import type { Reader } from '../../platform/database/open-database';
import type { Actor } from '../../platform/http/actor';
import type { FileReply } from '../../platform/http/route';
import type { Column } from '../../platform/spreadsheets/column';
import { flowOf, positionAt } from './business-dashboard.queries';
import { bestSellers } from './product-margins.queries';
import { changeColumns, comparedWords } from './compared-figures';
import { reportFile } from './report-file';
import { resolvePeriod } from './resolve-period';
import { findRevenueOfEntries } from './revenue-of-entries.queries';
import { takingsOfDays } from './sales-summary.queries';

type Context = { readonly actor: Actor; readonly now: Date };

const daysShown = 30;
const productsShown = 10;

/** The business dashboard: a period, the month to date, and the position (rule R4). Defaults to today. */
export async function findBusiness(
  db: Reader,
  query: QueryOf<typeof businessDashboards.show>,
  { actor, now }: Context,
): Promise<BusinessReport> {
  const isUnsaid = query.period === undefined && query.from === undefined && query.to === undefined;
  const periodQuery = isUnsaid ? { ...query, period: 'today' as const } : query;
  const { from, to, compared } = await resolvePeriod(db, periodQuery, now);
  const today = londonDate(now);
  // Days in the future have no position yet.
  const asAt = to < today ? to : today;
  const { month, before } = monthToDate(asAt);
  const sees = {
    withCost: hasPermission(actor, 'view_cost'),
    withPay: hasPermission(actor, 'view_pay'),
    withLedger: hasPermission(actor, 'view_ledger'),
    withOrders: hasPermission(actor, 'view_purchaseorder'),
  };
  const [products, own, other, soFar, monthBefore, position, days, ofEntries] = await Promise.all([
    bestSellers(db, { from, to }, productsShown),
    flowOf(db, { from, to }, sees),
    compared && flowOf(db, compared, sees),
    flowOf(db, month, sees),
    flowOf(db, before, sees),
    positionAt(db, asAt, sees),
    takingsByDay(db, asAt, daysShown),
    findRevenueOfEntries(db, [{ from, to }, month, before, ...(compared ? [compared] : [])]),
  ]);
  const hasEntries = ofEntries.some(amount => amount !== 0);
  const withEntries = (flow: BusinessFlow, index: number): BusinessFlow =>
    hasEntries ? { ...flow, revenue_of_entries: ofEntries[index] } : flow;
  return {
    from,
    to,
    compared,
    month,
    month_before: before,
    flows: {
      period: withEntries(own, 0),
      compared: other && withEntries(other, 3),
      month: withEntries(soFar, 1),
      month_before: withEntries(monthBefore, 2),
    },
    position,
    top_products: products,
    days,
  };
}

/** Every one of the last days, including those without a sale. */
export async function takingsByDay(
  db: Reader,
  last: CalendarDate,
  count: number,
): Promise<BusinessReport['days']> {
  const from = addDays(last, 1 - count);
  const takings = await takingsOfDays(db, { from, to: last });
  return Array.from({ length: count }, (_, index) => {
    const date = addDays(from, index);
    return { date, net_takings: takings.get(date)?.net_takings ?? toPence(0) };
  });
}

type Line = { readonly label: string; readonly amountOf: (flow: BusinessFlow) => number | null | undefined };
const money = (label: string, figure: Exclude<FlowAmount, 'transactions'>): Line => ({
  label,
  amountOf: flow => flow[figure],
});
const lines: readonly Line[] = [
  money('Net takings', 'net_takings'),
  money('Average sale', 'average'),
  money('Refunds', 'refunds'),
  money('Net revenue', 'net_revenue'),
  money(revenueOfEntries, 'revenue_of_entries'),
  money(profitOnSales.cost, 'cost'),
  money(profitOnSales.profit, 'profit'),
  money(profitPartNames.cost_of_sales, 'cost_of_sales'),
  money(profitPartNames.gross_profit, 'gross_profit'),
  money(profitPartNames.other_income, 'other_income'),
  money(profitPartNames.overheads, 'expenses'),
  money(profitPartNames.net_profit, 'net_profit'),
];
const withoutWages = `${profitPartNames.overheads}${excludingWages}`;

const penceOf = (line: Line, flow: BusinessFlow): Pence | null =>
  (value => (value == null ? null : toPence(value)))(line.amountOf(flow));

const columnsOf = (report: BusinessReport): readonly Column<Line>[] => {
  const column = (header: string, flow: BusinessFlow): Column<Line> => ({
    header,
    kind: 'money',
    width: 20,
    value: line => penceOf(line, flow),
  });
  const change = (now: BusinessFlow, before: BusinessFlow, of?: string) =>
    changeColumns<Line>(line => [penceOf(line, now), penceOf(line, before)], of);
  const { flows } = report;
  return [
    { header: 'Figure', kind: 'text', width: 20, value: line => line.label },
    column(namePeriod(report), flows.period),
    ...(flows.compared && report.compared
      ? [column(namePeriod(report.compared), flows.compared), ...change(flows.period, flows.compared)]
      : []),
    column(`Month to date, ${namePeriod(report.month)}`, flows.month),
    column(`Same days last month, ${namePeriod(report.month_before)}`, flows.month_before),
    ...change(flows.month, flows.month_before, ', month to date'),
  ];
};

type Words = readonly (readonly [string, string])[];

/** The labels and figures of the position on its day, in display order. */
const positionWords = (position: BusinessPosition): Words => {
  const amount = (label: string, pence: Pence | undefined): Words =>
    pence === undefined ? [] : [[label, formatPounds(pence)]];
  return [
    ...amount('Receivables', position.receivables),
    ...amount('Overdue', position.overdue),
    ...amount('Customer credit held', position.customer_credit),
    ...amount('Payables', position.payables),
    ...amount('Supplier prepayments', position.prepayments),
    ...amount('Cash', position.cash),
    ...amount('Bank', position.bank),
    ...amount('VAT due so far', position.vat_due),
    ...amount('Stock value', position.stock_value),
  ];
};

/** What is known only as it is now, whatever the day of the position. */
const wordsOfNow = ({ open_orders, undelivered, ...position }: BusinessPosition): Words => [
  ['Low stock', position.low_stock.toLocaleString('en-GB')],
  ['Out of stock', position.out_of_stock.toLocaleString('en-GB')],
  ...(open_orders === undefined || undelivered === undefined
    ? []
    : [
        [
          'Open purchase orders',
          `${open_orders.toLocaleString('en-GB')}, ${formatPounds(undelivered)} on order`,
        ] as const,
      ]),
];

const topProductWords = ({ top_products }: BusinessReport): Words =>
  top_products.map(({ name, sku, quantity, revenue }) => [
    `${name} (${sku})`,
    `${formatPounds(revenue)}, ${formatQuantity(quantity)} sold`,
  ]);

const salesWords = (flow: BusinessFlow): string =>
  flow.margin == null
    ? flow.transactions.toLocaleString('en-GB')
    : `${flow.transactions.toLocaleString('en-GB')}, margin ${formatPercent(flow.margin)}`;

/** Exports it as a file. */
export async function exportBusiness(
  db: Reader,
  query: QueryOf<typeof businessDashboards.export>,
  context: Context,
): Promise<FileReply> {
  const found = await findBusiness(db, query, context);
  const positionFacts = positionWords(found.position);
  const report = {
    name: `business-dashboard-${found.from}-${found.to}`,
    title: 'Business Dashboard',
    subtitle: daysInWords(found),
    facts: [
      {
        heading: 'Sales',
        facts: [
          ['Sales', salesWords(found.flows.period)] as const,
          ['Month to date', `${salesWords(found.flows.month)}, to ${formatDate(found.month.to)}`] as const,
          ['Compared with', comparedWords(query.compare, found.compared)] as const,
        ],
      },
      ...(positionFacts.length > 0
        ? [{ heading: `As at ${formatDate(found.position.as_at)}`, facts: positionFacts }]
        : []),
      { heading: 'Now', facts: wordsOfNow(found.position) },
      ...(found.top_products.length > 0
        ? [{ heading: 'Top products by net revenue', facts: topProductWords(found) }]
        : []),
    ],
    columns: columnsOf(found),
    rows: lines
      .filter(line => line.amountOf(found.flows.period) !== undefined)
      .map(line =>
        line.label === profitPartNames.overheads && !hasPermission(context.actor, 'view_pay')
          ? { ...line, label: withoutWages }
          : line,
      ),
    empty: 'No sales in this period.',
  };
  return reportFile(db, report, { format: query.format, now: context.now });
}
