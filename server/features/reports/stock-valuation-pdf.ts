import type { QueryOf } from '#domain/kernel/call';
import { formatDate, londonDate } from '#domain/kernel/dates';
import { printedRows } from '#domain/kernel/list-query';
import { formatPounds } from '#domain/kernel/money';
import { wholeUnits } from '#domain/kernel/quantity';
import { costAmount, toUnitCost } from '#domain/kernel/unit-cost';
import type { stockValuation, ValuationRow } from '#domain/stock/stock-valuation.contract';
import type { Reader } from '../../platform/database/open-database';
import type { FileReply } from '../../platform/http/route';
import type { Column } from '../../platform/spreadsheets/column';
import { listValuation, valuationColumns, valueAsAt } from '../stock';
import { reportFile, truncationNote } from './report-file';
import { fileNameAsAt, filtersInWords } from './report-filters';

/** As in a spreadsheet, but an average cost is printed as the page shows it, in pounds and pence. */
const columns: readonly Column<ValuationRow>[] = valuationColumns.map(column =>
  column.header === 'Average cost'
    ? {
        header: column.header,
        kind: 'money',
        value: row =>
          row.average_cost === null ? null : costAmount(toUnitCost(row.average_cost), wholeUnits(1)),
      }
    : column,
);

/** Stock value at the end of a day as a PDF (rule R7), beside the inventory account. */
export async function drawValuation(
  db: Reader,
  query: QueryOf<typeof stockValuation.pdf>,
  now: Date,
): Promise<FileReply> {
  const filter = {
    ...query,
    as_at: query.as_at ?? londonDate(now),
    sort_by: query.sort_by ?? 'name',
    sort_order: query.sort_order ?? 'asc',
  } as const;
  const found = await valueAsAt(db, filter);
  const listed = await listValuation(db, { ...filter, page: 1, per_page: printedRows });
  const filters = await filtersInWords(db, query);
  const report = {
    name: fileNameAsAt('stock-valuation', found.as_at, filters),
    title: 'Stock Valuation',
    subtitle: `As at ${formatDate(found.as_at)}`,
    filters,
    facts: [
      {
        heading: 'Totals',
        facts: [
          ...(found.listed === null ? [] : [['Listed', formatPounds(found.listed)] as const]),
          ['All stock', formatPounds(found.value)] as const,
          ['Account 1200', formatPounds(found.account_balance)] as const,
          ...truncationNote(listed.total),
        ],
      },
    ],
    columns,
    rows: listed.data,
    empty: filters.length === 0 ? 'No stock on this date.' : 'No stock matches these filters.',
  };
  return reportFile(db, report, { format: 'pdf', now });
}
