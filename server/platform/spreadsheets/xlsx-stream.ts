import { truncateText } from '#domain/kernel/truncate-text';
import { type PassThrough, Readable } from 'node:stream';
import { ZipFile } from 'yazl';
import { type Column, cellText, decimal, printable } from './column';
import { inBlocks } from './in-blocks';
import {
  contentTypes,
  packageRelations,
  sheetEnd,
  sheetStart,
  styleOf,
  styles,
  workbook,
  workbookRelations,
} from './xlsx-parts';

/** More rows than a sheet can have, header included. */
export class TooManyRows extends Error {
  constructor() {
    super(`A sheet can have at most ${maxRows} rows. Narrow the filters, or export as CSV.`);
    this.name = 'TooManyRows';
  }
}

const maxRows = 1_048_576;
const maxTextLength = 32_767;
// The same rows give the same bytes at any time.
const entryOptions = { mtime: new Date(2000, 0, 1), forceDosTimestamp: true };

/**
 * An XLSX workbook with one sheet, streamed row by row: neither the table nor the file is held in memory, and rows are
 * read as fast as the client reads. Money is a number in pounds, dates are real dates. Beyond 1,048,576 rows the stream
 * fails with TooManyRows; an error of the rows becomes the stream's, and destroying the stream ends them.
 */
export const xlsxStream = <Row>(
  columns: readonly Column<Row>[],
  rows: AsyncIterable<Row>,
  { sheetName = 'Export' }: { sheetName?: string } = {},
): Readable => Readable.from(fromFirstRow(columns, rows, sheetName), { objectMode: false });

/** Nothing is sent before the first row is there: rows that do not come in time are refused, not cut off (R09). */
async function* fromFirstRow<Row>(
  columns: readonly Column<Row>[],
  rows: AsyncIterable<Row>,
  sheetName: string,
) {
  const unread = rows[Symbol.asyncIterator]();
  const first = await unread.next();
  yield* zipped(columns, continued(first, unread), sheetName);
}

async function* continued<Row>(first: IteratorResult<Row>, unread: AsyncIterator<Row>): AsyncGenerator<Row> {
  try {
    for (let next = first; !next.done; next = await unread.next()) yield next.value;
  } finally {
    await unread.return?.();
  }
}

function zipped<Row>(
  columns: readonly Column<Row>[],
  rows: AsyncIterable<Row>,
  sheetName: string,
): PassThrough {
  const zip = new ZipFile();
  const add = (text: string, path: string) => zip.addBuffer(Buffer.from(text), path, entryOptions);
  add(contentTypes, '[Content_Types].xml');
  add(packageRelations, '_rels/.rels');
  add(workbook(escaped(usableSheetName(sheetName))), 'xl/workbook.xml');
  add(workbookRelations, 'xl/_rels/workbook.xml.rels');
  add(styles, 'xl/styles.xml');

  const sheet = Readable.from(inBlocks(sheetXml(columns, rows)), { objectMode: false });
  zip.addReadStream(sheet, 'xl/worksheets/sheet1.xml', entryOptions);
  zip.end();

  const output = zip.outputStream as PassThrough;
  const fail = (error: Error) => output.destroy(error);
  sheet.on('error', fail);
  zip.on('error', fail);
  output.on('close', () => sheet.destroy());
  return output;
}

async function* sheetXml<Row>(columns: readonly Column<Row>[], rows: AsyncIterable<Row>) {
  const letters = columns.map((_column, index) => columnLetters(index));
  yield sheetStart(columns);
  const header = columns.map((column, index) =>
    textCell(`${letters[index]}1`, column.header, styleOf.header),
  );
  yield `<row r="1">${header.join('')}</row>`;
  let number = 1;
  for await (const row of rows) {
    number += 1;
    if (number > maxRows) throw new TooManyRows();
    let cells = '';
    for (const [index, column] of columns.entries()) cells += cell(`${letters[index]}${number}`, column, row);
    yield `<row r="${number}">${cells}</row>`;
  }
  yield sheetEnd;
}

function cell<Row>(at: string, column: Column<Row>, row: Row): string {
  const text = cellText(column, row);
  if (text === null || text === '') return '';
  if (column.kind === 'text')
    return textCell(at, text, column.isIndented?.(row) ? styleOf.indented : styleOf.text);
  const number = numberOf(column, row, text);
  if (number === undefined) return textCell(at, text, styleOf.text);
  return `<c r="${at}" s="${styleOf[column.kind]}"><v>${number}</v></c>`;
}

/** The number a sheet stores: days for dates, fractions of one for percentages. */
function numberOf<Row>(column: Column<Row>, row: Row, text: string): string | undefined {
  if (column.kind === 'date' || column.kind === 'instant') return daySerial(text);
  return column.kind === 'percent' ? decimal(column.value(row) ?? 0, 4) : text;
}

const textCell = (at: string, text: string, style: number) =>
  `<c r="${at}" s="${style}" t="inlineStr"><is><t xml:space="preserve">${escaped(cut(text))}</t></is></c>`;

const dayMs = 24 * 60 * 60 * 1000;
const dayZero = Date.UTC(1899, 11, 30);
/** Day counts disagree before 1 March 1900, so older dates stay text. */
const firstSerial = 61;

/** `YYYY-MM-DD` or `YYYY-MM-DD HH:MM:SS` → days since 30 December 1899; undefined where Excel has none. */
function daySerial(text: string): string | undefined {
  const [date = '', time = '00:00:00'] = text.split(' ');
  const serial = (Date.parse(`${date}T${time}Z`) - dayZero) / dayMs;
  return serial >= firstSerial ? String(serial) : undefined;
}

/** At most what a cell holds. */
const cut = (text: string) => (text.length <= maxTextLength ? text : truncateText(text, maxTextLength));

const entities: Record<string, string> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  '\r': '&#13;',
};

/** Escapes XML; Excel would read `_x0041_` back as "A", so its underscore is escaped Excel's own way. */
const escaped = (text: string) =>
  text
    .replaceAll(/[&<>"\r]/g, found => entities[found] ?? '')
    .replaceAll(/_(?=x[0-9A-Fa-f]{4}_)/g, '_x005F_');

const usableSheetName = (name: string) =>
  printable(name)
    .replaceAll(/[[\]:*?/\\\t\r\n]/g, ' ')
    .replaceAll(/^'+|'+$/g, '')
    .trim()
    .slice(0, 31) || 'Export';

/** 0 → A, 25 → Z, 26 → AA. */
function columnLetters(index: number): string {
  const last = String.fromCharCode(65 + (index % 26));
  return index < 26 ? last : columnLetters(Math.floor(index / 26) - 1) + last;
}
