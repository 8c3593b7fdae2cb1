import { Readable } from 'node:stream';
import { stringify } from 'csv-stringify/sync';
import { type Column, cellText } from './column';
import { inBlocks } from './in-blocks';

const byteOrderMark = '\ufeff';

/** A spreadsheet would run a cell that starts like this as a formula. */
const formulaStart = /^[=+\-@\t\r\n＝＋－＠]/;

/**
 * A CSV file: UTF-8 with a byte order mark, comma, CRLF, header first. Text that looks like a formula is prefixed with
 * an apostrophe (rule D18); numbers, money and dates are unchanged. Rows are read as fast as the client reads; their
 * error becomes the stream's, and destroying the stream ends them.
 */
export const csvStream = <Row>(columns: readonly Column<Row>[], rows: AsyncIterable<Row>): Readable =>
  Readable.from(inBlocks(csvLines(columns, rows)), { objectMode: false });

async function* csvLines<Row>(columns: readonly Column<Row>[], rows: AsyncIterable<Row>) {
  yield byteOrderMark + csvLine(columns.map(column => column.header));
  for await (const row of rows) yield csvLine(columns.map(column => csvCell(column, row)));
}

function csvCell<Row>(column: Column<Row>, row: Row): string {
  const text = cellText(column, row) ?? '';
  return column.kind === 'text' && formulaStart.test(text) ? `'${text}` : text;
}

// The library quotes a lone line feed only where it is the row's own ending, hence the pattern.
const csvLine = (cells: string[]): string =>
  stringify([cells], { record_delimiter: '\r\n', quoted_match: /[\r\n]/ });
