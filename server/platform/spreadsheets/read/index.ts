import { readCsv } from './read-csv';
import { readXlsx, sheetsOfXlsx } from './read-xlsx';
import { type TableLimits, type TableRow, usableRows } from './table-row';

export { type TableLimits, type TableRow, UnreadableTable } from './table-row';

export type TableFormat = 'csv' | 'xlsx';

/** The rows of a file that hold anything, as they come. @throws UnreadableTable with a message for people. */
export const readTable = (
  path: string,
  format: TableFormat,
  limits: TableLimits,
  sheet?: string,
): AsyncGenerator<TableRow> => usableRows(format === 'csv' ? readCsv(path) : readXlsx(path, sheet), limits);

/** The sheets of a workbook that are shown, in order; a CSV file has none. @throws UnreadableTable */
export const sheetsOf = async (path: string, format: TableFormat): Promise<string[]> =>
  format === 'csv' ? [] : sheetsOfXlsx(path);
