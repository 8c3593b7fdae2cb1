import { open, stat } from 'node:fs/promises';
import { closing } from '../../files/file-store';
import { BrokenZip, readZipEntry } from '../../files/read-zip-entry';
import { listZip, type ZipEntry } from '../../files/zip-directory';
import { type TableRow, UnreadableTable } from './table-row';
import { readNumberStyles, readRelations, readSharedStrings, readWorkbook } from './workbook-parts';
import { columnOf, type RawCell, textOfCell, type Workbook } from './xlsx-cells';
import { piecesOfXml } from './xml-events';

const maxEntries = 2000;
/** More than anyone would choose from. */
const maxSheets = 100;
const damaged = 'The file is damaged. Open it, save it as XLSX again, then upload the new file.';

/**
 * Streams the rows of a sheet, the first visible one by default; only the shared strings are held in memory. A formula
 * has its last result, and a number formatted as a date is a date. @throws UnreadableTable
 */
export async function* readXlsx(path: string, sheetName?: string): AsyncGenerator<TableRow> {
  try {
    const { entries, part } = await partsOf(path);
    const { sheets, from1904 } = await readWorkbook(part('xl/workbook.xml'));
    const relations = await readRelations(part('xl/_rels/workbook.xml.rels'));
    const chosen = sheetName === undefined ? sheets[0] : sheets.find(({ name }) => name === sheetName);
    const sheet = entries.get(relations.get(chosen?.relation ?? '') ?? 'xl/worksheets/sheet1.xml');
    if (!sheet || (sheetName !== undefined && !chosen))
      throw new UnreadableTable('The file has no sheet with rows.');
    const book: Workbook = {
      from1904,
      strings: await readSharedStrings(part('xl/sharedStrings.xml')),
      ...(await readNumberStyles(part('xl/styles.xml'))),
    };
    yield* rowsOf(readZipEntry(path, sheet), book);
  } catch (error) {
    if (error instanceof BrokenZip) throw new UnreadableTable(damaged);
    throw error;
  }
}

/** The names of the visible sheets, in order. @throws UnreadableTable */
export async function sheetsOfXlsx(path: string): Promise<string[]> {
  try {
    const { part } = await partsOf(path);
    const { sheets } = await readWorkbook(part('xl/workbook.xml'));
    return sheets.slice(0, maxSheets).map(({ name }) => name);
  } catch (error) {
    if (error instanceof BrokenZip) throw new UnreadableTable(damaged);
    throw error;
  }
}

async function partsOf(path: string) {
  const entries = await entriesOf(path);
  const part = (name: string) => {
    const entry = entries.get(name);
    return entry ? readZipEntry(path, entry) : nothing();
  };
  return { entries, part };
}

async function entriesOf(path: string): Promise<Map<string, ZipEntry>> {
  const { size } = await stat(path);
  const file = await open(path, 'r');
  const entries = await closing(file, () => listZip(file, size, maxEntries));
  if (!entries) throw new UnreadableTable(damaged);
  return new Map(entries.map(entry => [entry.name, entry]));
}

// A missing part has no content, which is not valid XML, so it is not parsed.
async function* nothing(): AsyncGenerator<Buffer> {
  yield Buffer.from('<none/>');
}

function rowsOf(content: AsyncIterable<Buffer>, book: Workbook): AsyncGenerator<TableRow> {
  const reader = new SheetReader(book);
  return piecesOfXml(content, reader.handlers, () => reader.take());
}

/** Builds rows from the elements of a sheet. */
class SheetReader {
  #rows: TableRow[] = [];
  #number = 0;
  #column = -1;
  #cells: string[] = [];
  #problems: Record<number, string> | undefined;
  #cell: { type: string; style: number; hasFormula: boolean; value: string; inline: string } | undefined;
  #in = '';
  readonly #book: Workbook;

  constructor(book: Workbook) {
    this.#book = book;
  }

  take(): TableRow[] {
    const rows = this.#rows;
    this.#rows = [];
    return rows;
  }

  readonly handlers = {
    open: (name: string, attributes: Readonly<Record<string, string>>) => {
      if (name === 'row') this.#openRow(attributes.r);
      else if (name === 'c') this.#openCell(attributes);
      else if (this.#cell) {
        if (name === 'f') this.#cell.hasFormula = true;
        this.#in = name;
      }
    },
    close: (name: string) => {
      if (name === 'c') this.#closeCell();
      else if (name === 'row') this.#closeRow();
      else this.#in = '';
    },
    text: (text: string) => {
      if (!this.#cell) return;
      if (this.#in === 'v') this.#cell.value += text;
      else if (this.#in === 't') this.#cell.inline += text;
    },
  };

  #openRow(number: string | undefined): void {
    const stated = Number(number);
    this.#number = Number.isSafeInteger(stated) && stated > this.#number ? stated : this.#number + 1;
    this.#column = -1;
    this.#cells = [];
    this.#problems = undefined;
  }

  #openCell({ r = '', t = 'n', s = '0' }: Readonly<Record<string, string>>): void {
    this.#column = columnOf(r) ?? this.#column + 1;
    this.#cell = { type: t, style: Number(s), hasFormula: false, value: '', inline: '' };
  }

  #closeCell(): void {
    if (!this.#cell) return;
    const { text, problem } = textOfCell(this.#cell satisfies RawCell, this.#book, this.#number);
    this.#cell = undefined;
    if (text === '' && problem === undefined) return;
    while (this.#cells.length < this.#column) this.#cells.push('');
    this.#cells[this.#column] = text;
    if (problem !== undefined) this.#problems = { ...this.#problems, [this.#column]: problem };
  }

  #closeRow(): void {
    if (this.#cells.length === 0 && !this.#problems) return;
    this.#rows.push({
      number: this.#number,
      cells: this.#cells,
      ...(this.#problems ? { problems: this.#problems } : {}),
    });
  }
}
