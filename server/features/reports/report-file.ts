import { formatDate } from '#domain/kernel/dates';
import { formatPounds } from '#domain/kernel/money';
import { formatPercent } from '#domain/kernel/percent';
import { formatQuantity, quantityFromText } from '#domain/kernel/quantity';
import { formatUnitCost } from '#domain/kernel/unit-cost';
import { printedRows } from '#domain/kernel/list-query';
import type { ReportFormat } from '#domain/reports/report-query';
import { findLetterhead } from '../../kernel/company';
import type { Reader } from '../../platform/database/open-database';
import { FileReply } from '../../platform/http/route';
import {
  companyHead,
  factList,
  type TableColumn,
  tableOf,
  titleBlock,
} from '../../platform/pdf/document-parts';
import { drawPdf } from '../../platform/pdf/draw-pdf';
import type { Column } from '../../platform/spreadsheets/column';
import { exportReply } from '../../platform/spreadsheets/export-reply';
import { withPlus } from './compared-figures';

type Report<Row> = {
  /** File name without its extension. */
  readonly name: string;
  readonly title: string;
  /** The period, in words. */
  readonly subtitle: string;
  /** What it is filtered by, shown first in the PDF. */
  readonly filters?: readonly (readonly [string, string])[];
  /** Shown above the table in the PDF: the key figures and anything shown separately. */
  readonly facts: readonly {
    readonly heading: string;
    readonly facts: readonly (readonly [string, string | null])[];
  }[];
  readonly columns: readonly Column<Row>[];
  /** Columns of the spreadsheet alone, by their headers: the PDF has those of the screen. */
  readonly spreadsheetOnly?: ReadonlySet<string>;
  readonly rows: readonly Row[];
  readonly empty: string;
};

/** A report as a file: rows for a spreadsheet, or everything in a PDF. */
export async function reportFile<Row>(
  db: Reader,
  report: Report<Row>,
  { format, now }: { format: ReportFormat; now: Date },
): Promise<FileReply> {
  if (format !== 'pdf') return exportReply(report.name, format, report.columns, each(report.rows));
  const company = await findLetterhead(db);
  const columns = report.columns.filter(({ header }) => !report.spreadsheetOnly?.has(header));
  const content = await drawPdf({
    title: `${report.title}, ${report.subtitle}`,
    author: company.name,
    printedAt: now,
    orientation: columns.length > 7 ? 'landscape' : 'portrait',
    blocks: [
      companyHead(company),
      titleBlock(report.title, report.subtitle),
      ...(report.filters?.length ? [factList('Filters', report.filters)] : []),
      ...report.facts.map(({ heading, facts }) => factList(heading, facts)),
      await tableOf('Figures', report.rows, columns.map(asPdfColumn), { empty: report.empty }),
    ],
  });
  return new FileReply(`${report.name}.pdf`, 'application/pdf', content);
}

async function* each<Row>(rows: readonly Row[]): AsyncIterable<Row> {
  yield* rows;
}

/** No-break spaces at the beginning of a cell become its margin. */
const indent = '\u00a0'.repeat(4);

/** A spreadsheet column formatted for the PDF. */
function asPdfColumn<Row>(column: Column<Row>): TableColumn<Row> {
  const { header, kind } = column;
  if (kind === 'money') return figures(header, row => column.value(row), signed(column, formatPounds));
  if (kind === 'integer')
    return figures(
      header,
      row => column.value(row),
      count => count.toLocaleString('en-GB'),
    );
  if (kind === 'quantity')
    return figures(
      header,
      row => column.value(row),
      text => formatQuantity(quantityFromText(text)),
    );
  if (kind === 'unit cost') return figures(header, row => column.value(row), formatUnitCost);
  if (kind === 'percent') return figures(header, row => column.value(row), signed(column, formatPercent));
  if (kind === 'date')
    return { header, cell: row => (value => (value === null ? '' : formatDate(value)))(column.value(row)) };
  if (kind === 'text' && column.isIndented) {
    const { isIndented } = column;
    return { header, cell: row => `${isIndented(row) ? indent : ''}${column.value(row) ?? ''}` };
  }
  return { header, cell: row => String(column.value(row) ?? '') };
}

const signed = ({ isChange }: { readonly isChange?: boolean }, words: (value: number) => string) =>
  isChange ? withPlus(words) : words;

const figures = <Row, Value>(
  header: string,
  value: (row: Row) => Value | null,
  words: (value: Value) => string,
): TableColumn<Row> => ({
  header,
  align: 'end',
  cell: row => (found => (found === null ? '—' : words(found)))(value(row)),
});

/** Says in the PDF that not every row is shown. */
export const truncationNote = (total: number): readonly (readonly [string, string])[] =>
  total > printedRows
    ? [
        [
          'Rows',
          `The first ${inWords(printedRows)} of ${inWords(total)} are shown. Export as CSV for all of them.`,
        ],
      ]
    : [];

const inWords = (count: number): string => count.toLocaleString('en-GB');
