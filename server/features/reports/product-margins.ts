import { hasPermission } from '#domain/kernel/access';
import type { QueryOf } from '#domain/kernel/call';
import { formatPounds } from '#domain/kernel/money';
import { formatPercent } from '#domain/kernel/percent';
import { formatQuantity, textFromQuantity } from '#domain/kernel/quantity';
import {
  marginGroupHeads,
  type MarginGroup,
  type MarginRow,
  type MarginTotals,
  productMargins,
  profitOnSales,
} from '#domain/reports/product-margins.contract';
import { printedRows } from '#domain/kernel/list-query';
import { daysInWords } from '#domain/kernel/period';
import type { Reader } from '../../platform/database/open-database';
import type { Actor } from '../../platform/http/actor';
import { ensureFigures } from '../../platform/http/ensure-figures';
import type { FileReply } from '../../platform/http/route';
import type { Column } from '../../platform/spreadsheets/column';
import { exportReply } from '../../platform/spreadsheets/export-reply';
import { costInLedger, listMargins, marginTotals, streamMargins } from './product-margins.queries';
import { comparedWords, withPrevious } from './compared-figures';
import { reportFile, truncationNote } from './report-file';
import { fileNameOf, filtersInWords } from './report-filters';
import { resolvePeriod } from './resolve-period';

type Context = { readonly actor: Actor; readonly now: Date };

const canSeeCost = ({ actor }: Context) => hasPermission(actor, 'view_cost');

/** One page of the margins of a period (rule R1). */
export async function findMargins(db: Reader, query: QueryOf<typeof productMargins.list>, context: Context) {
  ensureFigures(productMargins.list, query, context.actor);
  return listMargins(db, await resolvePeriod(db, query, context.now), query, canSeeCost(context));
}

/** The totals, the comparison, and the reconciliation with account 5000. */
export async function findMarginTotals(
  db: Reader,
  query: QueryOf<typeof productMargins.totals>,
  context: Context,
): Promise<MarginTotals> {
  ensureFigures(productMargins.list, query, context.actor);
  const period = await resolvePeriod(db, query, context.now);
  const { from, to, compared } = period;
  const [totals, before] = await Promise.all([
    marginTotals(db, period, query, canSeeCost(context)),
    compared && marginTotals(db, compared, query, canSeeCost(context)),
  ]);
  const isOfAll = [query.category_id, query.brand_id, query.search].every(filter => filter === undefined);
  const ledger = totals.cost !== undefined && isOfAll ? await costInLedger(db, period, totals.cost) : null;
  return { from, to, compared, totals, before, ledger };
}

const columns = (group: MarginGroup, withCost: boolean): readonly Column<MarginRow>[] => [
  ...(group === 'product'
    ? [{ header: 'SKU', kind: 'text', width: 16, value: (row: MarginRow) => row.sku } as const]
    : []),
  { header: marginGroupHeads[group], kind: 'text', width: 36, value: row => row.label },
  { header: 'Quantity', kind: 'quantity', width: 12, value: row => textFromQuantity(row.quantity) },
  { header: 'Revenue', kind: 'money', width: 14, value: row => row.revenue },
  ...(withCost ? costColumns : []),
];
const costColumns: readonly Column<MarginRow>[] = [
  { header: profitOnSales.cost, kind: 'money', width: 20, value: row => row.cost ?? null },
  { header: profitOnSales.profit, kind: 'money', width: 14, value: row => row.profit ?? null },
  { header: 'Margin %', kind: 'percent', width: 10, value: row => row.margin ?? null },
  { header: 'Mark-up %', kind: 'percent', width: 10, value: row => row.markup ?? null },
];

const percentWords = (hundredths: number | null | undefined) =>
  hundredths == null ? '—' : formatPercent(hundredths);

/** Like the screen: a change of percentages would be read as a percentage of them. */
const percentWithPrevious = (
  figure: 'margin' | 'markup',
  now: MarginTotals['totals'],
  before: MarginTotals['before'],
): string =>
  before
    ? `${percentWords(now[figure])} (previously ${percentWords(before[figure])})`
    : percentWords(now[figure]);

export async function exportMargins(
  db: Reader,
  query: QueryOf<typeof productMargins.export>,
  context: Context,
): Promise<FileReply> {
  ensureFigures(productMargins.list, query, context.actor);
  const period = await resolvePeriod(db, query, context.now);
  const rows = streamMargins(db, period, query, canSeeCost(context));
  return exportReply(
    fileNameOf('product-margins', period, await filtersInWords(db, query)),
    query.format,
    columns(query.group ?? 'product', canSeeCost(context)),
    rows,
  );
}

export async function drawMargins(
  db: Reader,
  query: QueryOf<typeof productMargins.pdf>,
  context: Context,
): Promise<FileReply> {
  ensureFigures(productMargins.list, query, context.actor);
  const found = await findMarginTotals(db, query, context);
  const { totals, before, ledger } = found;
  const listed = await listMargins(
    db,
    found,
    {
      ...query,
      sort_by: query.sort_by ?? 'revenue',
      sort_order: query.sort_order ?? 'desc',
      page: 1,
      per_page: printedRows,
    },
    canSeeCost(context),
  );
  const filters = await filtersInWords(db, query);
  const report = {
    name: fileNameOf('product-margins', found, filters),
    title: 'Product Margins',
    subtitle: daysInWords(found),
    filters,
    facts: [
      {
        heading: 'Totals',
        facts: [
          ['Quantity', withPrevious(totals.quantity, before?.quantity, formatQuantity)],
          ['Revenue', withPrevious(totals.revenue, before?.revenue)],
          ...(totals.cost === undefined
            ? []
            : ([
                [profitOnSales.cost, withPrevious(totals.cost, before?.cost)],
                [profitOnSales.profit, withPrevious(totals.profit ?? 0, before?.profit)],
                ['Margin', percentWithPrevious('margin', totals, before)],
                ['Mark-up', percentWithPrevious('markup', totals, before)],
              ] as const)),
          ['Compared with', comparedWords(query.compare, found.compared)],
          ...truncationNote(listed.total),
        ] as const,
      },
      ...(ledger
        ? [
            {
              heading: 'Account 5000',
              facts: ledgerWords.map(([label, part]) => [label, formatPounds(ledger[part])] as const),
            },
          ]
        : []),
    ],
    columns: columns(query.group ?? 'product', canSeeCost(context)),
    rows: listed.data,
    empty: 'No sales or refunds in this period.',
  };
  return reportFile(db, report, { format: 'pdf', now: context.now });
}

const ledgerWords = [
  [profitOnSales.cost, 'sold'],
  ['Negative-stock variance', 'variance'],
  ['Services bought', 'services'],
  ['Other postings', 'other'],
  ['Account 5000', 'account'],
] as const;
