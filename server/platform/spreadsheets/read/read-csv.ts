import { Readable } from 'node:stream';
import { CsvError, parse } from 'csv-parse';
import { cellOf, maxCellLength, type TableRow, UnreadableTable } from './table-row';
import type { TextSource } from './table-source';
import { findEncoding, readText } from './text-encoding';

const delimiters = [',', ';', '\t', '|'] as const;
const sampleBytes = 64 * 1024;
const maxRowLength = 40 * maxCellLength;

/** Spreadsheets, and our own export, put an apostrophe before what looks like a formula. */
const guarded = /^'(?=[=+\-@\t\r\n＝＋－＠])/;

/**
 * Streams the rows of a CSV file: UTF-8, UTF-16 or Windows-1252, separated by commas, semicolons, tabs or bars. @throws
 * UnreadableTable
 */
export async function* readCsv(open: TextSource, headerRow: number): AsyncGenerator<TableRow> {
  const encoding = await findEncoding(open);
  const source = Readable.from(readText(open, encoding), { objectMode: false });
  const records = source.pipe(
    parse({
      delimiter: await findDelimiter(readText(open, encoding)),
      record_delimiter: ['\r\n', '\n', '\r'],
      relax_column_count: true,
      relax_quotes: true,
      max_record_size: maxRowLength,
    }),
  );
  source.on('error', error => records.destroy(error));
  let number = 0;
  let width = 0;
  try {
    for await (const record of records) {
      number += 1;
      const cells = (record as string[]).map(text => cellOf(text.replace(guarded, ''), number));
      if (width === 0 && number >= headerRow && cells.some(isFilled)) width = cells.length;
      yield cells.slice(width).some(isFilled)
        ? { number, cells, problems: shiftedCells(cells, width) }
        : { number, cells };
    }
  } catch (error) {
    throw error instanceof CsvError ? new UnreadableTable(problemOf(error, number + 1)) : error;
  } finally {
    source.destroy();
  }
}

/** A row can be too long because of a quotation mark that is never closed, too. */
const problemOf = ({ code }: CsvError, row: number): string =>
  code === 'CSV_MAX_RECORD_SIZE'
    ? `Row ${row} has more than ${maxRowLength.toLocaleString('en-GB')} characters. Check for a missing quotation mark, or shorten its cells.`
    : `Row ${row} has an opening quotation mark without a closing one. Add the missing mark.`;

const isFilled = (cell: string) => cell.trim() !== '';

/**
 * The cells of a row that is wider than the header row, from the first that may be cut off: that of an amount whose thousands
 * are apart, as in £1,200.50 without quotation marks, or the first of all. Those after it belong to other columns.
 */
function shiftedCells(cells: readonly string[], width: number): Record<number, string> {
  const cut = cells.findIndex(
    (cell, column) =>
      /^[^\d.]*\d{1,3}$/.test(cell.trim()) && /^\d{3}(?:\.\d+)?\D*$/.test(cells[column + 1]?.trim() ?? ''),
  );
  const first = cut < 0 || cut >= width ? 0 : cut;
  return Object.fromEntries(cells.slice(first, width).map((_, index) => [first + index, tooWide]));
}

const tooWide =
  'This row has more cells than the header row, so this value may be cut off. Put cells that contain the separator in quotation marks, or enter the value here.';

/** The delimiter: the candidate that splits the first rows most evenly. */
async function findDelimiter(blocks: AsyncIterable<string>): Promise<string> {
  let text = '';
  for await (const block of blocks) {
    text += block;
    if (text.length >= sampleBytes) break;
  }
  const lines = withoutQuoted(text.slice(0, sampleBytes))
    .split(/\r\n|\n|\r/)
    .filter(line => line.trim() !== '')
    .slice(0, 50);
  const scores = delimiters.map(delimiter => {
    const counts = lines.map(line => line.split(delimiter).length - 1);
    const [first = 0] = counts;
    const even = counts.filter(count => count === first).length;
    return { delimiter, score: first === 0 ? 0 : even * 1000 + first };
  });
  const best = scores.reduce((found, next) => (next.score > found.score ? next : found));
  return best.score === 0 ? ',' : best.delimiter;
}

const withoutQuoted = (text: string) => text.replaceAll(/"(?:[^"]|"")*"/g, '');
