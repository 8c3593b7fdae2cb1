import type { VatCode } from '#domain/kernel/vat';
import type { KeyedLine } from './line-store';

/** A field of the lines. */
export type Place = { readonly row: number; readonly column: number };

export type FilledLines<Line> = {
  readonly lines: readonly Line[];
  /** The lines that were pasted into. */
  readonly keys: readonly string[];
  /** Rows that are more than the document can have. */
  readonly left: number;
};

type Rules<Line, Name extends string> = {
  /** The columns that take cells, from the first. */
  readonly columns: readonly Name[];
  readonly blankLine: () => Line;
  readonly maxLines: number;
  readonly changesOf: (line: Line, name: Name, text: string) => Partial<Line>;
};

/** Puts rows copied from a spreadsheet into the lines, from one cell to the right and down. */
export function withCells<Line extends KeyedLine, Name extends string>(
  lines: readonly Line[],
  rows: readonly (readonly string[])[],
  at: Place,
  { columns, blankLine, maxLines, changesOf }: Rules<Line, Name>,
): FilledLines<Line> {
  const fitting = rows.slice(0, Math.max(0, maxLines - at.row));
  const names = columns.slice(at.column);
  const next = [...lines];
  const keys = fitting.map((cells, nth) => {
    const line = names.reduce(
      (filled, name, column) => {
        const text = cells[column];
        return text === undefined ? filled : { ...filled, ...changesOf(filled, name, text) };
      },
      next[at.row + nth] ?? blankLine(),
    );
    next[at.row + nth] = line;
    return line.key;
  });
  return { lines: next, keys, left: rows.length - fitting.length };
}

/** Where a field is whose form names it `lines.3.debit`; null if it is in none of the columns. */
export function placeByPath(field: HTMLElement, columns: readonly string[]): Place | null {
  const [, row, name] = /^lines\.(\d+)\.(\w+)$/.exec(field.dataset.path ?? '') ?? [];
  const column = columns.indexOf(name ?? '');
  return row === undefined || column < 0 ? null : { row: Number(row), column };
}

/** Whether two texts are the same but for spaces and capitals. */
export const isAlike = (one: string, other: string): boolean =>
  one.replaceAll(/\s/g, '').toLowerCase() === other.replaceAll(/\s/g, '').toLowerCase();

/** "S", "20%" or "S 20%"; null if it is none of the codes. */
export function pastedVatCode(
  text: string,
  choices: readonly { readonly value: string; readonly label: string }[],
): VatCode | null {
  const found = choices.find(({ value, label }) =>
    [value, label, label.slice(value.length)].some(known => isAlike(known, text)),
  );
  return (found?.value as VatCode | undefined) ?? null;
}

/** "12 rows pasted", and how many more than fit. */
export const pastedWords = (
  { rows, left }: { readonly rows: number; readonly left: number },
  { document, maxLines }: { readonly document: string; readonly maxLines: number },
) => ({
  pasted: `${rows} ${rows === 1 ? 'row' : 'rows'} pasted`,
  tooMany:
    left > 0
      ? ` ${left} more ${left === 1 ? 'does' : 'do'} not fit: ${document} can have at most ${maxLines} lines.`
      : '',
});
