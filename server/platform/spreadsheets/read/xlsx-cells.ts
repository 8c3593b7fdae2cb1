import { cellOf, UnreadableTable } from './table-row';

/** "AB12" → 27, from 0; undefined when it names no column. */
export function columnOf(reference: string): number | undefined {
  let column = 0;
  for (const character of reference) {
    const letter = character.charCodeAt(0) - 64;
    if (letter < 1 || letter > 26) break;
    column = column * 26 + letter;
    if (column > 16_384) throw new UnreadableTable(`Column ${reference} does not exist.`);
  }
  return column === 0 ? undefined : column - 1;
}

/** Excel writes characters that XML cannot hold as `_x000D_`. */
export const unescaped = (text: string): string =>
  text.includes('_x')
    ? text.replaceAll(/_x([0-9A-Fa-f]{4})_/g, (_, code: string) =>
        String.fromCharCode(Number.parseInt(code, 16)),
      )
    : text;

/** A number's shortest text, as the spreadsheet shows it: files hold 2.55 as 2.5499999999999998. */
export function numberText(stored: string): string {
  if (/^-?\d{1,15}$/.test(stored)) return stored;
  const value = Number(stored);
  if (!Number.isFinite(value)) return stored;
  const text = String(Number(value.toPrecision(15)));
  if (!text.includes('e')) return text;
  return value.toLocaleString('en-US', { useGrouping: false, maximumFractionDigits: 20 });
}

/** A share as a percentage: 0.2 is shown as 20%. */
export function percentText(stored: string): string {
  const value = Number(stored);
  return Number.isFinite(value) ? `${numberText(String(value * 100))}%` : stored;
}

const dayMs = 24 * 60 * 60 * 1000;

/** A serial number as date or time: `2026-11-21`, `2026-11-21 08:30:00` or `08:30:00`. */
export function dateText(stored: string, from1904: boolean): string {
  const serial = Number(stored);
  if (!Number.isFinite(serial) || serial < 0 || serial > 2_958_466) return stored;
  const at = new Date(
    Math.round((from1904 ? Date.UTC(1904, 0, 1) : Date.UTC(1899, 11, 30)) + serial * dayMs),
  );
  const [date = '', time = ''] = at.toISOString().slice(0, 19).split('T');
  if (serial < 1) return time;
  return time === '00:00:00' ? date : `${date} ${time}`;
}

export type RawCell = {
  readonly type: string;
  readonly style: number;
  readonly hasFormula: boolean;
  readonly value: string;
  readonly inline: string;
};

export type Workbook = {
  readonly strings: readonly string[];
  /** The numbers of the cell styles that show dates. */
  readonly dateStyles: ReadonlySet<number>;
  /** The numbers of the cell styles that show percentages. */
  readonly percentStyles: ReadonlySet<number>;
  readonly from1904: boolean;
};

/** A cell as text, or why its content is unknown. */
export function textOfCell(cell: RawCell, book: Workbook, row: number): { text: string; problem?: string } {
  const { type, value } = cell;
  if (type === 'inlineStr') return { text: cellOf(unescaped(cell.inline), row) };
  if (value === '')
    return cell.hasFormula
      ? {
          text: '',
          problem: 'This cell has a formula without a result. Open the file, save it and upload it again.',
        }
      : { text: '' };
  if (type === 's') return { text: cellOf(book.strings[Number(value)] ?? '', row) };
  if (type === 'e')
    return { text: '', problem: `This cell shows an error (${value.slice(0, 20)}) instead of a value.` };
  if (type === 'b') return { text: value === '1' ? 'yes' : 'no' };
  if (type === 'str') return { text: cellOf(unescaped(value), row) };
  if (type === 'd') return { text: cellOf(value, row) };
  return { text: cellOf(shownText(cell, book), row) };
}

/** A number as the spreadsheet shows it. */
function shownText({ value, style }: RawCell, { dateStyles, percentStyles, from1904 }: Workbook): string {
  if (dateStyles.has(style)) return dateText(value, from1904);
  return percentStyles.has(style) ? percentText(value) : numberText(value);
}
