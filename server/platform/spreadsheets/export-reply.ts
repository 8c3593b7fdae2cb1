import type { ExportFormat } from '#domain/kernel/list-query';
import { FileReply } from '../http/route';
import { limitConcurrency } from '../turns';
import type { Column } from './column';
import { csvStream } from './csv-stream';
import { spool } from './spool';
import { xlsxStream } from './xlsx-stream';

const contentTypes = {
  csv: 'text/csv; charset=utf-8',
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
} as const satisfies Record<ExportFormat, string>;

/** Each reads through a database connection of its own, and tills need the others. */
const turns = limitConcurrency(3);

/** Streams the rows of a list as a file; `name` has no extension. */
export function exportReply<Row>(
  name: string,
  format: ExportFormat,
  columns: readonly Column<Row>[],
  rows: AsyncIterable<Row>,
): FileReply {
  let count = 0;
  const counted = countRows(rows, () => (count += 1));
  const open = () => (format === 'csv' ? csvStream(columns, counted) : xlsxStream(columns, counted));
  return new FileReply(`${name}.${format}`, contentTypes[format], spool(open, turns), () => count);
}

async function* countRows<Row>(rows: AsyncIterable<Row>, add: () => void): AsyncGenerator<Row> {
  for await (const row of rows) {
    add();
    yield row;
  }
}
