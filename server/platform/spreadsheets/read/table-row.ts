/** A row of a file as text. `number` is the row number in the spreadsheet, from 1. */
export type TableRow = {
  readonly number: number;
  readonly cells: readonly string[];
  /** By column from 0: cells with unknown content, and why. */
  readonly problems?: Readonly<Record<number, string>>;
};

/** A file that cannot be read as a table; the message is for the user who sent it. */
export class UnreadableTable extends Error {
  override readonly name = 'UnreadableTable';
}

/** Longer than any of our fields; a longer cell has a missing quote somewhere. */
export const maxCellLength = 10_000;

/** A cell's text for storage: whole characters, without those that neither database nor user can use. */
export const cellOf = (text: string, row: number): string => {
  if (text.length > maxCellLength)
    throw new UnreadableTable(
      `Row ${row} has a cell of more than 10,000 characters. Check for a missing quotation mark before it.`,
    );
  return text.toWellFormed().replaceAll('\u0000', '');
};

/** Passes on the header row and those below it that are not empty, and refuses those with too many columns. */
export async function* usableRows(
  rows: AsyncIterable<TableRow>,
  { maxColumns, headerRow }: { readonly maxColumns: number; readonly headerRow: number },
): AsyncGenerator<TableRow> {
  for await (const row of rows) {
    if (row.number < headerRow) continue;
    if (row.problems === undefined && row.cells.every(cell => cell.trim() === '')) continue;
    if (row.cells.length > maxColumns)
      throw new UnreadableTable(`Row ${row.number} has more than ${maxColumns} columns.`);
    yield row;
  }
}
