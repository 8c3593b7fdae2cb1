import { getDocumentProxy } from 'unpdf';

/** A piece of a line: its text and its start and end, in points. */
export type SheetCell = { readonly text: string; readonly left: number; readonly right: number };
/** `at` increases down the pages. */
export type SheetLine = { readonly at: number; readonly cells: readonly SheetCell[] };

type Item = { str: string; transform: number[]; width: number };

/** The text of a PDF, line by line from the top, each split where there is a gap between words. */
export async function readSheet(bytes: Buffer): Promise<SheetLine[]> {
  const pdf = await getDocumentProxy(new Uint8Array(bytes));
  const lines: SheetLine[] = [];
  let above = 0;
  for (let number = 1; number <= pdf.numPages; number++) {
    const page = await pdf.getPage(number);
    const [, , , height = 0] = page.view;
    const { items } = await page.getTextContent();
    lines.push(...linesOf(items as unknown as Item[], above + height));
    above += height;
  }
  return lines.sort((one, other) => one.at - other.at);
}

const sameLine = 2;
const gapOfCells = 5;

function linesOf(items: readonly Item[], foot: number): SheetLine[] {
  const rows = new Map<number, SheetCell[]>();
  for (const { str, transform, width } of items) {
    if (str.trim() === '') continue;
    const [, , , , left = 0, up = 0] = transform;
    const at = foot - up;
    const key = [...rows.keys()].find(other => Math.abs(other - at) < sameLine) ?? at;
    const cells = rows.get(key) ?? [];
    cells.push({ text: str, left, right: left + width });
    rows.set(key, cells);
  }
  return [...rows].map(([at, cells]) => ({ at, cells: joined(cells) }));
}

function joined(pieces: SheetCell[]): SheetCell[] {
  const cells: SheetCell[] = [];
  for (const piece of pieces.sort((one, other) => one.left - other.left)) {
    const last = cells.at(-1);
    if (last && piece.left - last.right < gapOfCells) {
      const space = piece.left - last.right > 1 ? ' ' : '';
      cells[cells.length - 1] = {
        text: `${last.text}${space}${piece.text}`.replaceAll('\u00a0', ' '),
        left: last.left,
        right: piece.right,
      };
    } else cells.push({ ...piece, text: piece.text.replaceAll('\u00a0', ' ') });
  }
  return cells.map(cell => ({ ...cell, text: cell.text.trim() }));
}

/** The pence of a printed amount: `£1,234.50`, `−£2.40`, `+£0.60`; null for other text. */
export function printedPence(text: string | undefined): number | null {
  const found = /^([+−-]?)£([\d,]+)\.(\d\d)(?:\D.*)?$/.exec(text ?? '');
  if (!found) return null;
  const pence = Number(`${(found[2] ?? '').replaceAll(',', '')}${found[3]}`);
  return found[1] && found[1] !== '+' ? -pence : pence;
}

/** The first line with exactly these texts, or starting with them. */
const headAt = (sheet: readonly SheetLine[], headers: readonly string[]): number =>
  sheet.findIndex(({ cells }) => headers.every((header, index) => cells[index]?.text === header));

const rowGap = 26;

/**
 * The rows of the table with these headers, each as header → text, down to the gap below it, continued where the
 * headers are repeated on a later page. A line without an amount belongs to the row above.
 */
export function sheetTable(
  sheet: readonly SheetLine[],
  headers: readonly string[],
): Record<string, string>[] {
  const start = headAt(sheet, headers);
  const head = sheet[start];
  if (!head) throw new Error(`No table with the columns ${headers.join(', ')}`);
  const rows: Record<string, string>[] = [];
  let above = head.at;
  for (const line of sheet.slice(start + 1)) {
    if (line.at - above > rowGap) return [...rows, ...rowsOfLaterPages(sheet.slice(start + 1), headers)];
    above = line.at;
    const row: Record<string, string> = {};
    for (const cell of line.cells) row[columnOf(cell, head.cells)] = cell.text;
    const last = rows.at(-1);
    if (last && line.cells.every(({ text }) => printedPence(text) === null) && !row[headers[0] ?? ''])
      for (const [name, text] of Object.entries(row)) last[name] = `${last[name] ?? ''}\n${text}`;
    else rows.push(row);
  }
  return rows;
}

const rowsOfLaterPages = (sheet: readonly SheetLine[], headers: readonly string[]) =>
  headAt(sheet, headers) < 0 ? [] : sheetTable(sheet, headers);

const columnOf = (cell: SheetCell, heads: readonly SheetCell[]): string => {
  const far = (head: SheetCell) =>
    Math.min(Math.abs(cell.left - head.left), Math.abs(cell.right - head.right));
  return heads.toSorted((one, other) => far(one) - far(other))[0]?.text ?? '';
};

/** Labels with the amounts beside them, in order: totals, and facts in two columns. */
export const sheetPairs = (sheet: readonly SheetLine[]): [label: string, pence: number][] =>
  sheet.flatMap(({ cells }) =>
    cells.flatMap(({ text }, index): [string, number][] => {
      const pence = printedPence(cells[index + 1]?.text);
      return pence === null || printedPence(text) !== null ? [] : [[text, pence]];
    }),
  );

/** The lines of the sheet as texts. */
export const sheetTexts = (sheet: readonly SheetLine[]): string[] =>
  sheet.map(({ cells }) => cells.map(({ text }) => text).join(' | '));
