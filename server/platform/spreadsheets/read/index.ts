import { readCsv } from './read-csv';
import { readXlsx, sheetsOfXlsx } from './read-xlsx';
import { type TableLimits, type TableRow, usableRows } from './table-row';

export { type TableLimits, type TableRow, UnreadableTable } from './table-row';

export type TableFormat = 'csv' | 'xlsx';

/** Streams the rows of a file that are not empty. @throws UnreadableTable with a message for users. */
export const readTable = (
  path: string,
  format: TableFormat,
  limits: TableLimits,
  sheet?: string,
): AsyncGenerator<TableRow> => usableRows(format === 'csv' ? readCsv(path) : readXlsx(path, sheet), limits);

/** The visible sheets of a workbook, in order; a CSV file has none. @throws UnreadableTable */
export const sheetsOf = async (path: string, format: TableFormat): Promise<string[]> =>
  format === 'csv' ? [] : sheetsOfXlsx(path);
