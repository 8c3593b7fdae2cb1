import { readCsv } from './read-csv';
import { readXlsx, sheetsOfXlsx } from './read-xlsx';
import { type TableRow, usableRows } from './table-row';
import { type TableFormat, textSource } from './table-source';

export { type TableRow, UnreadableTable } from './table-row';
export type { TableFormat } from './table-source';

/** A stored file to read as a table. */
export type TableFile = { readonly path: string; readonly format: TableFormat };

type Reading = {
  readonly maxColumns: number;
  readonly sheet?: string | undefined;
  /** The row number of the column names: rows above it are skipped, and no row is wider without a problem. */
  readonly headerRow?: number | undefined;
};

/** Streams the rows of a file that are not empty. @throws UnreadableTable with a message for users. */
export const readTable = (
  { path, format }: TableFile,
  { maxColumns, sheet, headerRow = 1 }: Reading,
): AsyncGenerator<TableRow> =>
  usableRows(format === 'xlsx' ? readXlsx(path, sheet) : readCsv(textSource(path, format), headerRow), {
    maxColumns,
    headerRow,
  });

/** The visible sheets of a workbook, in order; a CSV file has none. @throws UnreadableTable */
export const sheetsOf = async ({ path, format }: TableFile): Promise<string[]> =>
  format === 'xlsx' ? sheetsOfXlsx(path) : [];
