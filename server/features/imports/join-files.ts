import { type ImportKind, importTerms } from '#domain/imports/import-kinds';
import { maxImportColumns, maxRowsOf } from '#domain/imports/import-limits';
import {
  readTable,
  sheetsOf,
  type TableFile,
  type TableRow,
  UnreadableTable,
} from '../../platform/spreadsheets/read';
import type { FindHeaderRow } from './header-row';

export type NamedFile = TableFile & { readonly file_name: string };

type Joined = {
  readonly kind: ImportKind;
  /** The sheet of the first file, if that is a workbook. */
  readonly sheet: string | undefined;
  readonly findHeaderRow: FindHeaderRow;
  readonly onFile: (index: number, rowsBefore: number) => void;
};

/**
 * Streams the rows of several files as one table: the header row of the first file, then the rows below that of each,
 * numbered through. Columns of later files may stand in another order. @throws UnreadableTable naming the file
 */
export async function* joinFiles(
  files: readonly NamedFile[],
  { kind, sheet, findHeaderRow, onFile }: Joined,
): AsyncGenerator<TableRow> {
  const max = maxRowsOf(kind);
  let headers: readonly string[] | undefined;
  let before = 0;
  let count = 0;
  for (const [index, file] of files.entries()) {
    onFile(index, before);
    let last = before;
    let place: ((row: TableRow) => TableRow) | undefined;
    const ownSheet = index === 0 ? sheet : await sheetAlike(file, sheet);
    const { number: headerRow } = await findHeaderRow(file, ownSheet);
    for await (const row of rowsOf(file, { sheet: ownSheet, headerRow, count: files.length })) {
      if (place) {
        count += 1;
        if (count > max) throw new UnreadableTable(tooMany(kind, max));
        last = before + row.number;
        yield { ...place(row), number: last };
      } else if (headers) {
        place = placer(headers, row.cells, [files[0]?.file_name ?? '', file.file_name]);
      } else {
        headers = row.cells;
        place = same => same;
        yield row;
      }
    }
    before = last;
  }
}

const tooMany = (kind: ImportKind, max: number) =>
  `An import can have at most ${max.toLocaleString('en-GB')} rows. Split it${importTerms[kind].isHistory ? ' between two invoices' : ''} and import the parts one after another.`;

/** The rows of a file. Where there are several, an error names the file. */
async function* rowsOf(
  file: NamedFile,
  { sheet, headerRow, count }: { sheet: string | undefined; headerRow: number; count: number },
): AsyncGenerator<TableRow> {
  try {
    yield* readTable(file, { maxColumns: maxImportColumns, sheet, headerRow });
  } catch (error) {
    if (error instanceof UnreadableTable && count > 1)
      throw new UnreadableTable(`${file.file_name}: ${error.message}`);
    throw error;
  }
}

/** The sheet of a later workbook: its only one, or the one of the same name. */
async function sheetAlike(file: NamedFile, sheet: string | undefined): Promise<string | undefined> {
  const sheets = await sheetsOf(file);
  if (sheets.length < 2) return sheets[0];
  if (sheet !== undefined && sheets.includes(sheet)) return sheet;
  throw new UnreadableTable(
    `${file.file_name} has ${sheets.length} sheets${sheet === undefined ? '' : `, none of them “${sheet}”`}. Save the sheet to import as a file of its own.`,
  );
}

/** Puts the cells of a later file under the headers of the first one. @throws UnreadableTable if they differ. */
function placer(
  headers: readonly string[],
  own: readonly string[],
  [first, later]: readonly [string, string],
): (row: TableRow) => TableRow {
  const left = own.map(plain);
  const columns = headers.map(header => {
    const column = left.indexOf(plain(header));
    if (column >= 0) left[column] = '';
    else if (header.trim() !== '') throw otherColumns(`it has no column “${header}”`);
    return column;
  });
  const extra = left.findIndex(header => header !== '');
  if (extra >= 0) throw otherColumns(`it also has the column “${own[extra]}”`);
  return ({ number, cells, problems }) => ({
    number,
    cells: columns.map(column => cells[column] ?? ''),
    ...(problems ? { problems: moved(problems, columns) } : {}),
  });

  function otherColumns(difference: string): UnreadableTable {
    return new UnreadableTable(
      `${later} does not have the columns of ${first}: ${difference}. Give every file the same header row, or import it on its own.`,
    );
  }
}

const plain = (header: string) => header.normalize('NFKC').replaceAll(/\s+/gu, ' ').trim().toLowerCase();

const moved = (
  problems: NonNullable<TableRow['problems']>,
  columns: readonly number[],
): NonNullable<TableRow['problems']> =>
  Object.fromEntries(
    columns.flatMap((column, index) => (problems[column] === undefined ? [] : [[index, problems[column]]])),
  );
