import { readCsv } from './read-csv';
import { readXlsx } from './read-xlsx';
import { type TableLimits, type TableRow, usableRows } from './table-row';

export { type TableLimits, type TableRow, UnreadableTable } from './table-row';

export type TableFormat = 'csv' | 'xlsx';

/** The rows of a file that hold anything, as they come. @throws UnreadableTable with a message for people. */
export const readTable = (path: string, format: TableFormat, limits: TableLimits): AsyncGenerator<TableRow> =>
  usableRows(format === 'csv' ? readCsv(path) : readXlsx(path), limits);
