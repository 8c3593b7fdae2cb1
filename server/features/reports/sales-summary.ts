import type { QueryOf } from '#domain/kernel/call';
import { formatPounds } from '#domain/kernel/money';
import { formatQuantity, textFromQuantity } from '#domain/kernel/quantity';
import {
  blindTendersWords,
  type SalesFigures,
  type SalesRow,
  type SalesSummary,
  salesGroupHeads,
  type salesSummaries,
} from '#domain/reports/sales-summary.contract';
import { tendersExcludeVoids } from '#domain/reports/tenders-without-voids';
import { daysInWords } from '#domain/kernel/period';
import { findTenderNames } from '../../kernel/tills';
import type { Reader } from '../../platform/database/open-database';
import type { Actor } from '../../platform/http/actor';
import type { FileReply } from '../../platform/http/route';
import type { Column } from '../../platform/spreadsheets/column';
import { comparedWords, withPrevious } from './compared-figures';
import { reportFile } from './report-file';
import { fileNameOf, filtersInWords } from './report-filters';
import { resolvePeriod } from './resolve-period';
import { isBlindIn } from './payment-visibility';
import { rowsAndTotals, salesFigures, tenderSplit, voidsOf } from './sales-summary.queries';

type Query = QueryOf<typeof salesSummaries.show>;
type Context = { readonly actor: Actor; readonly now: Date };

/** Sales and takings of a period and of its comparison (rule R2). */
export async function findSalesSummary(
  db: Reader,
  query: Query,
  { actor, now }: Context,
): Promise<SalesSummary> {
  const period = await resolvePeriod(db, query, now);
  const group = query.group ?? 'day';
  const is_blind = await isBlindIn(db, period, actor);
  const [{ rows, totals }, before, tenders, voids] = await Promise.all([
    rowsAndTotals(db, group, period, query),
    period.compared && salesFigures(db, period.compared, query),
    // Takings stay visible, so cash would follow from any other method (decision 179).
    is_blind ? [] : tenderSplit(db, period, query),
    voidsOf(db, period, query),
  ]);
  const { from, to, compared } = period;
  return { from, to, compared, group, totals, before, rows, is_blind, tenders, voids };
}

const columns = (group: SalesSummary['group']): readonly Column<SalesRow>[] => [
  {
    header: salesGroupHeads[group],
    kind: 'text',
    width: 20,
    value: row => row.label,
  },
  { header: 'Sales', kind: 'integer', width: 8, value: row => row.transactions },
  { header: 'Units', kind: 'quantity', width: 10, value: row => textFromQuantity(row.units) },
  { header: 'Gross sales', kind: 'money', width: 14, value: row => row.gross },
  { header: 'VAT', kind: 'money', width: 12, value: row => row.vat },
  { header: 'Net sales', kind: 'money', width: 14, value: row => row.net },
  { header: 'Discounts', kind: 'money', width: 12, value: row => row.discounts },
  { header: 'Refunds', kind: 'money', width: 12, value: row => row.refunds_gross },
  { header: 'Refunds, VAT', kind: 'money', width: 12, value: row => row.refunds_vat },
  { header: 'Refunds, net', kind: 'money', width: 12, value: row => row.refunds_net },
  { header: 'Net takings', kind: 'money', width: 14, value: row => row.net_takings },
  { header: 'Net revenue', kind: 'money', width: 14, value: row => row.net_revenue },
  { header: 'Average sale', kind: 'money', width: 12, value: row => row.average },
];

const printed = [
  ['Net takings', 'net_takings'],
  ['Net revenue', 'net_revenue'],
  ['Gross sales', 'gross'],
  ['Refunds', 'refunds_gross'],
  ['Discounts', 'discounts'],
] as const satisfies readonly (readonly [string, keyof SalesFigures])[];

const countWords = (count: number): string => count.toLocaleString('en-GB').replace('-', '−');

const tenderWords = ({ taken, paid_back, net }: SalesSummary['tenders'][number]): string =>
  `${formatPounds(net)} (taken ${formatPounds(taken)}, refunded ${formatPounds(paid_back)})`;

const spreadsheetOnly = new Set(['Net sales', 'Refunds, VAT', 'Refunds, net']);

/** Exports it as a file. */
export async function exportSalesSummary(
  db: Reader,
  query: QueryOf<typeof salesSummaries.export>,
  context: Context,
): Promise<FileReply> {
  const { now } = context;
  const summary = await findSalesSummary(db, query, context);
  const { totals, before, tenders, voids, group } = summary;
  const names = await findTenderNames(db);
  const filters = await filtersInWords(db, query);
  const report = {
    name: fileNameOf('sales-summary', summary, filters),
    title: 'Sales Summary',
    subtitle: daysInWords(summary),
    filters,
    facts: [
      {
        heading: 'Totals',
        facts: [
          ...printed.map(
            ([label, figure]) => [label, withPrevious(totals[figure], before?.[figure])] as const,
          ),
          ['Sales', withPrevious(totals.transactions, before?.transactions, countWords)] as const,
          ['Units', withPrevious(totals.units, before?.units, formatQuantity)] as const,
          ['Average sale', withPrevious(totals.average, before?.average)] as const,
          ['Voided the same day', `${voids.count}, ${formatPounds(voids.gross)}`] as const,
          ['Compared with', comparedWords(query.compare, summary.compared)] as const,
        ],
      },
      {
        heading: 'Net takings by payment method',
        facts: summary.is_blind
          ? [['Hidden', blindTendersWords] as const]
          : [
              ...tenders.map(tender => [names[tender.method], tenderWords(tender)] as const),
              ...(tendersExcludeVoids(query) ? [['Voided the same day', 'Excluded'] as const] : []),
            ],
      },
    ],
    columns: columns(group),
    spreadsheetOnly,
    rows: summary.rows,
    empty: 'No sales or refunds in this period.',
  };
  return reportFile(db, report, { format: query.format, now });
}
