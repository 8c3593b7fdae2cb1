import { formatUnitCost, type UnitCost } from '#domain/kernel/unit-cost';
import { formatPounds } from '#domain/kernel/money';
import { formatDate } from '#domain/kernel/dates';
import type { PdfBlock, PdfColumn, PdfFact, PdfPicture, PdfSum, PdfTable } from './pdf-document';

type Sender = { readonly name: string; readonly lines: readonly string[]; readonly logo?: PdfPicture | null };

/** The sender at the top of the first page: name, address, VAT number and the like, and the logo if there is one. */
export const companyHead = ({ name, lines, logo }: Sender): PdfBlock => ({
  block: 'company',
  name,
  lines: lines.filter(line => line !== ''),
  logo: logo ?? null,
});

export const titleBlock = (title: string, subtitle?: string): PdfBlock =>
  subtitle ? { block: 'title', title, subtitle } : { block: 'title', title };

/** Labels with their values, in two columns. A missing value is a dash. */
export const factList = (
  heading: string,
  facts: readonly (readonly [string, string | null])[],
): PdfBlock => ({
  block: 'facts',
  heading,
  facts: facts.map(([label, value]): PdfFact => [label, value || '—']),
});

/** The most important figures, side by side: three or four read best. */
export const summaryTiles = (tiles: readonly PdfFact[]): PdfBlock => ({ block: 'tiles', tiles });

/** Amounts added up below the table, under its amount column. */
export const sumsBlock = (sums: readonly PdfSum[]): PdfBlock => ({ block: 'sums', sums });

export const textBlock = (heading: string, text: string): PdfBlock => ({ block: 'text', heading, text });

/** A column of a table, and how its cell is made from a row. */
export type TableColumn<Row> = PdfColumn & { readonly cell: (row: Row) => string };

export const textColumn = <Row>(header: string, value: (row: Row) => string | null): TableColumn<Row> => ({
  header,
  cell: row => value(row) ?? '',
});

/** Whole pence, shown in pounds, aligned right. */
/** A unit cost as entered, with no more decimals than needed beyond two. */
export const unitCostColumn = <Row>(header: string, cost: (row: Row) => UnitCost): TableColumn<Row> => ({
  header,
  align: 'end',
  cell: row => formatUnitCost(cost(row)),
});

export const moneyColumn = <Row>(header: string, pence: (row: Row) => number | null): TableColumn<Row> => ({
  header,
  align: 'end',
  cell: row => {
    const amount = pence(row);
    return amount === null ? '' : formatPounds(amount);
  },
});

/** A number that is already text, such as a quantity. */
export const figureColumn = <Row>(header: string, value: (row: Row) => string | null): TableColumn<Row> => ({
  header,
  align: 'end',
  cell: row => value(row) ?? '',
});

/** A calendar date, `YYYY-MM-DD`, shown as `21 Nov 2026`. */
export const dateColumn = <Row>(header: string, date: (row: Row) => string | null): TableColumn<Row> => ({
  header,
  cell: row => {
    const day = date(row);
    // No-break spaces keep a date on one line.
    return day === null ? '' : formatDate(day).replaceAll(' ', '\u00a0');
  },
});

const rowsAtATime = 500;

/**
 * A table under its heading; both are repeated on every page. `totals` has one text for each column; `empty` is the
 * sentence for a table without rows. Cells are made a few hundred rows at a time, so that a table of thousands does not
 * delay other requests.
 */
export async function tableOf<Row>(
  heading: string,
  rows: Iterable<Row> | AsyncIterable<Row>,
  columns: readonly TableColumn<Row>[],
  { empty, totals }: { empty: string; totals?: readonly string[] },
): Promise<PdfTable> {
  const cells: string[][] = [];
  for await (const row of rows) {
    cells.push(columns.map(column => column.cell(row)));
    if (cells.length % rowsAtATime === 0) await new Promise(resolve => setImmediate(resolve));
  }
  return {
    block: 'table',
    heading,
    // Functions cannot be sent to the drawing thread.
    columns: columns.map(({ header, align }) => (align ? { header, align } : { header })),
    rows: cells,
    ...(totals && { totals }),
    empty,
  };
}
